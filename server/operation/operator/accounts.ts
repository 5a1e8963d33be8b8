import { z } from 'zod';
import type { Context } from '#server/ground/context.ts';
import { idList } from '#server/ground/db/query.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { areHeld } from '#server/practice/letters/hold-letters.ts';
import { findFactor } from '#server/accounts/second-factor/factor.ts';
import { emailKey } from '#domain/accounts/email.ts';
import { findPending } from '#server/accounts/passwords/find-pending.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { StartError } from '#server/ground/process/start-error.ts';

/** An account as the operator sees it. Instants as stored, UTC. */
export interface AccountLine {
  id: string;
  email: string;
  name: string;
  /** Whether its e-mail is confirmed. */
  verified: boolean;
  locked: boolean;
  secondFactor: boolean;
  /** Whether its letters to clients wait for the operator. */
  lettersHeld: boolean;
  created: string;
  /** '' without a sign-in. */
  lastSeen: string;
  /** About how many bytes its records take. */
  bytes: number;
}

export interface AccountDetails extends AccountLine {
  /** The devices that are signed in. */
  devices: { device: string; lastSeen: string }[];
  /** The device of an unconfirmed registration; '' otherwise. */
  registeredOn: string;
}

const COLUMNS = ['users.id', 'email', 'name', 'verified', 'locked', 'users.created', 'turned_on', 'held'] as const;

/** Selects accounts by a text in their e-mail, name or id, in pages; the largest first, or the oldest. */
export const accountQuery = z.object({ text: z.string(), page: z.int().min(1), largest: z.boolean() });

export const PAGE = 100;

export interface AccountPage {
  accounts: (AccountLine & { clients: number; sessions: number })[];
  /** The number of accounts on all pages. */
  count: number;
}

/** Returns a page of the accounts that are not deleted. */
export async function listAccounts(
  context: Context,
  { text, page, largest }: z.output<typeof accountQuery>,
): Promise<AccountPage> {
  const { db, quota } = context;
  const rows = await db.read
    .selectFrom('users')
    .leftJoin('sign_ins', 'sign_ins.user', 'users.id')
    .leftJoin('second_factors', 'second_factors.user', 'users.id')
    .leftJoin('letter_holds', 'letter_holds.user', 'users.id')
    .select(COLUMNS)
    .select((query) => query.fn.max('sign_ins.last_seen').as('last_seen'))
    .where('deleted', 'is', null)
    .groupBy(COLUMNS)
    .orderBy('users.created')
    .orderBy('users.id')
    .execute();
  const sought = text.toLowerCase();
  const found = rows.filter(({ id, email, name }) => `${email}\n${name}\n${id}`.toLowerCase().includes(sought));
  const sizes = new Map<string, number>();
  const measure = async (some: readonly { id: string }[]): Promise<void> => {
    for (const { id } of some) sizes.set(id, sizes.get(id) ?? (await quota.measure(id)));
  };
  const sizeOf = ({ id }: { id: string }): number => sizes.get(id) ?? 0;
  if (largest) {
    await measure(found);
    found.sort((one, other) => sizeOf(other) - sizeOf(one));
  }
  const shown = found.slice((page - 1) * PAGE, page * PAGE);
  await measure(shown);
  const ids = shown.map(({ id }) => id);
  const [clients, sessions] = [await countOf(db, 'clients', ids), await countOf(db, 'sessions', ids)];
  const accounts = shown.map(({ last_seen, turned_on, held, ...row }) => ({
    ...lineOf(row, {
      lastSeen: last_seen ?? '',
      factorSince: turned_on,
      lettersHeld: held !== null,
      bytes: sizeOf(row),
    }),
    clients: clients.get(row.id) ?? 0,
    sessions: sessions.get(row.id) ?? 0,
  }));
  return { accounts, count: found.length };
}

/** Returns how many rows each of these accounts has. */
async function countOf({ read, engine }: Context['db'], table: 'clients' | 'sessions', ids: readonly string[]) {
  const rows = await read
    .selectFrom(table)
    .select('user')
    .select((query) => query.fn.countAll<number | string>().as('count'))
    .where('user', 'in', idList(engine, ids))
    .groupBy('user')
    .execute();
  return new Map(rows.map(({ user, count }) => [user, Number(count)]));
}

/** Returns one account by its e-mail or id. Throws a StartError where no account, or more than one, matches. */
export async function showAccount({ db: { read: db }, quota }: Context, who: string): Promise<AccountDetails> {
  const account = await findAccount(db, who);
  const devices = await db
    .selectFrom('sign_ins')
    .select(['device', 'last_seen as lastSeen'])
    .where('user', '=', account.id)
    .orderBy('last_seen', 'desc')
    .execute();
  const factor = await findFactor(db, ownerId(account.id));
  const line = lineOf(account, {
    lastSeen: devices[0]?.lastSeen ?? '',
    factorSince: factor?.turned_on ?? null,
    lettersHeld: await areHeld(db, account.id),
    bytes: await quota.measure(account.id),
  });
  return { ...line, devices, registeredOn: account.registered_device };
}

type Shown = Pick<Row<'users'>, 'id' | 'email' | 'name' | 'verified' | 'locked' | 'created'>;

function lineOf(
  { id, email, name, verified, locked, created }: Shown,
  { factorSince, ...told }: Pick<AccountLine, 'lastSeen' | 'lettersHeld' | 'bytes'> & { factorSince: string | null },
): AccountLine {
  return {
    id,
    email,
    name,
    verified: verified === 1,
    locked: locked !== null,
    secondFactor: factorSince !== null,
    created,
    ...told,
  };
}

/**
 * Returns the account of an e-mail or an id. Throws a StartError where there is none, and where several registrations
 * of an unconfirmed address match, each of which may be a stranger's.
 */
async function findAccount(db: Reader, who: string): Promise<Row<'users'>> {
  const all = await findAccounts(db, who);
  const [account] = all;
  if (!account) throw new StartError(`There is no account ${who}.`);
  if (all.length === 1) return account;
  const ids = all.map(({ id, created, name }) => `${id} (${name}, of ${created.slice(0, 16)} UTC)`);
  throw new StartError(`Several registrations wait for ${who}, name one by its id: ${ids.join(', ')}.`);
}

async function findAccounts(db: Reader, who: string): Promise<Row<'users'>[]> {
  const accounts = db.selectFrom('users').selectAll().where('deleted', 'is', null);
  if (RECORD_ID.test(who)) return accounts.where('id', '=', who).execute();
  const key = emailKey(who);
  const confirmed = await accounts.where('email_key', '=', key).execute();
  return confirmed.length > 0 ? confirmed : findPending(db, key);
}
