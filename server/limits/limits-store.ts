import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { OpenDatabase } from '#server/db/open-database.ts';
import type { PostgresDatabase } from '#server/db/postgres.ts';
import { type LimitRule, type Limits, TooManyRequests } from '#server/limits/limits.ts';
import { WindowCounter } from '#server/limits/window-counter.ts';

/** Keys that are refused without asking the database again: a flood costs it nothing. */
const MOST_REFUSED = 10_000;

interface Counter {
  take(key: string): void | Promise<void>;
  giveBack(key: string): void | Promise<void>;
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
    async giveBack(rule, key) {
      await counterOf(rule).giveBack(nameless(key));
    },
  };
}

function newCounter(db: OpenDatabase, rule: LimitRule): Counter {
  return db.engine === 'sqlite' || rule.perProcess ? new WindowCounter(rule) : new SharedCounter(db, rule);
}

/** The clock of the windows: those of several nodes differ. */
const DATABASE_NOW = sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`;

/** Counts the points of one rule for all nodes together. */
class SharedCounter implements Counter {
  readonly #db: PostgresDatabase;
  readonly #rule: LimitRule;
  /** On the monotonic clock. */
  readonly #refusedUntil = new Map<string, number>();

  constructor(db: PostgresDatabase, rule: LimitRule) {
    this.#db = db;
    this.#rule = rule;
  }

  async take(key: string): Promise<void> {
    const leftMs = (this.#refusedUntil.get(key) ?? 0) - performance.now();
    if (leftMs > 0) throw new TooManyRequests(leftMs / 1000);
    this.#refusedUntil.delete(key);
    const { points, endsInMs } = await this.#count(key);
    if (points <= this.#rule.points) return;
    this.#remember(key, endsInMs);
    throw new TooManyRequests(endsInMs / 1000);
  }

  async giveBack(key: string): Promise<void> {
    await sql`
      update rate_limits set points = points - 1
      where key = ${`${this.#rule.name}:${key}`} and points > 0 and expire > ${DATABASE_NOW}
    `.execute(this.#db.read);
  }

  /** One point more in the window of a key, which begins anew where it is over. */
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
  await db.write(({ trx }) => sql`delete from rate_limits where expire < ${DATABASE_NOW}`.execute(trx));
}

/** Keys are e-mails and addresses, also of people who have no account here: nothing of them is kept. */
function nameless(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
