/** What others and the program did, told to the practitioner until it is seen. */
export const NEWS_KINDS = [
  'client_moved',
  'client_canceled',
  'client_stopped',
  'request_new',
  'request_withdrawn',
  'request_expired',
  'letter_failed',
  'series_skipped',
  'import_done',
] as const;

export type NewsKind = (typeof NEWS_KINDS)[number];

/** How long a row is kept, in days of 24 hours. */
export const NEWS_DAYS = 30;
