import { setImmediate as nextTurn } from 'node:timers/promises';
import { openAccount } from '#server/accounts/signing-in/complete-sign-in.ts';
import { accountLocked } from '#server/accounts/sign-ins/account-locked.ts';
import { act, type Action, type Caller } from '#server/ground/action.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/** Rows written between two turns of the event loop. */
const ROWS_AT_ONCE = 100;

/**
 * Runs an import in one transaction: if it or the program ends early, nothing of it stays. On SQLite all other writes
 * wait meanwhile, so whatever can be read, checked and sealed beforehand is. Throws a 403 where the account was locked
 * or deleted since the request began.
 */
export function importWhole<Result>(
  caller: Caller,
  owner: OwnerId,
  run: (action: Action) => Promise<Result>,
): Promise<Result> {
  return act(
    caller,
    owner,
    async (action) => {
      if (!(await openAccount(action))) throw accountLocked();
      return run(action);
    },
    { alone: true },
  );
}

/** Yields the items in slices, with a turn of the event loop between them, in which reads can run. */
export async function* inSlices<Item>(items: readonly Item[]): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) {
    yield items.slice(at, at + ROWS_AT_ONCE);
    await nextTurn();
  }
}
