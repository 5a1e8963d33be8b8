import type { CsvEncoding } from '#domain/csv-import/encoding.ts';
import type { CsvSeparator } from '#domain/csv-import/file.ts';

export const CSV_LIMITS = { bytes: 10 * 1024 * 1024, rows: 5000, columns: 100, shownRows: 20, shownText: 400 } as const;

/** How long an import can be taken back. */
export const TAKE_BACK_HOURS = 24;

/** What a row becomes; the record API's fields of the same names. */
export const CSV_FIELDS = ['name', 'phone', 'email', 'description'] as const;

export type CsvField = (typeof CSV_FIELDS)[number];

/** Why a row becomes no client. */
export type RowWhy =
  | 'name_long'
  | 'phone_long'
  | 'name_missing'
  | 'name_short'
  | 'name_unreadable'
  | 'phone_missing'
  | 'phone_short'
  | 'phone_unreadable'
  /** A table program kept only the first digits: 7,91621E+10. */
  | 'phone_rounded'
  /** It has more cells than there are columns: what stands in them is shifted. */
  | 'wide'
  /** NUL or half of a character. */
  | 'characters'
  /** Bytes that are no character of the encoding. */
  | 'broken'
  /** It stands before the names of the columns, or repeats them. */
  | 'before_header'
  | 'header'
  /** A contact of a file of contacts without its end. */
  | 'cut'
  /** An earlier row of the file has the same name and phone. */
  | 'repeated'
  /** A client has them. */
  | 'exists'
  /** There is no place left without a licence. */
  | 'limit';

/** What of a row that becomes a client was not to be read, and is for its author to look at. */
export type RowRemark =
  | 'email_unreadable'
  | `${'birth_date' | 'tags' | 'price' | 'pay_way'}_unreadable`
  | `${'description' | 'request' | 'agreement' | 'emergency' | 'contact'}_${'broken' | 'cut'}`;

/** Why a file cannot be read as a table. */
export type FileWhy = 'empty' | 'not_table' | 'packed' | 'quote' | 'long_line' | 'rows' | 'columns';

export interface RefusedRow {
  /** The line of the file on which the row begins, from 1. */
  line: number;
  why: RowWhy;
}

/** A row that becomes a client, but not as it stands. */
export interface RemarkedRow {
  line: number;
  remark: RowRemark;
}

/** How a file is read; what is absent is found out. */
export interface CsvReading {
  encoding: CsvEncoding;
  separator: CsvSeparator;
  /** Whether the first full row holds the names of the columns. */
  header: boolean;
}

/** `POST /api/import/csv/preview`. */
export interface CsvPreview extends CsvReading {
  /** Contacts of a phone have columns of their own, and neither a separator nor a header that could be chosen. */
  kind: 'table' | 'contacts';
  /** The names of the columns; without a header as many empty ones. */
  columns: string[];
  /** The first rows, long texts cut. */
  rows: string[][];
  /** The rows of the file without the names of the columns: each is imported or refused. */
  total: number;
  /** What `chosen` would import: the asked columns, otherwise those that were found. */
  chosen: string;
  imported: number;
  refused: RefusedRow[];
  remarks: RemarkedRow[];
  /** The columns that may hold the phones, where none is chosen: none of them is beyond doubt. */
  offered: number[];
}

/** `POST /api/import/csv?columns=name:0,phone:1`; `import` is '' where nothing was imported. */
export interface CsvImported {
  import: string;
  imported: number;
  refused: RefusedRow[];
  remarks: RemarkedRow[];
}

/** `DELETE /api/import/csv/{import}`: clients that were changed, or have something of their own, stay. */
export interface CsvTakenBack {
  removed: number;
  kept: { id: string; name: string }[];
}

/** `GET /api/import/csv`: the imports that can still be taken back, the newest first. */
export interface CsvImports {
  items: { import: string; created: string; clients: number }[];
}
