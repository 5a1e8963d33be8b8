import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#server/db/database.ts';
import type { OpenDatabase } from '#server/db/open-database.ts';
import type { PostgresDatabase } from '#server/db/postgres.ts';
import { type LimitRule, type Limits, TooManyRequests } from '#server/limits.ts';
import { WindowCounter } from '#server/window-counter.ts';

/** Keys that are refused without asking the database again: a flood costs it nothing. */
const MOST_REFUSED = 10_000;

interface Counter {
  take(key: string): void | Promise<void>;
}

/** Counts in the database where several nodes share one, and in this process otherwise, or where a rule says so. */
export function openLimits(db: OpenDatabase): Limits {
  const counters = new Map<string, Counter>();
  const counterOf = (rule: LimitRule): Counter => {
    const counter = counters.get(rule.name) ?? newCounter(db, rule);
    counters.set(rule.name, counter);
    return counter;
  };
  return {
    async take(rule, key) {
      await counterOf(rule).take(nameless(key));
    },
  };
}

function newCounter(db: OpenDatabase, rule: LimitRule): Counter {
  return db.engine === 'sqlite' || rule.perProcess ? new WindowCounter(rule) : new SharedCounter(db, rule);
}

/** Counts the points of one rule for all nodes together. */
class SharedCounter implements Counter {
  readonly #counter: RateLimiterPostgres;
  /** On the monotonic clock. */
  readonly #refusedUntil = new Map<string, number>();

  constructor(db: PostgresDatabase, { name, points, seconds }: LimitRule) {
    this.#counter = new RateLimiterPostgres({
      keyPrefix: name,
      points,
      duration: seconds,
      // Not the pool itself: the names it would give to statements are of a session, which a pooler does not keep.
      storeClient: {
        query: ({ text, values }: { text: string; values: unknown[] }) =>
          db.read.executeQuery(CompiledQuery.raw(text, values)),
      },
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // One node does it for all.
      clearExpiredByTimeout: false,
    });
  }

  async take(key: string): Promise<void> {
    const leftMs = (this.#refusedUntil.get(key) ?? 0) - performance.now();
    if (leftMs > 0) throw new TooManyRequests(leftMs / 1000);
    this.#refusedUntil.delete(key);
    try {
      await this.#counter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      this.#remember(key, error.msBeforeNext);
      throw new TooManyRequests(error.msBeforeNext / 1000);
    }
  }

  #remember(key: string, forMs: number): void {
    this.#refusedUntil.set(key, performance.now() + forMs);
    if (this.#refusedUntil.size <= MOST_REFUSED) return;
    for (const oldest of this.#refusedUntil.keys()) {
      this.#refusedUntil.delete(oldest);
      return;
    }
  }
}

/** Windows that are over. */
export async function forgetCounted(db: Database): Promise<void> {
  const now = Temporal.Now.instant().epochMilliseconds;
  await db.write(({ trx }) => sql`delete from rate_limits where expire < ${now}`.execute(trx));
}

/** Keys are e-mails and addresses, also of people who have no account here: nothing of them is kept. */
function nameless(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
