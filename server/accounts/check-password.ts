import { emailKey } from '#domain/accounts/account.ts';
import { networkOf } from '#server/accounts/address.ts';
import { verifyPassword } from '#server/accounts/password.ts';
import type { Context } from '#server/context.ts';
import type { Row } from '#server/db/schema.ts';
import { LIMITS } from '#server/limits.ts';

type Account = Row<'users'>;

/**
 * Tries a password for an e-mail; answers the account where it is right. An unknown e-mail and a wrong password cost the
 * same query, the same hash and the same points (AUTH-05). Throws a TooManyRequests past the limits of the address and
 * of the e-mail, of which the second stops nobody at an address that signed in to the account before.
 */
export async function tryPassword(
  context: Context,
  email: string,
  password: string,
  address: string,
): Promise<Account | null> {
  const key = emailKey(email);
  const network = networkOf(address);
  await context.limits.take(LIMITS.signInPerAddress, network);
  const found = await findWithAddress(context, key, network);
  if (!found?.known) await takeGuess(context, key);
  const right = await verifyPassword(password, found?.account.password_hash ?? null);
  return found && right ? found.account : null;
}

async function takeGuess({ limits }: Context, key: string): Promise<void> {
  const { signInPerAccount, signInPerAccountLonger, signInPerAccountDaily } = LIMITS;
  for (const rule of [signInPerAccount, signInPerAccountLonger, signInPerAccountDaily]) await limits.take(rule, key);
}

async function findWithAddress(
  { db }: Context,
  key: string,
  network: string,
): Promise<{ account: Account; known: boolean } | null> {
  const row = await db.read
    .selectFrom('users')
    .leftJoin('known_addresses', (join) =>
      join.onRef('known_addresses.user', '=', 'users.id').on('known_addresses.address', '=', network),
    )
    .selectAll('users')
    .select('known_addresses.address as known')
    .where('users.email_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  const { known, ...account } = row;
  return { account, known: known !== null };
}
