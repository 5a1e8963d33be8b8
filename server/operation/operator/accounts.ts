import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { findAccount } from '#server/operation/operator/find-account.ts';
import { findFactor } from '#server/accounts/second-factor/factor.ts';

/** An account as the operator sees it. Instants as stored, UTC. */
export interface AccountLine {
  id: string;
  email: string;
  name: string;
  /** Whether its e-mail is confirmed. */
  verified: boolean;
  locked: boolean;
  secondFactor: boolean;
  created: string;
  /** '' where no sign-in is left. */
  lastSeen: string;
}

export interface AccountDetails extends AccountLine {
  /** The devices that are signed in. */
  devices: { device: string; lastSeen: string }[];
  /** The device of a registration that is not confirmed; '' otherwise. */
  registeredOn: string;
}

const COLUMNS = ['users.id', 'email', 'name', 'verified', 'locked', 'users.created', 'turned_on'] as const;

/** Returns every account that is not deleted, the oldest first. */
export async function listAccounts(db: Reader): Promise<AccountLine[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('sign_ins', 'sign_ins.user', 'users.id')
    .leftJoin('second_factors', 'second_factors.user', 'users.id')
    .select(COLUMNS)
    .select((query) => query.fn.max('sign_ins.last_seen').as('last_seen'))
    .where('deleted', 'is', null)
    .groupBy(COLUMNS)
    .orderBy('users.created')
    .orderBy('users.id')
    .execute();
  return rows.map(({ last_seen, turned_on, ...row }) => lineOf(row, last_seen ?? '', turned_on));
}

/** Returns one account, by its e-mail or id. Throws a StartError where that is none or not one. */
export async function showAccount(db: Reader, who: string): Promise<AccountDetails> {
  const account = await findAccount(db, who);
  const devices = await db
    .selectFrom('sign_ins')
    .select(['device', 'last_seen as lastSeen'])
    .where('user', '=', account.id)
    .orderBy('last_seen', 'desc')
    .execute();
  const factor = await findFactor(db, ownerId(account.id));
  const line = lineOf(account, devices[0]?.lastSeen ?? '', factor?.turned_on ?? null);
  return { ...line, devices, registeredOn: account.registered_device };
}

type Shown = Pick<Row<'users'>, 'id' | 'email' | 'name' | 'verified' | 'locked' | 'created'>;

function lineOf(
  { id, email, name, verified, locked, created }: Shown,
  lastSeen: string,
  factorSince: string | null,
): AccountLine {
  return {
    id,
    email,
    name,
    verified: verified === 1,
    locked: locked !== null,
    secondFactor: factorSince !== null,
    created,
    lastSeen,
  };
}
