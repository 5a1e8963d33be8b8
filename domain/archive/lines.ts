import { ARCHIVE_COLUMNS, type ArchiveRow, type ArchiveTable, columnsOf } from '#domain/archive/columns.ts';

/** The longest line: a session whose every text has its full length, with each character escaped. */
export const LONGEST_LINE = 2 * 1024 * 1024;

/** Why a line is invalid, with the wrong column; '' where it is the whole line. */
export interface LineProblem {
  field: string;
  why: 'not_json' | 'missing' | 'unknown' | 'invalid';
}

/** Returns a record as a line of an archive, with the line end; the same record always gives the same bytes. */
export function archiveLine(table: ArchiveTable, record: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(Object.fromEntries(columnsOf(table).map((column) => [column, record[column]])))}\n`;
}

/** Parses a line without its line end; returns the record, or what is wrong with it. */
export function readArchiveLine<Table extends ArchiveTable>(
  table: Table,
  line: string,
): { row: ArchiveRow<Table> } | { problem: LineProblem } {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { problem: { field: '', why: 'not_json' } };
  }
  const read = ARCHIVE_COLUMNS[table].safeParse(json);
  if (read.success) return { row: read.data as ArchiveRow<Table> };
  const [issue] = read.error.issues;
  if (issue?.code === 'unrecognized_keys') return { problem: { field: '', why: 'unknown' } };
  const field = String(issue?.path[0] ?? '');
  const isThere = field === '' || (typeof json === 'object' && json !== null && Object.hasOwn(json, field));
  return { problem: { field, why: isThere ? 'invalid' : 'missing' } };
}
