import { randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { badRequest } from '#domain/errors.ts';
import type { NewSecret, RecoveryCodes } from '#domain/second-factor/second-factor.ts';
import { totpUri } from '#domain/second-factor/totp.ts';
import { printInstant } from '#domain/time/instant.ts';
import { queueAccountLetter } from '#server/accounts/letters/queue-account-letter.ts';
import { INVALID_FORM } from '#server/accounts/tokens/auth-request.ts';
import type { Action } from '#server/ground/action.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import {
  findFactor,
  newRecoveryCodes,
  readFactor,
  sealSecret,
  storeFactor,
  spendCode,
} from '#server/accounts/second-factor/factor.ts';
import { noteGuess, refusalOfGuess } from '#server/accounts/second-factor/guesses.ts';

/** As long as the hash of SHA-1: what RFC 4226 recommends. */
const SECRET_BYTES = 20;

const WRONG_CODE = { code: 'validation_invalid_code', message: 'Invalid code.' };

/** Stores a new secret, replacing one that was not turned on. Throws a 400 while the second factor is on. */
export async function newSecret(action: Action, email: string): Promise<NewSecret> {
  if (await findFactor(action.write.trx, action.owner)) throw badRequest('The second factor is on.');
  const bytes = randomBytes(SECRET_BYTES);
  await storeFactor(action, { secret: sealSecret(action, bytes), last_step: 0 });
  const secret = base32nopad.encode(bytes);
  return { secret, uri: totpUri(secret, email) };
}

/**
 * Turns the second factor on with a correct code of the newest secret; the code cannot be used to sign in afterwards.
 */
export async function turnOn(action: Action, code: string): Promise<RecoveryCodes | { refusal: Error }> {
  const { write, owner, now } = action;
  const wrong = { refusal: badRequest(INVALID_FORM, { code: WRONG_CODE }) };
  const factor = await readFactor(write.trx, owner);
  if (!factor || factor.turned_on !== null || factor.secret === '') return wrong;
  const tooMany = refusalOfGuess(factor, now);
  if (tooMany) return { refusal: tooMany };
  const spent = spendCode(action, factor, 'totp', code);
  if (!spent) {
    await noteGuess(action, factor, 'setup');
    return wrong;
  }
  const { shown, codes } = newRecoveryCodes();
  await storeFactor(action, { ...spent, codes, turned_on: printInstant(now) });
  await announce(action, 'second_factor_on', 'second-factor-on');
  return { codes: shown };
}

/** Makes new recovery codes and voids the older ones. Throws a 400 while the second factor is off. */
export async function newCodes(action: Action): Promise<RecoveryCodes> {
  if (!(await findFactor(action.write.trx, action.owner))) throw badRequest('The second factor is off.');
  const { shown, codes } = newRecoveryCodes();
  await storeFactor(action, { codes });
  await announce(action, 'recovery_codes_made', 'recovery-codes-made');
  return { codes: shown };
}

/** Turns the second factor off, if it is on. */
export async function turnOff(action: Action): Promise<void> {
  if (await forgetFactor(action)) await announce(action, 'second_factor_off', 'second-factor-off');
}

/**
 * Turns off, for the operator, the second factor of a person who lost app and codes, with the journal entry and the
 * letter (SAFE-04). Returns false where it was off.
 */
export async function disableSecondFactor(action: Action): Promise<boolean> {
  if (!(await forgetFactor(action))) return false;
  await announce(action, 'second_factor_off', 'second-factor-off-by-operator');
  return true;
}

/** Forgets the secret and the recovery codes, but not the count of wrong codes. Returns false where it was off. */
async function forgetFactor(action: Action): Promise<boolean> {
  const { write, owner } = action;
  if (!(await findFactor(write.trx, owner))) return false;
  await storeFactor(action, { secret: '', turned_on: null, last_step: 0, codes: '[]' });
  await write.trx.deleteFrom('waiting_sign_ins').where('user', '=', owner).execute();
  return true;
}

async function announce(
  action: Action,
  entry: 'second_factor_on' | 'second_factor_off' | 'recovery_codes_made',
  letter: 'second-factor-on' | 'second-factor-off' | 'second-factor-off-by-operator' | 'recovery-codes-made',
): Promise<void> {
  await writeEntry(action, { action: entry, subject: 'users', record: action.owner });
  await queueAccountLetter(action, letter, action.owner);
}
