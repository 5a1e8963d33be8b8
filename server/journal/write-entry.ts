import { sql } from 'kysely';
import type { CountedAction, JournalAction, JournalSubject } from '#domain/journal/journal.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/action.ts';
import { insertPrepared } from '#server/db/prepared-insert.ts';
import type { NewRow } from '#server/db/schema.ts';
import { type Table, TABLES } from '#server/db/tables.ts';
import type { Author, OwnerId } from '#server/identity/actor.ts';

/** What happened; what is left out is empty. */
export interface Happening {
  action: JournalAction;
  subject: JournalSubject;
  record?: string;
  client?: string;
  /** The columns that were written. */
  columns?: readonly string[];
  count?: number;
}

/** `owner`: whose journal it is. */
type Writing = Pick<Action, 'write' | 'owner' | 'actor' | 'now'>;

/** Columns that follow from others, and one that nobody knows by its name. */
const NAMES: Record<string, string | null> = {
  email_key: null,
  held_since: null,
  identity_key: null,
  search_text: null,
  session: null,
  token_key: null,
  password_hash: 'password',
};

/** Adds a row to the practitioner's journal, in the transaction of what it tells: both are kept or neither is. */
export async function writeEntry(action: Writing, happening: Happening): Promise<void> {
  await insertPrepared(action.write.trx, 'journal', entryRow(action, happening));
}

/**
 * Counts what may happen often: the first time in an hour (of UTC) of a sign-in adds a row, and its count grows from then
 * on. It is the one change of a row that the database allows.
 */
export async function countEntry(action: Writing, happening: Happening & { action: CountedAction }): Promise<void> {
  const hour = printInstant(action.now).slice(0, 13).replaceAll(/\D/g, '');
  await action.write.trx
    .insertInto('journal')
    .values({ ...entryRow(action, happening), day: hour })
    .onConflict((conflict) =>
      conflict
        .columns(['user', 'action', 'sign_in', 'day'])
        // As the index is written: SQLite takes no parameter for that.
        .where(sql<boolean>`action in ('sign_in_refused', 'reset_requested', 'view_texts')`)
        .doUpdateSet((row) => ({ count: sql<number>`${row.ref('journal.count')} + ${row.ref('excluded.count')}` })),
    )
    .execute();
}

/** Ids, names and counts: no value of a record comes this far. */
export function entryRow(
  { owner, actor, now }: Omit<Writing, 'write'>,
  { action, subject, record = '', client = '', columns = [], count = 1 }: Happening,
): NewRow<'journal'> {
  const fields = columns.map((column) => NAMES[column] ?? (column in NAMES ? [] : column)).flat();
  const what = { action, subject, record, client, fields: JSON.stringify(fields), count };
  return { user: owner, created: printInstant(now), ...what, ...authorColumns(actor, owner), day: '' };
}

type AuthorColumns = Pick<NewRow<'journal'>, 'author' | 'sign_in' | 'address' | 'device'>;

/** Of a visitor nothing is kept, and a practitioner who visits a colleague's page is a visitor there. */
function authorColumns(actor: Author, owner: OwnerId): AuthorColumns {
  if (actor.kind === 'program') return { author: 'program', sign_in: '', address: '', device: '' };
  if (actor.kind === 'guest' || actor.owner !== owner) {
    return { author: 'visitor', sign_in: '', address: '', device: '' };
  }
  return { author: 'practitioner', sign_in: actor.kind === 'user' ? actor.signIn : '', ...actor.from };
}

/** The client whom a row of a table is or is about; '' where there is none. */
export function clientOf(table: JournalSubject, row: Readonly<Record<string, unknown>>): string {
  const { client }: Table = TABLES[table];
  const id = client && row[client];
  return typeof id === 'string' ? id : '';
}
