import type { Context } from '#server/ground/context.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { findAccount } from '#server/operation/operator/find-account.ts';
import { areHeld } from '#server/practice/letters/hold-letters.ts';
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
  /** Whether its letters to clients wait for the operator. */
  lettersHeld: boolean;
  created: string;
  /** '' where no sign-in is left. */
  lastSeen: string;
  /** About how many bytes its records take. */
  bytes: number;
}

export interface AccountDetails extends AccountLine {
  /** The devices that are signed in. */
  devices: { device: string; lastSeen: string }[];
  /** The device of a registration that is not confirmed; '' otherwise. */
  registeredOn: string;
}

const COLUMNS = ['users.id', 'email', 'name', 'verified', 'locked', 'users.created', 'turned_on', 'held'] as const;

/** Returns every account that is not deleted, the oldest first. */
export async function listAccounts({ db: { read: db }, quota }: Context): Promise<AccountLine[]> {
  const rows = await db
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
  const lines: AccountLine[] = [];
  for (const { last_seen, turned_on, held, ...row } of rows) {
    lines.push(
      lineOf(row, {
        lastSeen: last_seen ?? '',
        factorSince: turned_on,
        lettersHeld: held !== null,
        bytes: await quota.measure(row.id),
      }),
    );
  }
  return lines;
}

/** Returns one account, by its e-mail or id. Throws a StartError where that is none or not one. */
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
