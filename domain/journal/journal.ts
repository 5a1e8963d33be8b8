/** What a row of the journal can be about. */
export type JournalSubject =
  | 'users'
  | 'profiles'
  | 'clients'
  | 'series'
  | 'series_skips'
  | 'sessions'
  | 'blog_posts'
  | 'templates'
  | 'availability_settings'
  | 'booking'
  | 'payments'
  | 'letters'
  | 'news'
  | 'consent_documents'
  | 'consents'
  | 'erasures'
  | 'sign_ins';

/**
 * What happened to it. Of a sign-in: 'create' is signing in, 'delete' signing out, 'end' that one device ended others.
 * 'signed_out' is the operator's end of sign-ins. An 'export' without a record is of the whole practice. A 'view' without a record is the list, 'view_texts' that lists carried what was written about sessions.
 * A 'code_refused' is a wrong code after a right password.
 */
export const JOURNAL_ACTIONS = [
  'create',
  'update',
  'delete',
  'view',
  'view_texts',
  'end',
  'export',
  'import',
  'sign_in_refused',
  'reset_requested',
  'reset_link_made',
  'email_change_requested',
  'email_taken_back',
  'second_factor_on',
  'second_factor_off',
  'recovery_codes_made',
  'recovery_code_used',
  'code_refused',
  'address_confirmed',
  'letters_held',
  'letters_allowed',
  'account_locked',
  'account_unlocked',
  'signed_out',
  'key_changed',
  'strict_on',
  'strict_off',
  'recovery_code_made',
  'unlocked',
] as const;

export type JournalAction = (typeof JOURNAL_ACTIONS)[number];

/** Of these there is one row an hour, whose count grows as long as the hour lasts. */
export type CountedAction = Extract<JournalAction, 'view_texts' | 'sign_in_refused' | 'reset_requested'>;

/** The author: the practitioner, a visitor of the public page, a job of the program, or the operator. */
export const JOURNAL_AUTHORS = ['practitioner', 'visitor', 'program', 'operator'] as const;

export type JournalAuthor = (typeof JOURNAL_AUTHORS)[number];

/** A row of the journal on the wire: ids, names of fields and counts, never a value. */
export interface JournalEntry {
  /** In the stored form, UTC. */
  created: string;
  action: JournalAction;
  subject: JournalSubject;
  /** The id of the record; '' where there are several. */
  record: string;
  /** The client whom it concerns; '' where it concerns none. */
  client: string;
  /** The names of the fields that an update wrote. */
  fields: string[];
  /** How many records, or how often; 1 but for what goes along with others and for what is counted. */
  count: number;
  author: JournalAuthor;
  /** Where the practitioner was; '' of a visitor. */
  address: string;
  device: string;
}

/** What was viewed on one day, counted over the whole day. */
export interface JournalDay {
  /** In the practitioner's zone, 'YYYY-MM-DD'. */
  day: string;
  /** How many clients were opened. */
  clients: number;
  /** The lists that were read. */
  lists: JournalSubject[];
  /** How many sessions' texts were read. */
  texts: number;
}

/**
 * `GET /api/journal?client={id}&page=1`, the newest first. With `views=by-day` the rows are changes and sign-ins, and
 * views come as `days`; with `views=2026-11-21` the rows are the views of that day.
 */
export interface JournalPage {
  items: JournalEntry[];
  /** The present names of the clients of these rows, by id: the journal itself holds none. */
  names: Record<string, string>;
  /** The present starts, in the stored form, of the sessions of these rows that still exist, by id. */
  starts: Record<string, string>;
  /** The names in the requests of these rows that still exist, by id. */
  visitors: Record<string, string>;
  /** The days that this page reaches, each on one page only; empty where they were not asked for. */
  days: JournalDay[];
  page: number;
  perPage: number;
  /** -1 where the total was not asked for. */
  totalItems: number;
  totalPages: number;
}
