import type { Context } from '#server/ground/context.ts';
import type { Write, WriteOptions } from '#server/ground/db/database.ts';
import type { Author, OwnerId } from '#server/ground/identity/actor.ts';

/** The context of code inside a transaction that changes the data of one practitioner. */
export interface Action {
  context: Context;
  write: Write;
  /** The practitioner who owns the data. */
  owner: OwnerId;
  /** The author of the change. */
  actor: Author;
  now: Temporal.Instant;
  /** Whether clients get no letter about the change. */
  silent?: boolean;
}

/** The author and the time of an action, before any transaction. */
export type Caller = Pick<Action, 'context' | 'actor' | 'now' | 'silent'>;

/**
 * Runs `run` in its own transaction, under the practitioner's lock. Repeats it when the transaction is retried, and
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

/** The same inside an open transaction. */
export async function actIn(
  write: Write,
  { context, actor, now, silent = false }: Caller,
  owner: OwnerId,
): Promise<Action> {
  await write.lock(owner);
  return { context, write, owner, actor, now, silent };
}
