import { type RawBuilder, sql } from 'kysely';

/** Bytes of stored text that are read, opened and serialised in one piece; this takes some 10 ms of the thread. */
const PIECE_BYTES = 256 * 1024;
const PIECE_ROWS = 100;

/** A row and the number of bytes of text in it. */
export interface SizedRow {
  id: string;
  bytes: number;
}

/** Returns SQL for the number of bytes in columns of text; neither engine reads the text for it. */
export function bytesIn(columns: readonly string[]): RawBuilder<number> {
  return sql<number>`(${sql.join(
    columns.map((column) => sql`octet_length(${sql.ref(column)})`),
    sql` + `,
  )})`;
}

/**
 * Yields the ids in order, in pieces whose rows hold at most PIECE_BYTES; a row longer than that is a piece of its own.
 */
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
