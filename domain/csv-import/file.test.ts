import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CSV_ENCODINGS, findEncoding } from '#domain/csv-import/encoding.ts';
import { CSV_SEPARATORS, findEscape, findSeparator, looksLikeTable } from '#domain/csv-import/file.ts';
import { encoded } from '#proofs/support/encoded.ts';

const word = fc.stringMatching(/^[А-ЯЁ][а-яё]{1,12}$/);
const phone = fc.stringMatching(/^\+7 9\d{2} \d{3}-\d{2}-\d{2}$/);

const NAMES =
  'Анна Пётр Ольга Юлия Яна Ирина Игорь Жанна Щербакова Эльвира Фёдор Хасан Цветкова Шамиль Алёна Любовь Дарья Илья'.split(
    ' ',
  );
const COMMENTS = ['', 'тревога; сон', 'Мама Юли, звонить после 18', 'ПОСТОЯННАЯ КЛИЕНТКА', 'не спит — «устала»', 'я'];

test('OWN-03 the encoding of a table is found, with its mark or without', () => {
  // One or two rows without a head say too little: their preview shows what was read.
  const name = fc.constantFrom(...NAMES);
  const table = fc.array(fc.tuple(name, name, phone, fc.constantFrom(...COMMENTS)), { minLength: 3, maxLength: 30 });
  const head = fc.constantFrom(
    '',
    'Имя;Телефон;Комментарий\r\n',
    'ФИО;ТЕЛЕФОН;КОММЕНТАРИЙ\r\n',
    'Name;Phone;Notes\r\n',
  );
  fc.assert(
    fc.property(table, head, fc.constantFrom(...CSV_ENCODINGS), fc.boolean(), (rows, names, encoding, marked) => {
      const lines = rows.map(([first, last, number, comment]) => `${last} ${first};${number};"${comment}"\r\n`);
      // DOS and KOI8 have neither.
      const text = `${names}${lines.join('')}`.replaceAll(/[—«»]/g, (sign) => (/866|koi/.test(encoding) ? '-' : sign));
      const bytes = encoded(text, encoding, marked);
      assert.equal(new TextDecoder(findEncoding(bytes)).decode(bytes), text);
    }),
  );
  // In Windows' encoding its capitals are a dagger and a quote.
  const short = 'Жанна Фёдор;+7 900 000-00-00;"не спит — «устала»"\r\n';
  assert.equal(findEncoding(encoded(short, 'x-mac-cyrillic')), 'x-mac-cyrillic');
  for (const encoding of CSV_ENCODINGS) {
    for (const text of ['Имя;Телефон\nАнна;123456', 'ИМЯ;ТЕЛЕФОН\nАННА;123456', 'имя;телефон\nюля;123456']) {
      const bytes = encoded(text, encoding);
      // Capitals alone are the same bytes in DOS and on the Mac.
      assert.equal(new TextDecoder(findEncoding(bytes)).decode(bytes), text);
    }
  }
});

test('OWN-03 a few broken bytes make no other encoding of UTF-8, and its mark decides whatever follows', () => {
  const torn = Buffer.from([0xed, 0xa0, 0xbd]);
  const text = Buffer.from('Имя;Телефон\nАнна;123456\n');
  assert.equal(findEncoding(Buffer.concat([text, torn])), 'UTF-8');
  assert.equal(findEncoding(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), torn, torn])), 'UTF-8');
  assert.equal(findEncoding(Buffer.concat([Buffer.from('x;1\n'.repeat(9999)), encoded('Анна', 'ibm866')])), 'ibm866');
  const words = fc.array(fc.constantFrom(...NAMES), { minLength: 4, maxLength: 60 });
  fc.assert(
    fc.property(words, fc.nat(), (names, at) => {
      const whole = Buffer.from(names.join(';'));
      const cut = at % whole.length;
      // One byte is lost: what is left of its character is broken.
      assert.equal(findEncoding(Buffer.concat([whole.subarray(0, cut), whole.subarray(cut + 1)])), 'UTF-8');
    }),
  );
});

test('OWN-03 a NUL in a text makes no UTF-16 of it, and any bytes have an encoding', () => {
  assert.equal(findEncoding(encoded('Анна;+7 916 204-18-35;до\0после', 'UTF-8')), 'UTF-8');
  fc.assert(fc.property(fc.uint8Array(), (bytes) => assert.ok(CSV_ENCODINGS.includes(findEncoding(bytes)))));
});

test('OWN-03 a workbook, a document and an image are no tables', () => {
  for (const page of ['<html>', '\uFEFF<!DOCTYPE html>', ' <table border=1>', '<?xml version="1.0"?>']) {
    assert.equal(looksLikeTable(Buffer.from(page)), false, page);
  }
  for (const start of ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0\u00A1', '%PDF-1.7', '{\\rtf1', '\u0089PNG\r\n']) {
    assert.equal(looksLikeTable(Buffer.from(start, 'latin1')), false, start);
  }
  assert.ok(looksLikeTable(Buffer.from('Имя;Телефон')));
  assert.ok(looksLikeTable(new Uint8Array()));
});

test('OWN-03 the separator is found among commas, semicolons and quotes in the texts', () => {
  const texts = fc.constantFrom('Анна', 'Иванова, Анна', '"Пётр; старший"', '"он сказал ""да"", и; ушёл"', 'а|б, в');
  const rows = fc.array(fc.tuple(texts, phone, texts, word), { minLength: 3, maxLength: 20 });
  fc.assert(
    fc.property(rows, fc.constantFrom(...CSV_SEPARATORS), (cells, separator) => {
      const quoted = cells.map((row) =>
        row.map((cell) => (cell.includes(separator) && !cell.startsWith('"') ? `"${cell}"` : cell)),
      );
      // A comma in every name is a column of its own unless a header says better.
      const text = [
        `Имя${separator}Телефон${separator}Описание${separator}Город`,
        ...quoted.map((row) => row.join(separator)),
      ];
      assert.equal(findSeparator(text.join('\r\n')), separator);
    }),
  );
  for (const separator of CSV_SEPARATORS) {
    const quoted = [
      ['Имя', 'Телефон'],
      ['Анна; Ли,\t"старшая" | да', '89162041841'],
    ]
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
      .join('\n');
    assert.equal(findSeparator(quoted), separator);
    assert.equal(findSeparator(`Клиенты на 1 мая\n\n${quoted}\n`), separator);
  }
  assert.equal(findSeparator('"Имя"\t"Телефон"\n"Анна \\"Аня\\" Ли, мл."\t"1, 2, 3"'), '\t');
  assert.equal(findSeparator('sep=,\r\nИмя;Телефон'), ',');
  assert.equal(findSeparator('Имя\nАнна'), ';');
});

test('OWN-03 a backslash stands before a quote where no quote is doubled', () => {
  assert.equal(findEscape('Имя,Текст\nАнна,"сказала \\"да\\", и ушла"'), '\\');
  assert.equal(findEscape('Имя,Текст\nАнна,"сказала ""да"", и ушла"'), '"');
  assert.equal(findEscape('Имя,Папка\nАнна,"C:\\Анна\\"\nПётр,""'), '"');
  assert.equal(findEscape('Имя,Текст\nАнна,"\\"да\\""'), '\\');
});
