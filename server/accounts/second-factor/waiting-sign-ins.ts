import { createHash, timingSafeEqual } from 'node:crypto';
import { WAITING_SECONDS } from '#domain/second-factor/second-factor.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { AskCode } from '#server/accounts/signing-in/complete-sign-in.ts';
import type { Context } from '#server/ground/context.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { unwrapOwnKey, wrapOwnKey } from '#server/ground/db/strict-keys.ts';
import { newRecordId, randomText } from '#server/ground/identity/record-id.ts';
import { findFactor } from '#server/accounts/second-factor/factor.ts';

const ID_LENGTH = 15;
/** 165 random bits. */
const SECRET_LENGTH = 32;

/** Stores that a sign-in waits for the code of an account with a second factor, and returns its number. */
export const askCode: AskCode = async ({ write, owner, now }, own) => {
  if (!(await findFactor(write.trx, owner))) return null;
  const [id, secret] = [newRecordId(), randomText(SECRET_LENGTH)];
  await write.trx
    .insertInto('waiting_sign_ins')
    .values({
      id,
      user: owner,
      hash: hashOf(secret),
      created: printInstant(now),
      tries: 0,
      wrapped: own ? wrapOwnKey(secret, owner, own) : '',
    })
    .execute();
  return `${id}${secret}`;
};

/** Returns the sign-in that waits under a number; null where it is unknown or expired. */
export async function findWaiting(
  reader: Reader,
  number: string,
  now: Temporal.Instant,
): Promise<Row<'waiting_sign_ins'> | null> {
  if (number.length !== ID_LENGTH + SECRET_LENGTH) return null;
  const waiting = await reader
    .selectFrom('waiting_sign_ins')
    .selectAll()
    .where('id', '=', number.slice(0, ID_LENGTH).replaceAll('\0', ''))
    .where('created', '>', oldest(now))
    .executeTakeFirst();
  const hash = Buffer.from(hashOf(number.slice(ID_LENGTH)));
  return waiting && timingSafeEqual(Buffer.from(waiting.hash), hash) ? waiting : null;
}

/** Returns the practitioner's own key that waits under a number; null where the password did not open it. */
export function ownKeyOfWaiting({ user, wrapped }: Row<'waiting_sign_ins'>, number: string): Uint8Array | null {
  return unwrapOwnKey(number.slice(ID_LENGTH), user, wrapped);
}

/** Deletes expired ones. */
export async function forgetWaiting({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = oldest(now());
  await db.write(({ trx }) => trx.deleteFrom('waiting_sign_ins').where('created', '<=', before).execute());
}

function oldest(now: Temporal.Instant): string {
  return printInstant(now.subtract({ seconds: WAITING_SECONDS }));
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
