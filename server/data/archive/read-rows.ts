import { type ArchiveRow, type ArchiveTable, dataFile } from '#domain/archive/columns.ts';
import { LONGEST_LINE, readArchiveLine } from '#domain/archive/lines.ts';
import type { OpenArchive } from '#server/data/archive/open-archive.ts';
import type { Problems } from '#server/data/archive/problems.ts';
import { LineCut, linesOf, LineTooLong } from '#server/data/archive/read-lines.ts';

/** More rows than the largest practice has: the id of each stays in memory. */
const MOST_ROWS = 1_000_000;
const ROWS_AT_ONCE = 250;
/** A piece ends early where its lines are long. */
const CHARACTERS_AT_ONCE = 500_000;

export interface PlacedRow<Table extends ArchiveTable = ArchiveTable> {
  line: number;
  row: ArchiveRow<Table>;
}

/** Yields the rows of a table in pieces; lines that are no rows become problems. */
export async function* readRows<Table extends ArchiveTable>(
  archive: OpenArchive,
  table: Table,
  problems: Problems,
): AsyncGenerator<PlacedRow<Table>[]> {
  const file = dataFile(table);
  let piece: PlacedRow<Table>[] = [];
  let line = 0;
  let size = 0;
  try {
    for await (const text of linesOf(archive.read(file), LONGEST_LINE)) {
      line += 1;
      if (line > MOST_ROWS) problems.end(file, 'too_large', { line });
      const read = readArchiveLine(table, text);
      if ('problem' in read) problems.add(file, read.problem.why, { line, field: read.problem.field });
      else piece.push({ line, row: read.row });
      size += text.length;
      if (piece.length < ROWS_AT_ONCE && size < CHARACTERS_AT_ONCE) continue;
      if (piece.length > 0) yield piece;
      piece = [];
      size = 0;
    }
  } catch (error) {
    if (error instanceof LineTooLong) problems.end(file, 'too_long', { line: line + 1 });
    if (error instanceof LineCut) problems.end(file, 'cut', { line: line + 1 });
    if (error instanceof TypeError) problems.end(file, 'not_text', { line: line + 1 });
    throw error;
  }
  if (piece.length > 0) yield piece;
  const { counts } = archive.manifest;
  if (table !== 'profiles' && archive.has(file) && counts[table] !== line) problems.add(file, 'counts');
}
