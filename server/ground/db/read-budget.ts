import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type AppError, badRequest } from '#domain/errors.ts';
import { cpuMs } from '#server/ground/process/cpu-time.ts';
import type { Database, Engine, Reader } from '#server/ground/db/database.ts';
import { ExpensiveReads, ReadQueueFull, type ReadQueueRules } from '#server/ground/db/expensive-reads.ts';
import { PostgresError } from '#server/ground/db/postgres-error.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';

/** CPU time of this thread that the statements of one request can take on SQLite, which runs in it. */
const CPU_MS = 60;
/** The time limit of each statement on PostgreSQL, which has its own processors. */
const STATEMENT_MS = 1000;
/**
 * Reading a clock costs more than a cheap row: at most once in this many rows, or after each one where rows are
 * expensive.
 */
const LOOK_EVERY = { rows: 64, milliseconds: 0.5 } as const;
/** Bytes of a response that the thread hands to the network in a millisecond. */
const SENT_PER_MS = 1024 * 1024;
const QUERY_CANCELED = '57014';
/** A refusal costs as much as a short list: a flood of them would take the time that the queue saves. */
const REFUSED_AFTER_MS = 1000;

/** On SQLite reads take the server's own thread; PostgreSQL has its own processors, and connections are few. */
const QUEUE_RULES: Record<Engine, ReadQueueRules> = {
  sqlite: { atOnce: 1, burstMs: 250, restTimes: 9, pauseTimes: 1, clock: cpuMs },
  postgres: { atOnce: 4, burstMs: 2000, restTimes: 1, pauseTimes: 1, clock: () => performance.now() },
};

/** The cost so far of the requests in progress, by number. */
const spent = new Map<number, number>();
let requests = 0;

export interface BudgetedRead {
  reader: Reader;
  /** Belongs in every `where` that can scan many rows; null if the database limits the time itself. */
  mayGoOn: RawBuilder<SqlBool> | null;
}

/** The queue of each database. */
const queues = new WeakMap<Database, ExpensiveReads>();

/**
 * Runs the statements of one request that a caller can make arbitrarily expensive, in their owner's turn. Throws a 400
 * as soon as they exceed the cost of a request, a 429 if too many of the owner's wait.
 */
export async function withReadBudget<Result>(db: Database, owner: string, run: Run<Result>): Promise<Result> {
  const within = db.engine === 'postgres' ? withTimeout : withMeter;
  // Chosen once the turn has come: the practice can have closed meanwhile.
  return refusing(queueOf(db).run(owner, (begin) => within(db.read, run, begin), sendingMs));
}

/**
 * Runs reads whose cost is bounded otherwise one at a time for each owner, without rests; throws a 429 if too many
 * wait.
 */
export async function inTurn<Result>(db: Database, owner: string, run: () => Promise<Result>): Promise<Result> {
  return refusing(queueOf(db).runFree(owner, run));
}

async function refusing<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof ReadQueueFull)) throw error;
    // Slows a caller that retries at once down to one request a second.
    await sleep(REFUSED_AFTER_MS);
    throw new TooManyRequests(error.retryAfterMs / 1000);
  }
}

function queueOf(db: Database): ExpensiveReads {
  const queue = queues.get(db) ?? new ExpensiveReads(QUEUE_RULES[db.engine]);
  queues.set(db, queue);
  return queue;
}

/** The time of this thread that sending a response takes after its turn. */
function sendingMs(result: unknown): number {
  return Buffer.isBuffer(result) ? result.byteLength / SENT_PER_MS : 0;
}

type Run<Result> = (budgeted: BudgetedRead) => Promise<Result>;

async function withMeter<Result>(read: Reader, run: Run<Result>, begin: () => void): Promise<Result> {
  requests += 1;
  const request = requests;
  spent.set(request, 0);
  begin();
  try {
    return await run({ reader: read, mayGoOn: sql<SqlBool>`may_go_on(${request})` });
  } finally {
    spent.delete(request);
  }
}

async function withTimeout<Result>(read: Reader, run: Run<Result>, begin: () => void): Promise<Result> {
  try {
    return await read
      .transaction()
      .setAccessMode('read only')
      .execute(async (reader) => {
        begin();
        await sql`set local statement_timeout = ${sql.lit(STATEMENT_MS)}`.execute(reader);
        return run({ reader, mayGoOn: null });
      });
  } catch (error) {
    throw error instanceof PostgresError && error.code === QUERY_CANCELED ? tooMuch() : error;
  }
}

/** The 400 for a list that costs more than a request may. */
export function tooMuch(): AppError {
  return badRequest('The list looks through too many records. Narrow it down, for instance by dates.');
}

/** Measures the statements of one SQLite connection, which run one after the other. */
export class ReadMeter {
  #request = 0;
  #started = 0;
  #lookedAt = 0;
  #stride = 1;
  #rowsToLook = 0;

  /** The SQL function `may_go_on(request)`: called for each row that a statement reads, it throws beyond the budget. */
  readonly mayGoOn = (request: unknown): number => {
    if (this.#request === 0) this.#begin(Number(request));
    else this.step();
    return 1;
  };

  /** Called before each slow comparison, so that one row with many of them is interrupted too. */
  step(): void {
    if (this.#request === 0) return;
    this.#rowsToLook -= 1;
    if (this.#rowsToLook <= 0) this.#look();
  }

  #begin(request: number): void {
    this.#request = request;
    this.#started = cpuMs();
    this.#lookedAt = performance.now();
    this.#stride = 1;
    this.#rowsToLook = 1;
  }

  #look(): void {
    const now = performance.now();
    const quick = now - this.#lookedAt < LOOK_EVERY.milliseconds;
    this.#stride = quick ? Math.min(this.#stride * 2, LOOK_EVERY.rows) : 1;
    this.#rowsToLook = this.#stride;
    this.#lookedAt = now;
    if (this.#spent() > CPU_MS) throw tooMuch();
  }

  /** Called at the end of a statement. */
  end(): void {
    if (this.#request === 0) return;
    spent.set(this.#request, this.#spent());
    this.#request = 0;
  }

  #spent(): number {
    return (spent.get(this.#request) ?? 0) + cpuMs() - this.#started;
  }
}
