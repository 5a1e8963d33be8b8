import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '#server/ground/context.ts';
import { endScope, keysInScope, newScope, withKeys, isLocked } from '#server/ground/db/strict-keys.ts';
import { activeKeys } from '#server/accounts/keys/change-key.ts';
import { resealAfterKeyChange } from '#server/accounts/keys/resealer.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { describeError } from '#server/ground/process/log.ts';

/** How often the requests of a practitioner look whether a change of the key goes on. */
const LOOK_MS = 10_000;

export interface OwnResealer {
  /** Continues a key change of the practitioner whose request runs, if there is one; outlives the request. */
  follow(owner: string): void;
  /** The same for every request of theirs; looks only now and then. */
  followRequest(owner: string): void;
}

/**
 * Follows key changes where the server cannot unwrap the key: only the practitioner's requests bring it, so each of
 * them continues what was begun, on whichever node it arrives.
 */
export function registerOwnResealer(app: FastifyInstance, context: Context): OwnResealer {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const looked = new LRUCache<string, number>({ max: 1000 });

  const follow = (owner: string): void => {
    const asked = keysInScope(owner);
    if (!asked || stopping.signal.aborted || running.has(owner)) return;
    // Its own scope, because the request's ends earlier.
    const scope = newScope(asked);
    const work = withKeys(scope, () => reseal(context, owner, stopping.signal))
      .catch((error: unknown) => context.log.warn(describeError(error), 'texts wait to be sealed again'))
      .finally(() => {
        endScope(scope);
        running.delete(owner);
      });
    running.set(owner, work);
  };

  app.addHook('preClose', async () => {
    stopping.abort();
    await Promise.all(running.values());
  });
  const followRequest = (owner: string): void => {
    const now = performance.now();
    if ((looked.get(owner) ?? -LOOK_MS) + LOOK_MS > now) return;
    looked.set(owner, now);
    follow(owner);
  };
  return { follow, followRequest };
}

async function reseal(context: Context, user: string, signal: AbortSignal): Promise<void> {
  const { read } = context.db;
  // The owner comes from the authenticated request, so `ownerId` is safe.
  if ((await activeKeys(read, ownerId(user))).length < 2 || (await isLocked(read, user))) return;
  await resealAfterKeyChange(context, user, signal);
}
