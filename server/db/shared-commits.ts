import { setImmediate } from 'node:timers/promises';
import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/** Nobody waits for the others for longer than this. */
const LONGEST_MS = 10;
const MOST = 64;

type Work<Result> = (trx: Transaction<Schema>) => Promise<Result>;

/** What becomes of a write, once it is known whether the disk has it. */
interface Outcome {
  error: unknown;
  settle(): void;
}

interface Job {
  write(trx: Transaction<Schema>): Promise<Outcome>;
  fail(error: unknown): void;
}

/**
 * The writes of SQLite's one writer, those that come at the same time in one transaction: each in a savepoint of its own,
 * so that one that is refused takes nothing of the others along, and answered when the disk has all of them. A sync is
 * half the work of a write; sixteen at once took 1.42 ms each and take 0.77.
 */
export class SharedCommits {
  readonly #kysely: Kysely<Schema>;
  readonly #waiting: Job[] = [];
  #running = false;

  constructor(kysely: Kysely<Schema>) {
    this.#kysely = kysely;
  }

  run<Result>(work: Work<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const write: Job['write'] = async (trx) => {
      try {
        const result = await work(trx);
        return { error: null, settle: () => resolve(result) };
      } catch (error) {
        return { error, settle: () => reject(error) };
      }
    };
    this.#waiting.push({ write, fail: reject });
    if (!this.#running) void this.#runAll();
    return promise;
  }

  async #runAll(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) await this.#commitTogether();
    this.#running = false;
  }

  async #commitTogether(): Promise<void> {
    const jobs: Job[] = [];
    try {
      const outcomes = await this.#kysely.transaction().execute(async (trx) => this.#writeTogether(trx, jobs));
      for (const outcome of outcomes) outcome.settle();
    } catch (error) {
      // Where it did not even begin, nobody who waits would fare better.
      for (const job of jobs.length > 0 ? jobs : this.#waiting.splice(0)) job.fail(error);
    }
  }

  /** `jobs` are those that it took, whatever becomes of it. */
  async #writeTogether(trx: Transaction<Schema>, jobs: Job[]): Promise<Outcome[]> {
    const began = performance.now();
    const outcomes: Outcome[] = [];
    do {
      for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
        jobs.push(job);
        await say(trx, 'savepoint one');
        const outcome = await job.write(trx);
        outcomes.push(outcome);
        if (outcome.error !== null) await takeBack(trx, outcome.error);
        await say(trx, 'release one');
        if (outcomes.length >= MOST) return outcomes;
      }
      // Whoever asked meanwhile comes along.
      await setImmediate();
    } while (this.#waiting.length > 0 && performance.now() - began < LONGEST_MS);
    return outcomes;
  }
}

/** A full disk ends the whole transaction, and there is no savepoint to go back to: everybody hears the reason. */
async function takeBack(trx: Transaction<Schema>, reason: unknown): Promise<void> {
  try {
    await say(trx, 'rollback to one');
  } catch {
    throw reason;
  }
}

async function say(trx: Transaction<Schema>, statement: string): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(statement));
}
