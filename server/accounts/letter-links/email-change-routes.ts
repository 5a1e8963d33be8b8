import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { emailAddress } from '#domain/accounts/account.ts';
import { emailKey } from '#domain/accounts/email.ts';
import { AppError, badRequest, type FieldError } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import { takeBackEmail } from '#server/accounts/letter-links/take-back-email.ts';
import { queueAccountLetter, queueAskedLetter } from '#server/accounts/letters/queue-account-letter.ts';
import { INVALID_FORM, readForm } from '#server/accounts/tokens/auth-request.ts';
import { tryPassword, WRONG_PASSWORD } from '#server/accounts/passwords/try-password.ts';
import { takeLetter, takeMailbox } from '#server/accounts/sign-ins/network-limits.ts';
import { openLetterToken, refuseToken, TOKEN_ERROR } from '#server/accounts/tokens/letter-token.ts';
import { changeEmail } from '#server/accounts/letter-links/change-email.ts';
import { readClaims } from '#server/accounts/tokens/tokens.ts';
import type { Context } from '#server/ground/context.ts';
import { uniqueViolation } from '#server/ground/db/errors.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import { type Origin, ownerId, type SignedIn } from '#server/ground/identity/actor.ts';
import { signedInOf, originOf } from '#server/ground/http/request.ts';

const requestForm = z.object({ newEmail: emailAddress });
const takeBackForm = z.object({ token: z.string().min(1) });
const confirmForm = z.object({ token: z.string().min(1), password: z.string().min(1).max(255) });

const SAME_EMAIL: FieldError = { code: 'validation_not_in_invalid', message: 'Must not be in list.' };
const TAKEN_EMAIL: FieldError = { code: 'validation_invalid_new_email', message: 'Invalid new email address.' };
/**
 * Changing the e-mail: requested while signed in, confirmed from the new address and with the password, and taken back
 * from the former one (AUTH-09).
 */
export function registerEmailChangeRoutes(app: FastifyInstance, context: Context): void {
  app.post('/request-email-change', async (request, reply) => {
    const actor = signedInOf(request);
    const { owner } = actor;
    const { newEmail } = readForm(request, requestForm);
    await takeLetter(context, newEmail, request.ip);
    await context.limits.take(LIMITS.lettersPerAccount, owner);
    await takeMailbox(context, newEmail, request.ip);
    await requestChange(context, actor, newEmail);
    return reply.status(204).send();
  });

  app.post('/confirm-email-change', async (request, reply) => {
    const { token, password } = readForm(request, confirmForm);
    const { account, newEmail } = await openChange(context, token);
    const known = await tryPassword(context, account.email, password, request.ip);
    if (known?.id !== account.id) throw badRequest(INVALID_FORM, { password: WRONG_PASSWORD });
    await confirmChange(context, account, newEmail, originOf(request));
    return reply.status(204).send();
  });

  app.post('/take-back-email-change', async (request, reply) => {
    const { token } = readForm(request, takeBackForm);
    await takeBackEmail(context, token, originOf(request));
    return reply.status(204).send();
  });
}

/** Stores the new address with the account, because the outbox stores no address; a later request replaces it. */
async function requestChange(context: Context, actor: SignedIn, newEmail: string): Promise<void> {
  const user = actor.owner;
  const key = emailKey(newEmail);
  const now = context.now();
  const holder = await context.db.read.selectFrom('users').select('id').where('email_key', '=', key).executeTakeFirst();
  if (holder) {
    throw badRequest(INVALID_FORM, { newEmail: holder.id === user ? SAME_EMAIL : TAKEN_EMAIL });
  }
  const change = { new_email: newEmail, created: printInstant(now) };
  await context.db.write(async (write) => {
    const asked = await write.trx
      .selectFrom('email_changes')
      .select('new_email')
      .where('user', '=', user)
      .executeTakeFirst();
    await write.trx
      .insertInto('email_changes')
      .values({ user, ...change })
      .onConflict((conflict) => conflict.column('user').doUpdateSet(change))
      .execute();
    await writeEntry(
      { write, owner: user, actor, now },
      { action: 'email_change_requested', subject: 'users', record: user },
    );
    // A different new address gets its letter at once.
    const queue = asked?.new_email === newEmail ? queueAskedLetter : queueAccountLetter;
    await queue({ context, write, now }, 'email-change', user);
    const { email } = await write.trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', user)
      .executeTakeFirstOrThrow();
    await queueAskedLetter({ context, write, now }, 'email-change-requested', user, email);
  });
}

/** Returns the change that a letter's token confirms: the account's latest one, if it is to the same address. */
async function openChange(context: Context, token: string): Promise<{ account: Row<'users'>; newEmail: string }> {
  const newEmail = readClaims(token)?.newEmail;
  if (newEmail === undefined) throw refuseToken(TOKEN_ERROR.noNewEmail);
  const opened = await openLetterToken(context, 'emailChange', token);
  const asked = await context.db.read
    .selectFrom('email_changes')
    .select('new_email')
    .where('user', '=', opened?.account.id ?? '')
    .executeTakeFirst();
  if (!opened || asked?.new_email !== newEmail) throw refuseToken(TOKEN_ERROR.invalid);
  return { account: opened.account, newEmail };
}

async function confirmChange(context: Context, account: Row<'users'>, newEmail: string, from: Origin): Promise<void> {
  const now = context.now();
  const owner = ownerId(account.id);
  const actor = { kind: 'letter', owner, from } as const;
  try {
    await context.db.write((write) => changeEmail({ context, write, owner, actor, now }, account, newEmail));
  } catch (error) {
    if (error instanceof AppError || !uniqueViolation(error)) throw error;
    // Another account has registered with the address since.
    throw refuseToken(TOKEN_ERROR.emailTaken);
  }
}
