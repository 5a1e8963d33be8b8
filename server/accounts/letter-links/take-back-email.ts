import { emailKey } from '#domain/accounts/email.ts';
import { AppError } from '#domain/errors.ts';
import { lockAddress, voidPending } from '#server/accounts/letter-links/confirm-address.ts';
import { findFormerEmail, forgetChangesFrom } from '#server/accounts/letters/former-emails.ts';
import { queueAccountLetter } from '#server/accounts/letters/queue-account-letter.ts';
import { findPending } from '#server/accounts/passwords/find-pending.ts';
import { changeByToken } from '#server/accounts/sign-ins/credentials.ts';
import { refuseToken, TOKEN_ERROR } from '#server/accounts/tokens/letter-token.ts';
import { readClaims, verifyToken } from '#server/accounts/tokens/tokens.ts';
import { actIn } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { uniqueViolation } from '#server/ground/db/errors.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { type Origin, ownerId } from '#server/ground/identity/actor.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';

/**
 * Restores the address that an account had before a change, by the link in the letter to that address (AUTH-09).
 * Neither a later change nor a new password voids the link. Ends sign-ins, also those that wait for a code, and all
 * other links, including those to the addresses of later changes. Throws a 400 for `token`.
 */
export async function takeBackEmail(context: Context, token: string, from: Origin): Promise<void> {
  const former = await openReturn(context, context.db.read, token);
  const owner = ownerId(former.user);
  const key = emailKey(former.email);
  const caller = { context, actor: { kind: 'letter', owner, from } as const, now: context.now() };
  try {
    await context.db.write(async (write) => {
      await lockAddress(write, key);
      const action = await actIn(write, caller, owner);
      // Two concurrent requests can open the same link.
      const { number } = await openReturn(context, write.trx, token);
      const account = await write.trx.selectFrom('users').selectAll().where('id', '=', owner).executeTakeFirstOrThrow();
      await voidPending(action, await findPending(write.trx, key));
      await changeByToken(action, account, { email: former.email, email_key: key, verified: true });
      await write.trx.deleteFrom('email_changes').where('user', '=', owner).execute();
      await forgetChangesFrom(action, number);
      await writeEntry(action, { action: 'email_taken_back', subject: 'users', record: owner });
      await queueAccountLetter(action, 'email-taken-back', owner);
      if (account.email_key !== key) {
        await queueAccountLetter(action, 'email-taken-back-from', owner, { address: account.email });
      }
    });
  } catch (error) {
    if (error instanceof AppError || !uniqueViolation(error)) throw error;
    // Another account has the address since.
    throw refuseToken(TOKEN_ERROR.emailTaken);
  }
}

/** Returns the former address to which a letter's token leads. */
async function openReturn(context: Context, db: Reader, token: string): Promise<Row<'former_emails'>> {
  const claims = readClaims(token);
  const former = claims && (await findFormerEmail(db, claims.id, claims.change ?? 0));
  if (!former) throw refuseToken(TOKEN_ERROR.invalid);
  const signer = { id: former.user, token_key: former.token_key };
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', former.user)
    .where('deleted', 'is', null)
    .executeTakeFirst();
  if (!account || !verifyToken(context.secrets, 'emailReturn', token, signer, context.now(), claims)) {
    throw refuseToken(TOKEN_ERROR.invalid);
  }
  return former;
}
