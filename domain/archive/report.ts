/** Why an archive cannot be imported. */
export const IMPORT_WHYS = [
  // The file, or a part of it.
  'not_zip',
  'sealed',
  'passphrase',
  'damaged',
  /** Encrypted, or compressed in another way than ZIP files usually are. */
  'packing',
  'too_large',
  'bad_name',
  'link',
  'duplicate',
  'unlisted',
  'missing',
  'unknown',
  'hash',
  /** `field` names the version of the program that reads it. */
  'newer',
  'counts',
  // A line.
  'too_long',
  'not_text',
  'cut',
  'not_json',
  'invalid',
  /** The relation leads to no row of the archive or of the account. */
  'relation',
  /** The account has another row under the id. */
  'differs',
  /** Another account has the id. */
  'taken',
  /** The row contradicts one that the account has. */
  'conflict',
  /** The account would have more of them than it can. */
  'too_many',
] as const;

export type ImportWhy = (typeof IMPORT_WHYS)[number];

export interface ImportProblem {
  /** '' for the whole archive. */
  file: string;
  /** From 1; 0 for the whole file. */
  line: number;
  /** '' for the whole line. */
  field: string;
  why: ImportWhy;
}

/** `POST /api/import/preview`, `POST /api/import`: what is added, what is left as it is, by list. */
export interface ImportReport {
  records: Record<string, number>;
  skipped: Record<string, number>;
  problems: ImportProblem[];
}
