import { originOf } from '#server/ground/http/request.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { emailAddress } from '#domain/accounts/account.ts';
import { emailKey } from '#domain/accounts/email.ts';
import { queueAskedLetter } from '#server/accounts/letters/queue-account-letter.ts';
import { readForm } from '#server/accounts/tokens/auth-request.ts';
import { inConstantSteps } from '#server/ground/http/constant-steps.ts';
import { findPending } from '#server/accounts/passwords/find-pending.ts';
import { openLetterToken, refuseToken, TOKEN_ERROR } from '#server/accounts/tokens/letter-token.ts';
import { queueToMailbox, takeLetter } from '#server/accounts/sign-ins/network-limits.ts';
import { takeAddress } from '#server/accounts/letter-links/confirm-address.ts';
import { readClaims } from '#server/accounts/tokens/tokens.ts';
import type { Context } from '#server/ground/context.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { updateRow } from '#server/records/store.ts';

const requestForm = z.object({ email: emailAddress });
const confirmForm = z.object({ token: z.string().min(1) });

/** The routes to request the verification letter and to confirm by its link (AUTH-01, AUTH-04). */
export function registerVerificationRoutes(app: FastifyInstance, context: Context): void {
  app.post('/request-verification', async (request, reply) => {
    const { email } = readForm(request, requestForm);
    await takeLetter(context, email, request.ip);
    await inConstantSteps(() => sendVerification(context, email, request.ip));
    return reply.status(204).send();
  });

  app.post('/confirm-verification', async (request, reply) => {
    const { token } = readForm(request, confirmForm);
    if (!readClaims(token)?.email) throw refuseToken(TOKEN_ERROR.noEmail);
    const opened = await openLetterToken(context, 'verification', token);
    if (!opened) throw refuseToken(TOKEN_ERROR.invalid);
    const { account, claims } = opened;
    if (claims.email !== account.email) throw refuseToken(TOKEN_ERROR.otherEmail);
    if (account.verified === 0) {
      const owner = ownerId(account.id);
      const actor = { kind: 'letter', owner, from: originOf(request) } as const;
      const call = { context, owner, actor, now: context.now() };
      await context.db.write(async (write) => {
        await takeAddress({ ...call, write }, account);
        await updateRow({ ...call, write }, 'users', account.id, { verified: true });
      });
    }
    return reply.status(204).send();
  });
}

/** Sends nothing to unknown and verified addresses, and the response is the same. */
async function sendVerification(context: Context, email: string, address: string): Promise<void> {
  const now = context.now();
  const key = emailKey(email);
  const [newest] = await findPending(context.db.read, key);
  // A registration of a taken address is not confirmed.
  const owner = await context.db.read.selectFrom('users').select('id').where('email_key', '=', key).executeTakeFirst();
  if (!newest || owner) return;
  await queueToMailbox(context, { email, address }, () =>
    context.db.write((write) => queueAskedLetter({ context, write, now }, 'verification', newest.id)),
  );
}
