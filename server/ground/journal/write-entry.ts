import { sql } from 'kysely';
import type { CountedAction, JournalAction, JournalSubject } from '#domain/journal/journal.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { insertPrepared } from '#server/ground/db/query.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import { type Table, TABLES } from '#server/ground/db/tables.ts';
import type { Author, OwnerId } from '#server/ground/identity/actor.ts';

/** An entry to write; omitted fields are stored empty. */
export interface NewEntry {
  action: JournalAction;
  subject: JournalSubject;
  record?: string;
  client?: string;
  /** The columns that changed. */
  columns?: readonly string[];
  count?: number;
}

/** `owner` is the practitioner whose journal gets the entry. */
type Writing = Pick<Action, 'write' | 'owner' | 'actor' | 'now'>;

/** Columns that are derived and omitted (null), and one with another public name. */
const NAMES: Record<string, string | null> = {
  answer: null,
  email_key: null,
  held_since: null,
  identity_key: null,
  link_since: null,
  name_key: null,
  namesake: null,
  search_text: null,
  session: null,
  token_key: null,
  password_hash: 'password',
};

/** Adds an entry to the practitioner's journal in the transaction of the change: both are stored or neither is. */
export async function writeEntry(action: Writing, happening: NewEntry): Promise<void> {
  await insertPrepared(action.write.trx, 'journal', entryRow(action, happening));
}

/**
 * Counts a frequent action: the first one of a sign-in in an hour (UTC) adds a row, later ones increment its count. The
 * database allows no other change of a row.
 */
export async function countEntry(action: Writing, happening: NewEntry & { action: CountedAction }): Promise<void> {
  const hour = printInstant(action.now).slice(0, 13).replaceAll(/\D/g, '');
  await action.write.trx
    .insertInto('journal')
    .values({ ...entryRow(action, happening), day: hour })
    .onConflict((conflict) =>
      conflict
        .columns(['user', 'action', 'sign_in', 'day'])
        // Repeats the condition of the index with literals: SQLite accepts no parameter here.
        .where(sql<boolean>`action in ('sign_in_refused', 'reset_requested', 'view_texts')`)
        .doUpdateSet((row) => ({ count: sql<number>`${row.ref('journal.count')} + ${row.ref('excluded.count')}` })),
    )
    .execute();
}

/** Returns a row with ids, names and counts, but no value of a record. */
export function entryRow(
  { owner, actor, now }: Omit<Writing, 'write'>,
  { action, subject, record = '', client = '', columns = [], count = 1 }: NewEntry,
): NewRow<'journal'> {
  const fields = columns.map((column) => NAMES[column] ?? (column in NAMES ? [] : column)).flat();
  const what = { action, subject, record, client, fields: JSON.stringify(fields), count };
  return { user: owner, created: printInstant(now), ...what, ...authorColumns(actor, owner), day: '' };
}

type AuthorColumns = Pick<NewRow<'journal'>, 'author' | 'sign_in' | 'address' | 'device'>;

/** Stores nothing about visitors; a practitioner on another one's page counts as a visitor. */
function authorColumns(actor: Author, owner: OwnerId): AuthorColumns {
  if (actor.kind === 'program') return { author: 'program', sign_in: '', address: '', device: '' };
  // The pseudo sign-in separates the operator's hourly counts from those of visitors.
  if (actor.kind === 'operator') return { author: 'operator', sign_in: 'operator', address: '', device: '' };
  if (actor.kind === 'guest' || actor.owner !== owner) {
    return { author: 'visitor', sign_in: '', address: '', device: '' };
  }
  return { author: 'practitioner', sign_in: actor.kind === 'user' ? actor.signIn : '', ...actor.from };
}

/** Returns the id of the client that a row is or belongs to; '' where it has none. */
export function clientOf(table: JournalSubject, row: Readonly<Record<string, unknown>>): string {
  const { client }: Table = TABLES[table];
  const id = client && row[client];
  return typeof id === 'string' ? id : '';
}
