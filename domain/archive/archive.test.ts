import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ARCHIVE_LISTS, columnsOf } from '#domain/archive/columns.ts';
import { csvLine } from '#domain/archive/csv.ts';
import { archiveLine, readArchiveLine } from '#domain/archive/lines.ts';
import { ARCHIVE_FORMAT, printManifest, readManifest } from '#domain/archive/manifest.ts';

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

test('OWN-01 no cell of a table is a formula, and none breaks out of its column', () => {
  assert.equal(csvLine(['=1+1', '+7 916', 'а;б', '"в"', 'г\nд', -5]), `'=1+1;'+7 916;"а;б";"""в""";"г\nд";-5\r\n`);
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('=', '+', '-', '@', ';', '"', '\n', '\r', '\t', ' ', 'я') }), {
        minLength: 1,
      }),
      (cells) => {
        const read = parse(csvLine(cells));
        assert.equal(read.length, cells.length);
        for (const [at, cell] of read.entries()) {
          assert.doesNotMatch(cell, /^\s*[=+\-@]/);
          assert.ok(cell === cells[at] || cell === `'${cells[at]}`);
        }
      },
    ),
  );
});

/** Reads one record as tables do. */
function parse(line: string): string[] {
  const cells = [''];
  let quoted = false;
  for (let at = 0; at < line.length - 2; at += 1) {
    const character = line.charAt(at);
    const last = cells.length - 1;
    if (character === '"' && quoted && line.charAt(at + 1) === '"') cells[last] += line.charAt((at += 1));
    else if (character === '"' && (quoted || cells[last] === '')) quoted = !quoted;
    else if (character === ';' && !quoted) cells.push('');
    else cells[last] += character;
  }
  return cells;
}
