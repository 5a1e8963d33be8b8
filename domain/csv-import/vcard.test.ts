import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isContacts, readCards } from '#domain/csv-import/vcard.ts';
import { encoded } from '#proofs/support/encoded.ts';

const cardsOf = (text: string) => [...readCards(text)].filter((card) => card !== null);
const cellsOf = (...lines: string[]) => cardsOf(['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n'))[0]?.cells;

test('OWN-03 a contact of each version has its name, phones, addresses, note and birthday', () => {
  assert.deepEqual(
    cellsOf(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9B=D0=B8;=D0=90=D0=BD=D0=BD=D0=B0;;;',
      'TEL;WORK;VOICE:8 495 204-18-36',
      'TEL;CELL;PREF:+7 916 204-18-35',
      'EMAIL;INTERNET:anna@example.ru',
      'NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=D1=81=D0=BE=D0=BD=0D=0A=D0=B8 =',
      '=D1=82=D1=80=D0=B5=D0=B2=D0=BE=D0=B3=D0=B0',
      'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
      ' /9j/4AAQSkZJRgABAQAAAQABAAD=',
      '',
      'BDAY:19870512',
    ),
    ['Ли Анна', '+7 916 204-18-35\n8 495 204-18-36', 'anna@example.ru', 'сон\r\nи тревога\nДень рождения: 12.05.1987'],
  );
  assert.deepEqual(
    cellsOf(
      'VERSION:3.0',
      'PRODID:-//Apple Inc.//iPhone OS 18.0//EN',
      'N:Ли;Анна;Сергеевна;;',
      'FN:Анна Сергеевна',
      '  Ли',
      'item1.TEL;type=HOME;type=VOICE:8 495 204-18-36',
      'item1.X-ABLabel:_$!<Home>!$_',
      'TEL;type=IPHONE;type=CELL;type=VOICE;type=pref:+7 (916) 204-18-35',
      'item2.EMAIL;type=INTERNET:anna@example.ru',
      'NOTE:сон\\; тревога\\, мама\\nзвонить после 18\\\\19',
      'BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-12',
    ),
    [
      'Анна Сергеевна Ли',
      '+7 (916) 204-18-35\n8 495 204-18-36',
      'anna@example.ru',
      'сон; тревога, мама\nзвонить после 18\\19\nДень рождения: 12.05',
    ],
  );
  assert.deepEqual(
    cellsOf(
      'VERSION:4.0',
      'FN:Анна Ли',
      'TEL;VALUE=uri;PREF=1;TYPE="voice,work":tel:+7-495-204-18-36;ext=12',
      'TEL;VALUE=uri;TYPE="fax":tel:+7-495-204-18-37',
      'TEL;TYPE=cell:+79162041835',
      'BDAY:--0512',
    ),
    ['Анна Ли', '+79162041835\n+7-495-204-18-36 доб. 12', '', 'День рождения: 12.05\nФакс: +7-495-204-18-37'],
  );
});

test('OWN-03 a contact without a name is named by what it has, texts that are not folded are whole, an assistant is no contact', () => {
  assert.equal(cellsOf('N:Ли;Анна;;;')?.[0], 'Ли Анна');
  assert.equal(cellsOf('TEL:112233\\;445566')?.[1], '112233;445566');
  assert.equal(cellsOf('TEL;VALUE=uri:tel:112233;phone-context=+7;ext=5')?.[1], '112233 доб. 5');
  assert.equal(cellsOf('TEL;X-NAME="a:b";TYPE=cell:123456')?.[1], '123456');
  assert.equal(cellsOf(`TEL;X=${'a'.repeat(2000)}:123456`)?.[1], '', 'no head is as long');
  assert.equal(cellsOf('FN: ', 'N:;;;;', 'NICKNAME:Аня')?.[0], 'Аня');
  assert.equal(cellsOf('ORG:Школа;7 «Б»')?.[0], 'Школа, 7 «Б»');
  assert.equal(cellsOf('FN:Анна', 'NOTE:сон', 'и тревога', 'TEL:123456')?.[3], 'сон\nи тревога');
  const nested = cardsOf('BEGIN:VCARD\nFN:Анна\nAGENT:\nBEGIN:VCARD\nFN:Пётр\nEND:VCARD\nTEL:123456\nEND:VCARD\n');
  assert.deepEqual(nested, [{ line: 1, cells: ['Анна', '123456', '', ''], isCut: false }]);
  assert.deepEqual(
    cardsOf('BEGIN:VCARD\rFN:Анна\rEND:VCARD\rBEGIN:VCARD\rFN:Пётр\rBEGIN:VCARD\rFN:Ева').map(({ line, isCut }) => [
      line,
      isCut,
    ]),
    [
      [1, false],
      [4, true],
      [6, true],
    ],
  );
  const koi = [...encoded('Анна', 'koi8-r')].map((byte) => `=${byte.toString(16).toUpperCase()}`).join('');
  assert.equal(cellsOf('VERSION:2.1', `FN;ENCODING=QUOTED-PRINTABLE;CHARSET=KOI8-R:${koi}`)?.[0], 'Анна');
  assert.equal(cellsOf('VERSION:2.1', `FN;ENCODING=QUOTED-PRINTABLE;CHARSET=nonsense:=D0=90`)?.[0], 'А');
  assert.equal(cellsOf(`PHOTO:${'x'.repeat(1_000_000)}`, 'FN:Анна')?.[0], 'Анна');
  for (const huge of [`NOTE:${'о'.repeat(80_000)}\n`.repeat(3), 'TEL:1\n'.repeat(600)]) {
    assert.equal(cardsOf(`BEGIN:VCARD\n${huge}END:VCARD`)[0]?.isCut, true);
  }
  assert.ok(isContacts('\r\nbegin:vcard\r\n'));
  assert.ok(!isContacts('Имя;BEGIN:VCARD'));
});

test('OWN-03 whatever a note is, it comes back as it was written, however its lines are folded', () => {
  const note = fc.string({
    unit: fc.constantFrom('я', '👩', 'a', ' ', ',', ';', ':', '\\', '\n', '='),
    minLength: 1,
    maxLength: 60,
  });
  const escaped = (text: string) => text.replaceAll(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n');
  const quoted = (text: string) =>
    [...Buffer.from(escaped(text))].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  fc.assert(
    fc.property(note, fc.integer({ min: 1, max: 20 }), (text, width) => {
      const points = [...`NOTE:${escaped(text)}`];
      const folded = Array.from({ length: Math.ceil(points.length / (width + 5)) }, (_, at) =>
        points.slice(at * (width + 5), (at + 1) * (width + 5)).join(''),
      ).join('\r\n ');
      assert.equal(cellsOf('VERSION:3.0', 'FN:Анна', folded)?.[3], text.trim());
      const codes = quoted(text);
      const soft = Array.from({ length: Math.ceil(codes.length / width) }, (_, at) =>
        codes.slice(at * width, (at + 1) * width).join(''),
      ).join('=\r\n');
      const property = `NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${soft}`;
      assert.equal(cellsOf('VERSION:2.1', 'FN:Анна', property)?.[3], text.trim());
    }),
  );
});

test('OWN-03 no text at all makes the reader of contacts throw, and each contact is there once', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'BEGIN:VCARD',
      'END:VCARD',
      'FN:Анна',
      'AGENT:',
      ' x',
      'NOTE;QUOTED-PRINTABLE:=',
      'TEL;ENCODING=b:%%',
      ':',
      ';',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      for (const { cells } of cardsOf(lines.join('\n'))) assert.equal(cells.length, 4);
    }),
  );
});

test('OWN-03 the reader of contacts keeps little of one without an end, and lets others run while it reads', () => {
  const MB = 1024 ** 2;
  for (const line of ['TEL:1\n', ' and so on\n']) {
    const text = `BEGIN:VCARD\nFN:Анна\nNOTE:${line}${line.repeat(400_000)}`;
    const before = process.memoryUsage().heapUsed;
    let most = 0;
    let turns = 0;
    for (const card of readCards(text)) {
      if (card !== null) continue;
      turns += 1;
      if (turns % 20 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    assert.equal(turns, 400);
    assert.ok(most < 60 * MB, `${Math.round(most / MB)} MB`);
  }
});
