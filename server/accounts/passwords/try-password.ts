import { emailKey } from '#domain/accounts/email.ts';
import { mailboxKey } from '#domain/accounts/mailbox.ts';
import { networkOf } from '#server/ground/http/address.ts';
import { findAccount } from '#server/accounts/sign-ins/known-addresses.ts';
import { findPending } from '#server/accounts/passwords/find-pending.ts';
import { takeWider } from '#server/accounts/sign-ins/network-limits.ts';
import { matchPassword } from '#server/accounts/passwords/password.ts';
import { askerAt } from '#server/accounts/passwords/password-queue.ts';
import type { FieldError } from '#domain/errors.ts';
import type { Context } from '#server/ground/context.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';

export const WRONG_PASSWORD: FieldError = {
  code: 'validation_invalid_password',
  message: 'Missing or invalid auth record password.',
};

/** From the shortest window to the longest, so that a long attack slows down. */
const GUESSES = [LIMITS.signInPerMailbox, LIMITS.signInPerMailboxLonger, LIMITS.signInPerMailboxDaily];

/** An account whose password was correct. */
export type ProvenAccount = Row<'users'> & {
  /** The key derived from the password. */
  passwordKey: Uint8Array;
};

/**
 * Returns the account of an e-mail whose password is correct, or a pending registration; an unknown e-mail and a wrong
 * password cost the same queries, one hash and the same points (AUTH-05, AUTH-14). Throws a TooManyRequests past the
 * limits of the network and of the e-mail; a known address is counted apart, and so are those near to one, since
 * addresses change: guesses from elsewhere do not block the owner there.
 */
export async function tryPassword(
  context: Context,
  email: string,
  password: string,
  address: string,
): Promise<ProvenAccount | null> {
  const { limits } = context;
  const { passwordCost: cost } = context.config;
  const key = emailKey(email);
  const network = networkOf(address);
  await limits.take(LIMITS.signInPerNetwork, network);
  const found = await findAccount(context, key, address);
  const pending = await findPending(context.db.read, key);
  const accounts = found ? [found.account, ...pending] : pending;
  const place = found?.place ?? null;
  const known = place === network;
  if (!known) await takeWider(context, LIMITS.signInPerNetwork, address);
  const counted = mailboxKey(email);
  const guesser = place === null ? counted : `${counted} ${place}`;
  for (const rule of GUESSES) await limits.take(rule, guesser);
  let wrong = false;
  try {
    const hashes = accounts.map(({ password_hash }) => password_hash);
    const by = askerAt(address, known);
    const { index, key: passwordKey } = await matchPassword(password, hashes, { by, cost });
    const account = accounts[index];
    wrong = account === undefined;
    return account ? { ...account, passwordKey } : null;
  } finally {
    // A correct password costs no points, so that sign-ins from changing addresses do not lock the owner out.
    if (!wrong) for (const rule of GUESSES) await limits.giveBack(rule, guesser);
  }
}
