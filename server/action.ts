import type { Context } from '#server/context.ts';
import type { Write, WriteOptions } from '#server/db/database.ts';
import type { Author, OwnerId } from '#server/identity/actor.ts';

/** Everything that code inside a transaction needs to change the data of one practitioner. */
export interface Action {
  context: Context;
  write: Write;
  /** The practitioner whose data it is. */
  owner: OwnerId;
  /** Who changes it. */
  actor: Author;
  now: Temporal.Instant;
}

/** Who does something and when, before any transaction. */
export type Caller = Pick<Action, 'context' | 'actor' | 'now'>;

/**
 * Runs `run` in a transaction of its own, under the practitioner's lock. It runs again where the transaction does, and
 * throws as `Database.write`.
 */
export function act<Result>(
  caller: Caller,
  owner: OwnerId,
  run: (action: Action) => Promise<Result>,
  options?: WriteOptions,
): Promise<Result> {
  return caller.context.db.write(async (write) => run(await actIn(write, caller, owner)), options);
}

/** The same inside a transaction that is open. */
export async function actIn(write: Write, { context, actor, now }: Caller, owner: OwnerId): Promise<Action> {
  await write.lock(owner);
  return { context, write, owner, actor, now };
}
