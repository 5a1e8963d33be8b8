import type { FastifyInstance } from 'fastify';
import type { SignInList } from '#domain/accounts/sign-in.ts';
import { notFound } from '#domain/errors.ts';
import { act } from '#server/ground/action.ts';
import { endSignIns } from '#server/accounts/sign-ins/end-sign-ins.ts';
import { isOver, oldestAlive } from '#server/accounts/sign-ins/sign-ins.ts';
import type { Context } from '#server/ground/context.ts';
import { EVEN_WHEN_FULL } from '#server/ground/db/database.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { signedInOf } from '#server/ground/http/request.ts';

/** Lists and ends the caller's devices; ending the current sign-in is signing out. */
export function registerSignInListRoutes(app: FastifyInstance, context: Context): void {
  app.get('/api/sign-ins', async (request): Promise<SignInList> => {
    const { owner, signIn } = signedInOf(request);
    const now = context.now();
    const rows = await context.db.read
      .selectFrom('sign_ins')
      .innerJoin('users', 'users.id', 'sign_ins.user')
      .selectAll('sign_ins')
      .select('idleSignOut')
      .where('sign_ins.user', '=', owner)
      .where('last_seen', '>=', oldestAlive(now))
      .orderBy('last_seen', 'desc')
      .orderBy('sign_ins.id')
      .execute();
    return {
      items: rows
        .filter((row) => !isOver(row, now))
        .map(({ id, created, last_seen, address, device }) => ({
          id,
          created,
          lastSeen: last_seen,
          address,
          device,
          current: id === signIn,
        })),
    };
  });

  app.delete<{ Params: { id: string } }>('/api/sign-ins/:id', async (request, reply) => {
    const actor = signedInOf(request);
    const { id } = request.params;
    const caller = { context, actor, now: context.now() };
    if (!RECORD_ID.test(id)) throw notFound();
    const ended = await act(caller, actor.owner, (action) => endSignIns(action, { only: id }), EVEN_WHEN_FULL);
    if (ended === 0) throw notFound();
    return reply.status(204).send();
  });

  app.delete('/api/sign-ins', async (request, reply) => {
    const actor = signedInOf(request);
    const caller = { context, actor, now: context.now() };
    await act(caller, actor.owner, (action) => endSignIns(action, { except: actor.signIn }), EVEN_WHEN_FULL);
    return reply.status(204).send();
  });
}
