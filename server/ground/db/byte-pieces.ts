import { type RawBuilder, sql } from 'kysely';

/** Bytes of stored text that are read, opened and printed in one piece, some 10 ms of the thread. */
const PIECE_BYTES = 256 * 1024;
const PIECE_ROWS = 100;

/** A row, and how many bytes of text it holds. */
export interface SizedRow {
  id: string;
  bytes: number;
}

/** Returns the bytes of columns of text; neither engine reads the text for it. */
export function bytesIn(columns: readonly string[]): RawBuilder<number> {
  return sql<number>`(${sql.join(
    columns.map((column) => sql`octet_length(${sql.ref(column)})`),
    sql` + `,
  )})`;
}

/** Yields ids in their order, so many at a time that their rows hold no more than one piece may; a longer row alone. */
export function* piecesOf(rows: Iterable<SizedRow>): Generator<string[]> {
  let piece: string[] = [];
  let size = 0;
  for (const { id, bytes } of rows) {
    if (piece.length > 0 && (size + bytes > PIECE_BYTES || piece.length === PIECE_ROWS)) {
      yield piece;
      piece = [];
      size = 0;
    }
    piece.push(id);
    size += bytes;
  }
  if (piece.length > 0) yield piece;
}
