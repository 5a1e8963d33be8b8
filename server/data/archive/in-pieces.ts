import { setImmediate as nextTurn } from 'node:timers/promises';
import { openAccount } from '#server/accounts/signing-in/complete-sign-in.ts';
import { accountLocked } from '#server/accounts/sign-ins/account-locked.ts';
import { act, type Action, type Caller } from '#server/ground/db/action.ts';
import type { ClosedPractices } from '#server/ground/db/closed-practices.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { describeError } from '#server/ground/process/log.ts';
import { keepPieces, notePiece, type Piece, rollBack } from '#server/data/archive/roll-back.ts';

/** How many rows a piece has at most. */
const PIECE_ROWS = 100;

/** The steps of an import, whole or not at all. */
export interface Pieces {
  /** Runs what adds no row that would have to be taken back. */
  step<Result>(run: (action: Action) => Promise<Result>): Promise<Result>;
  /** Adds rows of a list, whose ids `run` returns; with 'agreed' it changes clients. */
  add(list: Piece['list'], run: (action: Action) => Promise<readonly string[]>): Promise<readonly string[]>;
  /** The last step, with which everything stays; without it nothing does. */
  last(run: (action: Action) => Promise<void>): Promise<void>;
}

/**
 * Runs an import. On PostgreSQL it is one transaction, for which nobody but its practitioner waits. On SQLite, whose one
 * writer serves everybody, each step is a short one: meanwhile the practice is closed to every other write, its readers
 * see it as before, and each piece is noted with its rows. Whatever ends the import before its last step takes them
 * back, at the next start at the latest.
 */
export function inPieces<Result>(
  caller: Caller,
  owner: OwnerId,
  run: (pieces: Pieces) => Promise<Result>,
): Promise<Result> {
  const { closed } = caller.context.db;
  return closed ? inTransactions(caller, owner, run, closed) : inOneTransaction(caller, owner, run);
}

function inOneTransaction<Result>(
  caller: Caller,
  owner: OwnerId,
  run: (pieces: Pieces) => Promise<Result>,
): Promise<Result> {
  return act(caller, owner, (action) =>
    run({
      step: (work) => work(action),
      async add(_list, work) {
        const ids = await work(action);
        await nextTurn();
        return ids;
      },
      last: (work) => work(action),
    }),
  );
}

async function inTransactions<Result>(
  caller: Caller,
  owner: OwnerId,
  run: (pieces: Pieces) => Promise<Result>,
  closed: ClosedPractices,
): Promise<Result> {
  const { db, log } = caller.context;
  const within = closed.close(owner);
  const step: Pieces['step'] = (work) =>
    act(
      caller,
      owner,
      async (action) => {
        // Meanwhile the operator may have locked the account, or deleted it.
        if (!(await openAccount(action))) throw accountLocked();
        return work(action);
      },
      { within },
    );
  let seq = 0;
  let isKept = false;
  try {
    // Behind every write that began before.
    await step(async () => undefined);
    closed.keepBefore(within);
    return await run({
      step,
      async add(list, work) {
        seq += 1;
        const here = seq;
        return step(async (action) => {
          const ids = await work(action);
          await notePiece(action.write, owner, here, { list, ids });
          return ids;
        });
      },
      async last(work) {
        await step(async (action) => {
          // Before the events of it, whose readers see it then.
          action.write.afterCommit(() => within.open());
          await work(action);
          await keepPieces(action.write, owner);
        });
        isKept = true;
      },
    });
  } finally {
    if (!isKept) {
      await rollBack(db, owner).catch((failure: unknown) => {
        within.isLeft = true;
        log.warn(describeError(failure), 'an import waits to be taken back');
      });
    }
  }
}

/** Yields at most as many items at once as a piece has rows. */
export function* piecesOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += PIECE_ROWS) yield items.slice(at, at + PIECE_ROWS);
}
