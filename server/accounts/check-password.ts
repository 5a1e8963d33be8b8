import { emailKey, untaggedKey } from '#domain/accounts/account.ts';
import { networkOf } from '#server/http/address.ts';
import { findAccount } from '#server/accounts/known-addresses.ts';
import { findPending } from '#server/accounts/find-pending.ts';
import { takeWider } from '#server/accounts/network-limits.ts';
import { matchPassword } from '#server/accounts/password.ts';
import { askerAt } from '#server/accounts/turns.ts';
import type { FieldError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import type { Row } from '#server/db/schema.ts';
import { LIMITS } from '#server/limits/limits.ts';

export const WRONG_PASSWORD: FieldError = {
  code: 'validation_invalid_password',
  message: 'Missing or invalid auth record password.',
};

/** The longer the guessing, the slower. */
const GUESSES = [LIMITS.signInPerAccount, LIMITS.signInPerAccountLonger, LIMITS.signInPerAccountDaily];

/**
 * Tries a password for an e-mail; returns the account where it is right, or a registration that waits to be confirmed. An
 * unknown e-mail and a wrong password cost the same queries, one hash and the same points (AUTH-05, AUTH-14). Throws a
 * TooManyRequests past the limits of the network and of the e-mail. An address from which the account was signed in to
 * before has the limits of the e-mail to itself: guesses from elsewhere do not stop the owner there, and who guesses
 * there finds the same as with any other e-mail.
 */
export async function tryPassword(
  context: Context,
  email: string,
  password: string,
  address: string,
): Promise<Row<'users'> | null> {
  const { limits, passwordCost: cost } = context;
  const key = emailKey(email);
  const network = networkOf(address);
  await limits.take(LIMITS.signInPerAddress, network);
  const found = await findAccount(context, key, address);
  const pending = await findPending(context.db.read, key);
  const accounts = found ? [found.account] : pending;
  const known = found?.known ?? false;
  if (!known) await takeWider(context, LIMITS.signInPerAddress, address);
  const counted = untaggedKey(email);
  const guesser = known ? `${counted} ${network}` : counted;
  for (const rule of GUESSES) await limits.take(rule, guesser);
  let wrong = false;
  try {
    const hashes = accounts.map(({ password_hash }) => password_hash);
    const by = askerAt(address, known);
    const account = accounts[await matchPassword(password, hashes, { by, cost })] ?? null;
    wrong = account === null;
    return account;
  } finally {
    // A right password is no guess, so that signing in from changing addresses locks no owner out.
    if (!wrong) for (const rule of GUESSES) await limits.giveBack(rule, guesser);
  }
}
