import { originOf } from '#server/ground/http/request.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { emailAddress } from '#domain/accounts/account.ts';
import { emailKey } from '#domain/accounts/email.ts';
import { PASSWORD_LIMITS } from '#domain/accounts/mistakes.ts';
import { badRequest, type FieldError, type FieldErrors } from '#domain/errors.ts';
import { queueAccountLetter, queueAskedLetter } from '#server/accounts/letters/queue-account-letter.ts';
import { INVALID_FORM, readForm } from '#server/accounts/tokens/auth-request.ts';
import { changeByToken } from '#server/accounts/sign-ins/credentials.ts';
import { inConstantSteps } from '#server/ground/http/constant-steps.ts';
import { findPending } from '#server/accounts/passwords/find-pending.ts';
import { queueToMailbox, takeLetter } from '#server/accounts/sign-ins/network-limits.ts';
import { openLetterToken, TOKEN_ERROR } from '#server/accounts/tokens/letter-token.ts';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import { takeAddress } from '#server/accounts/letter-links/confirm-address.ts';
import { easyPasswordErrors } from '#server/accounts/passwords/password-form.ts';
import { askerAt } from '#server/accounts/passwords/password-queue.ts';
import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import { setPasswordKey } from '#server/ground/db/strict-keys.ts';
import { countEntry } from '#server/ground/journal/write-entry.ts';
import { GUEST, ownerId } from '#server/ground/identity/actor.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';

const requestForm = z.object({ email: emailAddress });
const confirmForm = z.object({
  token: z.string().min(1),
  password: z.string().min(1),
  passwordConfirm: z.string().min(1),
});

const { min, max } = PASSWORD_LIMITS;
const LENGTH: FieldError = {
  code: 'validation_length_out_of_range',
  message: `The length must be between ${min} and ${max}.`,
  params: { min, max },
};

/** The routes for a forgotten password: request the letter, and set a new password by its link (AUTH-09). */
export function registerPasswordResetRoutes(app: FastifyInstance, context: Context): void {
  app.post('/request-password-reset', async (request, reply) => {
    const { email } = readForm(request, requestForm);
    await takeLetter(context, email, request.ip);
    await inConstantSteps(() => sendReset(context, email, request.ip));
    return reply.status(204).send();
  });

  app.post('/confirm-password-reset', async (request, reply) => {
    const { token, password, passwordConfirm } = readForm(request, confirmForm);
    const opened = await openLetterToken(context, 'passwordReset', token);
    const errors: FieldErrors = opened ? easyPasswordErrors(password, opened.account) : {};
    if (password.length < min || password.length > max) errors['password'] = LENGTH;
    if (passwordConfirm !== password) errors['passwordConfirm'] = FIELD_ERROR.mismatch;
    if (!opened) throw badRequest(INVALID_FORM, { token: TOKEN_ERROR.invalid, ...errors });
    if (Object.keys(errors).length > 0) throw badRequest(INVALID_FORM, errors);
    const { account, claims } = opened;
    // The token proves that the letter arrived, so the address belongs to the account's owner.
    const verified = claims.email === account.email || account.verified === 1;
    const hashing = { by: askerAt(request.ip, true), cost: context.config.passwordCost };
    const changes = { password_hash: await hashPassword(password, hashing), verified };
    const now = context.now();
    await context.db.write(async (write) => {
      const owner = ownerId(account.id);
      const actor = { kind: 'letter', owner, from: originOf(request) } as const;
      const call = { context, write, owner, actor, now };
      if (account.verified === 0) await takeAddress(call, account);
      await changeByToken(call, account, changes);
      // Access to the mailbox must not open the texts.
      await setPasswordKey(write, account.id, null);
      await queueAccountLetter(call, 'password-changed', account.id);
    });
    return reply.status(204).send();
  });
}

/** Sends nothing to unknown addresses, and the response is the same. */
async function sendReset(context: Context, email: string, address: string): Promise<void> {
  const { read } = context.db;
  const key = emailKey(email);
  const owner = await read.selectFrom('users').select('id').where('email_key', '=', key).executeTakeFirst();
  const [newest] = await findPending(read, key);
  const account = owner ?? newest;
  if (!account) return;
  const now = context.now();
  const { id } = account;
  const queue = async (write: Write): Promise<boolean> => {
    const entry = { action: 'reset_requested', subject: 'users', record: id } as const;
    await countEntry({ write, owner: ownerId(id), actor: GUEST, now }, entry);
    return queueAskedLetter({ context, write, now }, 'password-reset', id);
  };
  await queueToMailbox(context, { email, address }, () => context.db.write(queue));
}
