import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ARCHIVE_LISTS, type ArchiveList, columnsOf } from '#domain/archive/columns.ts';
import { csvLine, guarded, unguarded } from '#domain/archive/csv.ts';
import { LETTER_DEFAULTS } from '#domain/letters/letter.ts';
import { MONEY_DEFAULTS } from '#domain/money/money.ts';
import { PROFILE_DEFAULTS } from '#domain/profiles/profile.ts';
import { trim } from '#domain/rule.ts';
import { VISIT_DEFAULTS } from '#domain/visits/visit-rules.ts';
import { archiveLine, readArchiveLine } from '#domain/archive/lines.ts';
import { ARCHIVE_FORMAT, printManifest, readManifest } from '#domain/archive/manifest.ts';
import { phoneCell } from '#domain/archive/csv-tables.ts';

const ID = 'a'.repeat(15);
const NOW = '2026-11-21 09:00:00.000Z';
const DAY = '2026-11-21 00:00:00.000Z';
const NOTE = { id: ID, title: 'Тема', content: 'Текст заметки', date: DAY, created: NOW, updated: NOW };

test('OWN-01 a record becomes one line, whatever its text and the order of its columns, and comes back', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.shuffledSubarray(Object.keys(NOTE), { minLength: 6 }),
      (text, order) => {
        fc.pre(!text.includes('\0'));
        const note: Record<string, unknown> = { ...NOTE, content: trim(`Начало ${text} и конец`) };
        const line = archiveLine('blog_posts', Object.fromEntries(order.map((column) => [column, note[column]])));
        assert.equal(line.indexOf('\n'), line.length - 1);
        assert.equal(line, archiveLine('blog_posts', note));
        assert.deepEqual(readArchiveLine('blog_posts', line.slice(0, -1)), { row: note });
      },
    ),
  );
});

test('OWN-02 a line that is wrong is refused with its column', () => {
  const read = (values: unknown) =>
    readArchiveLine('blog_posts', typeof values === 'string' ? values : JSON.stringify(values));
  const { title: _title, ...without } = NOTE;
  for (const [line, problem] of [
    ['{', { field: '', why: 'not_json' }],
    ['[]', { field: '', why: 'invalid' }],
    [without, { field: 'title', why: 'missing' }],
    [
      { ...NOTE, user: ID },
      { field: '', why: 'unknown' },
    ],
    [
      { ...NOTE, id: `${ID}'` },
      { field: 'id', why: 'invalid' },
    ],
    [
      { ...NOTE, title: '\0' },
      { field: 'title', why: 'invalid' },
    ],
    [
      { ...NOTE, content: 'x'.repeat(100_001) },
      { field: 'content', why: 'invalid' },
    ],
    [
      { ...NOTE, date: '2026-02-30 09:00:00.000Z' },
      { field: 'date', why: 'invalid' },
    ],
    [
      { ...NOTE, updated: '' },
      { field: 'updated', why: 'invalid' },
    ],
  ]) {
    assert.deepEqual(read(line), { problem });
  }
  for (const list of ARCHIVE_LISTS) assert.deepEqual(columnsOf(list).slice(-2), ['created', 'updated']);
});

test('OWN-02 no text at all makes the reader of a line or a manifest throw', () => {
  const json = fc.oneof(fc.json(), fc.string(), fc.constant('{"__proto__":{"format":9}}'));
  fc.assert(
    fc.property(json, fc.constantFrom(...ARCHIVE_LISTS, 'profiles' as const), (text, table) => {
      assert.ok(!('row' in readArchiveLine(table, text)));
      assert.deepEqual(readManifest(text), {});
    }),
  );
});

test('OWN-02 a manifest of a newer format names the version that wrote it', () => {
  const manifest = { format: ARCHIVE_FORMAT, product: '1.8.4', through: NOW, counts: {}, files: {} };
  assert.deepEqual(readManifest(printManifest(manifest)), { manifest });
  assert.deepEqual(readManifest(JSON.stringify({ format: ARCHIVE_FORMAT + 1, product: '3.0.0', other: 1 })), {
    newer: '3.0.0',
  });
});

/** What makes formulas, cells and lines. */
const HOSTILE = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', ';', ',', '|', '"', "'", '\n', '\r', '\t', '\0', ' ', '1', 'я'),
});

test('OWN-01 no cell of a table is a formula, and none breaks out of its column', () => {
  assert.equal(
    csvLine(['=1+1', '+7', '+7 916 204 18', 'а;б', '"в"', 'г\nд', -5]),
    `'=1+1;'+7;+7 916 204 18;"а;б";"""в""";"г\nд";-5\r\n`,
  );
  fc.assert(
    fc.property(fc.array(HOSTILE, { minLength: 1 }), (cells) => {
      const read = parse(csvLine(cells), ';');
      assert.equal(read.length, cells.length);
      for (const [at, cell] of read.entries()) {
        assert.doesNotMatch(cell, /^[\s\0]*[=\-@]|^[\s\0]*\+(?!\d)/);
        assert.equal(unguarded(cell), cells[at]);
      }
    }),
  );
});

test('OWN-01 a text is no formula with any separator, and the import of tables reads it as it was', () => {
  assert.equal(guarded('Спасибо,=HYPERLINK(A1)'), "Спасибо,'=HYPERLINK(A1)");
  assert.equal(guarded('Анна-Мария, 8-916; пишет @anna'), 'Анна-Мария, 8-916; пишет @anna');
  fc.assert(
    fc.property(HOSTILE, (text) => {
      assert.equal(unguarded(guarded(text)), text);
      fc.pre(guarded(text) !== text || !text.startsWith('+'));
      for (const cell of guarded(text).split(/[;,|\t\r\n]/)) assert.doesNotMatch(cell, /^[\s\0]*[=+\-@]/);
    }),
    { numRuns: 1000 },
  );
});

test('OWN-01 a text longer than Excel keeps says where it is whole', () => {
  const [cell = ''] = parse(csvLine([`${'я'.repeat(31_999)}👩${'я'.repeat(9000)}`]), ';');
  assert.equal(cell, `${'я'.repeat(31_999)}… целиком в html/`);
  assert.ok(cell.length < 32_767);
});

test('OWN-01 a phone of a table is a text without an apostrophe, with its zeros in front', () => {
  const cells = (phone: string) => parse(csvLine([phoneCell(phone)]), ';')[0];
  assert.equal(cells('+79162041835'), '8 (916) 204-18-35');
  assert.equal(cells('+972 52 123 4567'), '+972 52 123 4567');
  assert.equal(cells('+972521234567'), '+97252 123-45-67');
  assert.equal(cells('00123456'), '0 012-34-56');
  assert.equal(cells('123456'), '12 34-56');
  assert.equal(cells('+1-800-555-12-34'), '+1 800-555-12-34');
  assert.equal(cells('8-916 доб. 12'), '8-916 доб. 12');
  fc.assert(
    fc.property(fc.stringMatching(/^\+?\d{6,15}$/), (phone) => {
      const cell = cells(phone) ?? '';
      assert.doesNotMatch(cell, /^'|^[+\d.,]+$/);
      assert.match(cell.replaceAll(/\D/g, ''), new RegExp(`${phone.replaceAll(/\D/g, '').slice(1)}$`));
    }),
  );
});

/** Reads one record as tables do. */
function parse(line: string, separator: string): string[] {
  const cells = [''];
  let quoted = false;
  for (let at = 0; at < line.length - 2; at += 1) {
    const character = line.charAt(at);
    const last = cells.length - 1;
    if (character === '"' && quoted && line.charAt(at + 1) === '"') cells[last] += line.charAt((at += 1));
    else if (character === '"' && (quoted || cells[last] === '')) quoted = !quoted;
    else if (character === separator && !quoted) cells.push('');
    else cells[last] += character;
  }
  return cells;
}

test('OWN-02 what no form stores is refused as the forms refuse it, in every list', () => {
  const times = { created: NOW, updated: NOW };
  const samples: { [List in ArchiveList]?: Record<string, unknown> } = {
    clients: {
      id: ID,
      name: 'Мария',
      phone: '+7 916 204-18-35',
      description: '',
      registration_date: '',
      handmade: true,
      source: '',
      archived: false,
      email: 'maria@example.org',
      time_zone: '',
      reminders: 'email',
      letters_off: '',
      place: 'online',
      place_link: 'https://video.example',
      request: 'Сон',
      agreement: '',
      birth_date: '1990-05-17',
      emergency: '',
      contact: '',
      tags: ['пара', 'Онлайн'],
      price: 350_000,
      pay_way: 'cash',
      ...times,
    },
    sessions: {
      id: ID,
      client: ID,
      date: NOW,
      duration: 60,
      description: '',
      status: 'scheduled',
      thoughts: '',
      news: '',
      series: '',
      occurrence: '',
      moves: 0,
      outcome: '',
      outcome_at: '',
      place: 'Парк',
      price: null,
      waived: false,
      ...times,
    },
    blog_posts: NOTE,
    availability_settings: {
      id: ID,
      day_of_week: 1,
      start_time: '09:00',
      end_time: '18:00',
      is_available: true,
      breaks: [],
      ...times,
    },
    booking: {
      id: ID,
      name: 'Я',
      phone: '+7 916 204-18-35',
      email: '',
      date: NOW,
      status: 'pending',
      message: '',
      time_zone: '',
      session: '',
      client: '',
      held_since: '',
      withdrawn: false,
      ...times,
    },
    payments: {
      id: ID,
      client: ID,
      session: '',
      amount: 3_500_000,
      paid_on: '2026-11-20',
      way: 'card',
      meetings: 10,
      until: '2026-12-31',
      receipt: true,
      note: 'Пакет',
      ...times,
    },
    consent_documents: {
      id: ID,
      version: 1,
      title: 'Согласие',
      text: 'Текст согласия',
      hash: 'a'.repeat(64),
      retired: '',
      ...times,
    },
  };
  const wrong: { [List in ArchiveList]?: Record<string, readonly unknown[]> } = {
    clients: {
      name: ['', ' ', '...', ' Мария', 'и'.repeat(201)],
      phone: ['', '+', ' 8916'],
      description: [' с пробелом', 'о'.repeat(5001)],
      source: [' '],
      email: ['maria', 'maria@', 'Мария <maria@example.org>'],
      place: ['парк', null],
      place_link: ['http://video.example', 'https://a b', ' https://a'],
      request: [' Сон', 'о'.repeat(5001), null],
      agreement: ['о'.repeat(5001)],
      birth_date: ['17.05.1990', '1899-12-31', '2026-02-30', null],
      emergency: ['о'.repeat(501)],
      contact: ['о'.repeat(201)],
      tags: [null, 'пара', [1], [' пара'], [''], ['пара', 'ПАРА'], ['о'.repeat(31)], ['a\nb'], ['a\u0000b']],
      price: [-1, 0.5, 100_000_001],
      pay_way: ['bitcoin', null],
    },
    sessions: {
      place: [' Парк', 'Парк\nпруд', 'я'.repeat(301), null],
      duration: [0, 1441],
      description: ['о'.repeat(100_000)],
      thoughts: ['и\u0306'],
    },
    blog_posts: { title: ['', 'Я', '...', ' Тема'], content: ['', 'коротко', ' текст с пробелом '], date: [NOW] },
    availability_settings: { end_time: ['08:00'], breaks: [[{ start: '19:00', end: '20:00' }]] },
    booking: { name: ['', '...', ' Я'], phone: ['', '+'], email: ['maria'], message: [' a', 'о'.repeat(2001)] },
    payments: {
      client: [''],
      session: [ID],
      amount: [0, 0.5, -1, 100_000_001],
      paid_on: ['', '2026-02-30'],
      way: ['', 'bitcoin'],
      meetings: [0, 101],
      until: ['2026-11-19'],
      note: [' Пакет', 'я'.repeat(501)],
    },
    consent_documents: { title: ['', ' a'], text: [''] },
  };
  for (const [list, fields] of Object.entries(wrong) as [ArchiveList, Record<string, readonly unknown[]>][]) {
    const sample = samples[list];
    assert.deepEqual(readArchiveLine(list, JSON.stringify(sample)), { row: sample }, list);
    for (const [field, values] of Object.entries(fields)) {
      for (const value of values) {
        const read = readArchiveLine(list, JSON.stringify({ ...sample, [field]: value }));
        assert.ok('problem' in read && read.problem.why === 'invalid', `${list}.${field} ${JSON.stringify(value)}`);
      }
    }
  }
  const orphan = { ...samples.sessions, client: '' };
  assert.deepEqual(readArchiveLine('sessions', JSON.stringify(orphan)), { row: orphan });
  assert.ok('problem' in readArchiveLine('sessions', JSON.stringify({ ...orphan, thoughts: 'О ком?' })));
  // An archive of an earlier version lacks columns that came later.
  const earlier = JSON.stringify({ ...orphan, place: undefined, price: undefined, waived: undefined });
  assert.deepEqual(readArchiveLine('sessions', earlier), { row: { ...orphan, place: '' } });
  const first = { request: '', agreement: '', birth_date: '', emergency: '', contact: '', tags: [] };
  const lacking = Object.fromEntries(Object.keys(first).map((name) => [name, undefined]));
  const client = readArchiveLine('clients', JSON.stringify({ ...samples.clients, ...lacking }));
  assert.deepEqual(client, { row: { ...samples.clients, ...first } });
});

test('OWN-02 the settings of an archive of an earlier version are read, with what came later as it is at first', () => {
  const earlier = {
    name: 'Анна',
    time_zone: 'Europe/Moscow',
    accepting: true,
    ask_consent: false,
    ...PROFILE_DEFAULTS,
    ...LETTER_DEFAULTS,
    ...VISIT_DEFAULTS,
  };
  const later = { names_in_letters: false, place_address: '', place_link: '', messages: {}, ...MONEY_DEFAULTS };
  assert.deepEqual(readArchiveLine('profiles', JSON.stringify(earlier)), { row: { ...earlier, ...later } });
});
