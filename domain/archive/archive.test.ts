import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ARCHIVE_LISTS, columnsOf } from '#domain/archive/columns.ts';
import { csvLine, guarded, unguarded } from '#domain/archive/csv.ts';
import { archiveLine, readArchiveLine } from '#domain/archive/lines.ts';
import { ARCHIVE_FORMAT, printManifest, readManifest } from '#domain/archive/manifest.ts';
import { phoneCell } from '#domain/archive/sheets.ts';

const ID = 'a'.repeat(15);
const NOW = '2026-11-21 09:00:00.000Z';
const NOTE = { id: ID, title: 'Тема', content: 'Текст', date: NOW, created: NOW, updated: NOW };

test('OWN-01 a record becomes one line, whatever its text and the order of its columns, and comes back', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.shuffledSubarray(Object.keys(NOTE), { minLength: 6 }),
      (title, order) => {
        fc.pre(!title.includes('\0'));
        const note: Record<string, unknown> = { ...NOTE, title };
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
