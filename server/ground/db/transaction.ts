import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { conflict, outOfSpace, unwritable } from '#domain/errors.ts';
import type { Database, Engine, Write, WriteCounts, WriteOptions } from '#server/ground/db/database.ts';
import { isTransient, type StorageTrouble, storageTrouble } from '#server/ground/db/errors.ts';
import type { Schema } from '#server/ground/db/schema.ts';
import { SharedCommits } from '#server/ground/db/shared-commits.ts';
import { describeError } from '#server/ground/process/log.ts';

const RETRIES = 5;
const LONGEST_FIRST_PAUSE_MS = 20;

/**
 * The write in which the current code runs. Ambient, because a parameter would not reach calls that bypass the
 * transaction by mistake.
 */
const current = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Throws inside a transaction, for calls that bypass it: on SQLite a second write would wait for the first for ever; on
 * PostgreSQL a read outside would miss its changes and could exhaust the pool.
 */
export function refuseInsideWrite(): void {
  if (current.getStore()?.open) throw new Error('Inside a write use its transaction only.');
}

/** The checks between transactions and the disk. */
interface Gate {
  /** Called first in every transaction. */
  admit(options: WriteOptions): void;
  /** Called with each error of the disk; returns whether a retry of the transaction can succeed. */
  relieve(trouble: StorageTrouble): boolean;
  /** Called after the commit of a write that deleted texts. */
  emptyLog(): void;
}

const OPEN: Gate = { admit: () => undefined, relieve: () => false, emptyLog: () => undefined };

/** Returns `Database.write` for either engine, and its counts. */
export function writer(engine: Engine, kysely: Kysely<Schema>, gate: Gate = OPEN): Pick<Database, 'write' | 'counts'> {
  const counts: WriteCounts = { done: 0, failed: 0, retried: 0, running: 0, seconds: 0 };
  const retrying = retryingWriter(engine, kysely, gate, counts);
  const write: Database['write'] = async (run, options = {}) => {
    const began = performance.now();
    counts.running += 1;
    try {
      const result = await retrying(run, options);
      counts.done += 1;
      return result;
    } catch (error) {
      counts.failed += 1;
      throw error;
    } finally {
      counts.running -= 1;
      counts.seconds += (performance.now() - began) / 1000;
    }
  };
  return { write, counts };
}

function retryingWriter(engine: Engine, kysely: Kysely<Schema>, gate: Gate, counts: WriteCounts): Database['write'] {
  const begin = transactionsOf(engine, kysely);
  return async (run, options = {}) => {
    refuseInsideWrite();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { result, afterCommit } = await runOnce(engine, begin(options), (write) => {
          gate.admit(options);
          return run({ ...write, erasesTexts: () => write.afterCommit(() => gate.emptyLog()) });
        });
        afterCommit.forEach(runSafely);
        return result;
      } catch (error) {
        // A large write may have left texts in the log before it was rolled back.
        if (options.alone) gate.emptyLog();
        const trouble = storageTrouble(error);
        if (trouble !== null) {
          if (gate.relieve(trouble)) continue;
          throw trouble === 'full' ? outOfSpace(error) : unwritable(error);
        }
        if (!isTransient(error)) throw error;
        if (attempt > RETRIES) throw conflict('The data is being changed by others, try again.');
        counts.retried += 1;
        await sleep(Math.random() * LONGEST_FIRST_PAUSE_MS * 2 ** attempt);
      }
    }
  };
}

type Begin = <Result>(work: (trx: Transaction<Schema>) => Promise<Result>) => Promise<Result>;

function transactionsOf(engine: Engine, kysely: Kysely<Schema>): (options: WriteOptions) => Begin {
  // SQLite has only one isolation level, and its driver ignores the setting.
  if (engine === 'postgres')
    return () => (work) => kysely.transaction().setIsolationLevel('read committed').execute(work);
  const commits = new SharedCommits(kysely);
  return (options) => (work) => commits.run(work, options);
}

async function runOnce<Result>(
  engine: Engine,
  begin: Begin,
  run: (write: Omit<Write, 'erasesTexts'>) => Promise<Result>,
): Promise<{ result: Result; afterCommit: (() => void)[] }> {
  const beforeCommit: (() => Promise<void>)[] = [];
  const afterCommit: (() => void)[] = [];
  const locked = new Set<string>();
  const state = { open: true };
  try {
    const result = await begin((trx) =>
      current.run(state, async () => {
        const answer = await run({
          trx,
          engine,
          async lock(owner) {
            if (engine === 'sqlite' || locked.has(owner)) return;
            // "no key": other transactions can still insert rows that refer to the practitioner, without a deadlock.
            await trx.selectFrom('users').select('id').where('id', '=', owner).forNoKeyUpdate().execute();
            locked.add(owner);
          },
          beforeCommit: (callback) => beforeCommit.push(callback),
          afterCommit: (callback) => afterCommit.push(callback),
        });
        for (const callback of beforeCommit) await callback();
        return answer;
      }),
    );
    return { result, afterCommit };
  } finally {
    state.open = false;
  }
}

/** Runs a callback after a commit, which stays successful even if the callback fails. */
function runSafely(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    const { name, at = [] } = describeError(error);
    process.emitWarning(`${name} after a commit`, { detail: at.join('\n') });
  }
}
