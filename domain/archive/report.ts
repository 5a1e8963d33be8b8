/** Why an archive cannot be imported. */
export const IMPORT_WHYS = [
  // Reasons about the file or a part of it.
  'not_zip',
  'sealed',
  'passphrase',
  'damaged',
  /** It is encrypted, or compressed by another method than usual in ZIP files. */
  'packing',
  'too_large',
  'bad_name',
  'link',
  'duplicate',
  'unlisted',
  'missing',
  'unknown',
  'hash',
  /** `field` is the version of the program that can read it. */
  'newer',
  'counts',
  // Reasons about a line.
  'too_long',
  'not_text',
  'cut',
  'not_json',
  'invalid',
  /** The relation refers to no row of the archive or of the account. */
  'relation',
  /** The account has a different row with this id. */
  'differs',
  /** Another account has a row with this id. */
  'taken',
  /** The row contradicts one in the account. */
  'conflict',
  /** The account would exceed a limit. */
  'too_many',
] as const;

export type ImportWhy = (typeof IMPORT_WHYS)[number];

export interface ImportProblem {
  /** '' if it is about the whole archive. */
  file: string;
  /** From 1; 0 if it is about the whole file. */
  line: number;
  /** '' if it is about the whole line. */
  field: string;
  why: ImportWhy;
}

/**
 * `POST /api/import/preview`, `POST /api/import`: how many records are added and how many left as they are, by list.
 */
export interface ImportReport {
  records: Record<string, number>;
  skipped: Record<string, number>;
  problems: ImportProblem[];
}
