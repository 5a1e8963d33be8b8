import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CsvError, type Info, parse } from 'csv-parse';
import { type CsvEncoding, findEncoding, SAMPLE_BYTES } from '#domain/csv-import/encoding.ts';
import { findEscape, findSeparator, isPacked, looksLikeTable, separatorLine } from '#domain/csv-import/file.ts';
import { type CsvColumns, findColumns } from '#domain/csv-import/columns.ts';
import { CSV_LIMITS, type CsvPreview, type CsvReading, type RowWhy, type FileWhy } from '#domain/csv-import/report.ts';
import { AppError, badRequest } from '#domain/errors.ts';
import { CARD_COLUMNS, isContacts, readCards } from '#domain/csv-import/vcard.ts';
import { isBlank } from '#domain/text/clean-text.ts';

/** Other requests get their turn between two pieces. */
const PIECE_BYTES = 32 * 1024;
const ROW_BYTES = 256 * 1024;

export interface TableRow {
  /** The line of the file on which it begins, from 1. */
  line: number;
  cells: string[];
  /** Why the row cannot be a client, whatever its cells hold. */
  why?: RowWhy;
}

export interface Table extends CsvReading {
  kind: CsvPreview['kind'];
  /** The names of the columns; without a header as many empty strings. */
  names: string[];
  /** Without the header and empty rows; includes rows before the header. */
  rows: TableRow[];
  /** The columns that were found. */
  found: CsvColumns;
  offered: number[];
}

type Asked = { [Choice in keyof CsvReading]?: CsvReading[Choice] | undefined };

/** Reads a table with the given settings and detects the others. Throws a 400 for a file that is no table. */
export async function readTable(sent: Buffer, asked: Asked): Promise<Table> {
  const bytes = isPacked(sent) ? await unpacked(sent) : sent;
  if (!looksLikeTable(bytes)) throw refusedFile('not_table');
  const encoding = asked.encoding ?? findEncoding(bytes);
  const sample = new TextDecoder(encoding).decode(bytes.subarray(0, SAMPLE_BYTES));
  if (isContacts(sample)) return readContacts(new TextDecoder(encoding).decode(bytes), encoding);
  const separator = asked.separator ?? findSeparator(sample);
  // The first such quote may come after the sample.
  const escape = findEscape(bytes.includes('\\"') ? new TextDecoder(encoding).decode(bytes) : sample);
  const rows = await parseRows(bytes, { encoding, separator, escape, skipped: separatorLine(sample) });
  const {
    header,
    columns: found,
    offered,
  } = findColumns(
    rows.map(({ cells }) => cells),
    asked.header,
  );
  const [names] = header >= 0 ? rows.splice(header, 1) : [];
  for (const row of rows.slice(0, Math.max(0, header))) row.why = 'before_header';
  for (const row of rows) {
    if (names && isSame(row.cells, names.cells)) row.why = 'header';
    else if (names && row.cells.slice(names.cells.length).some((cell) => !isBlank(cell))) row.why ??= 'wide';
  }
  if (rows.every(({ why }) => why !== undefined)) throw refusedFile('empty');
  if (rows.length > CSV_LIMITS.rows) throw refusedFile('rows');
  const width = names?.cells.length ?? Math.max(...rows.map(({ cells }) => cells.length));
  return {
    kind: 'table',
    encoding,
    separator,
    header: names !== undefined,
    names: Array.from({ length: width }, (_, at) => names?.cells[at] ?? ''),
    rows,
    found,
    offered,
  };
}

/** Reads the contacts of a phone as a table, whose columns are known. */
async function readContacts(text: string, encoding: CsvEncoding): Promise<Table> {
  const rows: TableRow[] = [];
  for (const card of readCards(text)) {
    if (card === null) await setImmediate();
    else if (rows.push({ line: card.line, cells: card.cells, ...(card.isCut && { why: 'cut' }) }) > CSV_LIMITS.rows)
      throw refusedFile('rows');
  }
  if (rows.every(({ why }) => why !== undefined)) throw refusedFile('empty');
  return {
    kind: 'contacts',
    encoding,
    separator: ';',
    header: true,
    names: [...CARD_COLUMNS],
    rows,
    found: { name: [0], phone: [1], email: [2], description: [3] },
    offered: [],
  };
}

/** Whether a row repeats the header: some programs print it on every page. */
function isSame(cells: readonly string[], names: readonly string[]): boolean {
  const width = Math.max(cells.length, names.length);
  return Array.from({ length: width }).every((_, at) => (cells[at] ?? '').trim() === (names[at] ?? '').trim());
}

async function unpacked(bytes: Buffer): Promise<Buffer> {
  return promisify(gunzip)(bytes, { maxOutputLength: CSV_LIMITS.bytes }).catch((error: unknown) => {
    if (error instanceof RangeError) throw new AppError(413, 'Request entity too large.');
    throw refusedFile('packed');
  });
}

interface Order {
  encoding: CsvEncoding;
  separator: string;
  escape: string;
  /** The text before the first row. */
  skipped: string;
}

async function parseRows(bytes: Buffer, { encoding, separator, escape, skipped }: Order): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const parser = parse({
    delimiter: separator,
    escape,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    ltrim: true,
    max_record_size: ROW_BYTES,
    info: true,
  });
  /** The lines, and of them the empty ones, up to the end of the last row. */
  let [lines, empty] = [skipped === '' ? 0 : 1, 0];
  try {
    await pipeline(textOf(bytes, encoding, skipped), parser, async (parsed: AsyncIterable<Parsed>) => {
      for await (const { record, info } of parsed) {
        const line = lines + (info.empty_lines - empty) + 1;
        // The library counts a line end of two characters within quotes twice.
        [lines, empty] = [line + breaksIn(record), info.empty_lines];
        if (record.length > CSV_LIMITS.columns) throw refusedFile('columns', line);
        if (record.every(isBlank)) continue;
        // The first may be the header.
        if (rows.push({ line, cells: record }) > CSV_LIMITS.rows + 1) throw refusedFile('rows');
      }
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = lines + (parser.info.empty_lines - empty) + 1;
    throw refusedFile(error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'quote' : 'long_line', line);
  }
  return rows;
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

interface Parsed {
  record: string[];
  info: Info;
}

async function* textOf(bytes: Buffer, encoding: CsvEncoding, skipped: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const text = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
    yield at === 0 ? text.slice(skipped.length) : text;
    await setImmediate();
  }
  yield decoder.decode();
}

/** Returns the 400 for a file that cannot be read as a table; `line` counts from 1. */
function refusedFile(why: FileWhy, line = 0): AppError {
  const message = line > 0 ? `Cannot be read from line ${line} on.` : 'Cannot be read.';
  return badRequest('The file cannot be read as a table.', { file: { code: `csv_${why}`, message, params: { line } } });
}
