import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { badRequest } from '#domain/errors.ts';
import { TRIES, WAITING_SECONDS, type SecondFactorMethod } from '#domain/second-factor/second-factor.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { WithQuery } from '#server/accounts/tokens/auth-request.ts';
import { answerSignIn, openAccount } from '#server/accounts/signing-in/complete-sign-in.ts';
import { takeNetwork } from '#server/accounts/sign-ins/network-limits.ts';
import { type StartedSignIn, startSignIn } from '#server/accounts/sign-ins/sign-ins.ts';
import type { Context } from '#server/ground/context.ts';
import { act, type Action } from '#server/ground/action.ts';
import { EVEN_WHEN_FULL } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { readBody } from '#server/ground/http/bodies.ts';
import { originOf, queryText } from '#server/ground/http/request.ts';
import { GUEST, type Origin, ownerId } from '#server/ground/identity/actor.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { LIMITS, TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { findFactor, storeFactor, spendCode } from '#server/accounts/second-factor/factor.ts';
import { noteGuess, refusalOfGuess } from '#server/accounts/second-factor/guesses.ts';
import { findWaiting, ownKeyOfWaiting } from '#server/accounts/second-factor/waiting-sign-ins.ts';

const codeForm = z.object({ otpId: z.enum(['totp', 'recovery']), password: z.string().min(1).max(255) });

interface Typed {
  method: SecondFactorMethod;
  code: string;
  from: Origin;
  /** The practitioner's own key that waits with the sign-in. */
  own: Uint8Array | null;
}

type Verdict = { account: Row<'users'>; signIn: StartedSignIn } | { refusal: Error };

/** `authWithOTP('totp', code, {mfaId})`, or with a recovery code: the second step of signing in (SAFE-02). */
export function registerCodeSignIn(app: FastifyInstance, context: Context): void {
  app.post<WithQuery>('/auth-with-otp', async (request) => {
    const body = readBody(request.body);
    const form = codeForm.safeParse(body);
    // The SDK sends it in the query.
    const number = typeof body['mfaId'] === 'string' ? body['mfaId'] : queryText(request.query, 'mfaId');
    if (!form.success) throw wrongCode();
    await takeNetwork(context, LIMITS.codesPerNetwork, request.ip);
    const now = context.now();
    const waiting = await findWaiting(context.db.read, number, now);
    if (!waiting) throw wrongCode();
    const typed = {
      method: form.data.otpId,
      code: form.data.password,
      from: originOf(request),
      own: ownKeyOfWaiting(waiting, number),
    };
    const verdict = await act(
      { context, actor: GUEST, now },
      ownerId(waiting.user),
      (action) => lookAt(action, waiting.id, typed),
      EVEN_WHEN_FULL,
    );
    // Thrown after the transaction, which would otherwise roll back the count of the wrong code.
    if ('refusal' in verdict) throw verdict.refusal;
    return answerSignIn(context, verdict.account, verdict.signIn, request);
  });
}

/** The one error for a wrong code and for a sign-in that no longer waits. */
function wrongCode(): Error {
  return badRequest('Invalid or expired OTP.');
}

/** Checks a code under the account's lock: starts the sign-in that waits for it, or counts a wrong code. */
async function lookAt(action: Action, id: string, { method, code, from, own }: Typed): Promise<Verdict> {
  const { write, owner, now } = action;
  const { trx } = write;
  const waiting = await trx.selectFrom('waiting_sign_ins').selectAll().where('id', '=', id).executeTakeFirst();
  const account = await openAccount(action);
  const factor = await findFactor(trx, owner);
  if (!waiting || !account || !factor) return { refusal: wrongCode() };
  if (waiting.tries >= TRIES) return { refusal: new TooManyRequests(secondsLeft(waiting, now)) };
  const tooMany = refusalOfGuess(factor, now);
  // A recovery code is too long to guess, so it passes this limit: a stranger's guesses must not lock the owner out.
  const spent = tooMany && method === 'totp' ? null : spendCode(action, factor, method, code);
  if (spent) {
    await storeFactor(action, spent);
    await trx.deleteFrom('waiting_sign_ins').where('id', '=', id).execute();
    return {
      account,
      signIn: await (method === 'recovery' ? recover(action, from, own) : startSignIn(action, owner, from, { own })),
    };
  }
  await trx
    .updateTable('waiting_sign_ins')
    .set({ tries: waiting.tries + 1 })
    .where('id', '=', id)
    .execute();
  if (tooMany) return { refusal: tooMany };
  await noteGuess(action, factor, 'password');
  return { refusal: wrongCode() };
}

/** Starts a sign-in with a recovery code; the letter about it says from where, so no other letter is needed. */
async function recover(action: Action, from: Origin, own: Uint8Array | null): Promise<StartedSignIn> {
  const { context, write, owner, now } = action;
  const signIn = await startSignIn(action, owner, from, { tells: 'told-elsewhere', own });
  const actor = { kind: 'user', owner, signIn: signIn.id, expiresAt: 0, from } as const;
  await writeEntry({ write, owner, actor, now }, { action: 'recovery_code_used', subject: 'users', record: owner });
  await queueLetter(write, {
    kind: 'recovery-code-used',
    ids: { user: owner, signIn: signIn.id },
    account: owner,
    dedupeKey: `recovery-code-used:${signIn.id}`,
    now,
  });
  context.events.wakeAfter(write, 'letters');
  return signIn;
}

function secondsLeft({ created }: Row<'waiting_sign_ins'>, now: Temporal.Instant): number {
  return now.until(parseStoredInstant(created).add({ seconds: WAITING_SECONDS })).total('seconds');
}
