import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  readRecoveryCode,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  recoveryCode,
} from '#domain/second-factor/recovery-code.ts';
import type { SecondFactorMethod } from '#domain/second-factor/second-factor.ts';
import { matchStep } from '#domain/second-factor/totp.ts';
import type { Action } from '#server/ground/action.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

type Factor = Row<'second_factors'>;

const PURPOSE = 'second-factor';

/** Returns the row of the account's second factor, also while it is off. */
export function readFactor(reader: Reader, user: OwnerId): Promise<Factor | undefined> {
  return reader.selectFrom('second_factors').selectAll().where('user', '=', user).executeTakeFirst();
}

/** Returns the second factor of an account; null where it is off. */
export async function findFactor(reader: Reader, user: OwnerId): Promise<Factor | null> {
  const factor = await readFactor(reader, user);
  return factor && factor.turned_on !== null ? factor : null;
}

/** Stores changes of the account's second factor, with a row for an account that had none. */
export async function storeFactor(
  { write, owner }: Pick<Action, 'write' | 'owner'>,
  changes: Partial<Omit<Factor, 'user'>>,
): Promise<void> {
  const { numUpdatedRows } = await write.trx
    .updateTable('second_factors')
    .set(changes)
    .where('user', '=', owner)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  const none = { secret: '', turned_on: null, last_step: 0, codes: '[]', guesses: 0, guesses_since: null };
  await write.trx
    .insertInto('second_factors')
    .values({ user: owner, ...none, ...changes })
    .execute();
}

/** Returns the stored form of an authenticator secret, which opens for this account alone. */
export function sealSecret({ context, owner }: Pick<Action, 'context' | 'owner'>, secret: Uint8Array): string {
  return context.db.keys.sealSecret(PURPOSE, owner, secret);
}

/** Returns the changes that use up a correct code; null for a wrong one. */
export function spendCode(
  action: Pick<Action, 'context' | 'owner' | 'now'>,
  factor: Factor,
  method: SecondFactorMethod,
  typed: string,
): Pick<Factor, 'last_step'> | Pick<Factor, 'codes'> | null {
  return method === 'totp' ? spendAppCode(action, factor, typed) : spendRecoveryCode(factor, typed);
}

function spendAppCode(
  { context, owner, now }: Pick<Action, 'context' | 'owner' | 'now'>,
  { secret: sealed, last_step: lastStep }: Factor,
  typed: string,
): Pick<Factor, 'last_step'> | null {
  const secret = sealed === '' ? null : context.db.keys.openSecret(PURPOSE, owner, sealed);
  if (!secret) return null;
  const step = matchStep(hmacSha1, { secret, lastStep }, typed, now);
  return step === null ? null : { last_step: step };
}

function spendRecoveryCode({ codes }: Factor, typed: string): Pick<Factor, 'codes'> | null {
  const signs = readRecoveryCode(typed);
  const unused = unusedCodes({ codes });
  const hash = signs === null ? '' : hashOf(signs);
  return unused.includes(hash) ? { codes: JSON.stringify(unused.filter((one) => one !== hash)) } : null;
}

/** Returns the hashes of the unused recovery codes. */
export function unusedCodes({ codes }: Pick<Factor, 'codes'>): string[] {
  return (JSON.parse(codes) as unknown[]).map(String);
}

/** Returns new recovery codes and their stored form: hashes, so that the database does not reveal them. */
export function newRecoveryCodes(): { shown: string[]; codes: string } {
  const shown = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(RECOVERY_CODE_BYTES)));
  return { shown, codes: JSON.stringify(shown.map((code) => hashOf(code.replaceAll('-', '')))) };
}

function hmacSha1(key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac('sha1', key).update(message).digest();
}

/** 80 random bits need no slow hash. */
function hashOf(signs: string): string {
  return createHash('sha256').update(signs).digest('hex');
}
