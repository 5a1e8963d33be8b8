import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#server/db/database.ts';
import type { OpenDatabase } from '#server/db/open-database.ts';
import { type LimitRule, type Limits, TooManyRequests } from '#server/limits.ts';

type Counter = Pick<RateLimiterMemory, 'consume'>;

/** Counts in this process, or in the database where several nodes share one. */
export function openLimits(db: OpenDatabase): Limits {
  const counters = new Map<string, Counter>();
  const counterOf = (rule: LimitRule): Counter => {
    const counter = counters.get(rule.name) ?? newCounter(db, rule);
    counters.set(rule.name, counter);
    return counter;
  };
  return {
    async take(rule, key) {
      try {
        await counterOf(rule).consume(nameless(key));
      } catch (error) {
        throw error instanceof RateLimiterRes ? new TooManyRequests(error.msBeforeNext / 1000) : error;
      }
    },
  };
}

function newCounter(db: OpenDatabase, rule: LimitRule): Counter {
  const options = { keyPrefix: rule.name, points: rule.points, duration: rule.seconds };
  if (db.engine === 'sqlite') return new RateLimiterMemory(options);
  return new RateLimiterPostgres({
    ...options,
    storeClient: db.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // One node does it for all.
    clearExpiredByTimeout: false,
  });
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
