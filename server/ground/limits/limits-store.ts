import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/ground/db/database.ts';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import type { PostgresDatabase } from '#server/ground/db/postgres.ts';
import { type LimitRule, type Limits, TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { WindowCounter } from '#server/ground/limits/window-counter.ts';

/** Refused keys that need no further query: a flood costs the database nothing. */
const MAX_REFUSED = 10_000;

interface Counter {
  take(key: string): void | Promise<void>;
  giveBack(key: string): void | Promise<void>;
}

/** Counts in the database where several nodes share one, and in this process otherwise, or if a rule demands it. */
export function openLimits(db: OpenDatabase): Limits {
  const counters = new Map<string, Counter>();
  const counterOf = (rule: LimitRule): Counter =>
    counters.getOrInsertComputed(rule.name, () =>
      db.engine === 'sqlite' || rule.perProcess ? new WindowCounter(rule) : new SharedCounter(db, rule),
    );
  return {
    take: async (rule, key) => counterOf(rule).take(sha256(key)),
    giveBack: async (rule, key) => counterOf(rule).giveBack(sha256(key)),
  };
}

/** The clock of the windows: those of several nodes differ. */
const DATABASE_NOW = sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`;

/** Counts the points of one rule for all nodes together. */
class SharedCounter implements Counter {
  readonly #db: PostgresDatabase;
  readonly #rule: LimitRule;
  /** On the monotonic clock. */
  readonly #refusedUntil = new LRUCache<string, number>({ max: MAX_REFUSED });

  constructor(db: PostgresDatabase, rule: LimitRule) {
    this.#db = db;
    this.#rule = rule;
  }

  async take(key: string): Promise<void> {
    const leftMs = (this.#refusedUntil.get(key) ?? 0) - performance.now();
    if (leftMs > 0) throw new TooManyRequests(leftMs / 1000);
    const { points, endsInMs } = await this.#count(key);
    if (points <= this.#rule.points) return;
    this.#refusedUntil.set(key, performance.now() + endsInMs);
    throw new TooManyRequests(endsInMs / 1000);
  }

  async giveBack(key: string): Promise<void> {
    await sql`
      update rate_limits set points = points - 1
      where key = ${`${this.#rule.name}:${key}`} and points > 0 and expire > ${DATABASE_NOW}
    `.execute(this.#db.read);
  }

  /** Adds a point to the window of a key, which starts again after its end. */
  async #count(key: string): Promise<{ points: number; endsInMs: number }> {
    const { name, seconds } = this.#rule;
    const { rows } = await sql<{ points: number; endsInMs: number }>`
      insert into rate_limits as counted (key, points, expire)
      values (${`${name}:${key}`}, 1, ${DATABASE_NOW} + ${seconds * 1000}::bigint)
      on conflict (key) do update set
        points = case when counted.expire > ${DATABASE_NOW} then counted.points + 1 else 1 end,
        expire = case when counted.expire > ${DATABASE_NOW} then counted.expire else excluded.expire end
      returning points, cast(expire - ${DATABASE_NOW} as integer) as "endsInMs"
    `.execute(this.#db.read);
    const [row] = rows;
    if (!row) throw new Error('an attempt was not counted');
    return row;
  }
}

/** Deletes ended windows. */
export async function forgetCounted(db: Database): Promise<void> {
  await db.write(({ trx }) => sql`delete from rate_limits where expire < ${DATABASE_NOW}`.execute(trx));
}

/** Keys are e-mails and addresses, also of people without an account: none is stored in clear. */
function sha256(key: string): string {
  return hash('sha256', key, 'base64url');
}
