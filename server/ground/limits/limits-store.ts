import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/ground/db/database.ts';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import type { PostgresDatabase } from '#server/ground/db/postgres.ts';
import { type LimitRule, type Limits, type Point, TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { WindowCounter } from '#server/ground/limits/window-counter.ts';

/** Refused keys that need no further query, so that a flood costs the database nothing. */
const MAX_REFUSED = 10_000;
/** After this time the database is queried again: another node may have returned a point. */
const REFUSED_KEPT_MS = 30_000;

interface Refused {
  rule: LimitRule;
  error: TooManyRequests;
}

interface Counter {
  /** Spends all points, or none and returns the first rule without points. */
  take(points: readonly Point[]): Promise<Refused | null>;
  giveBack(point: Point): Promise<void>;
}

/**
 * Counts in the database where several nodes share one, otherwise in this process, as rules with `perProcess` always
 * do.
 */
export function openLimits(db: OpenDatabase): Limits {
  const own = new OwnCounter();
  const shared = db.engine === 'postgres' ? new SharedCounter(db) : own;
  return {
    take: async (rule, key, points) => {
      const refused = await (rule.perProcess ? own : shared).take([hashed({ rule, key, points })]);
      if (refused) throw refused.error;
    },
    takeAll: async (points) => (await shared.take(points.map(hashed)))?.rule ?? null,
    giveBack: async (rule, key) => (rule.perProcess ? own : shared).giveBack(hashed({ rule, key })),
  };
}

class OwnCounter implements Counter {
  readonly #counters = new Map<string, WindowCounter>();

  async take(points: readonly Point[]): Promise<Refused | null> {
    for (const [at, { rule, key, points: count }] of points.entries()) {
      try {
        this.#of(rule).take(key, performance.now(), count);
      } catch (error) {
        if (!(error instanceof TooManyRequests)) throw error;
        for (const taken of points.slice(0, count === undefined ? at + 1 : at)) await this.giveBack(taken);
        return { rule, error };
      }
    }
    return null;
  }

  async giveBack({ rule, key }: Point): Promise<void> {
    this.#of(rule).giveBack(key);
  }

  #of(rule: LimitRule): WindowCounter {
    return this.#counters.getOrInsertComputed(rule.name, () => new WindowCounter(rule));
  }
}

/** The clock of the windows, because the clocks of nodes differ. */
const DATABASE_NOW = sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`;

/** Counts for all nodes together. */
class SharedCounter implements Counter {
  readonly #db: PostgresDatabase;
  /** On the monotonic clock. */
  readonly #refusedUntil = new LRUCache<string, number>({ max: MAX_REFUSED, ttl: REFUSED_KEPT_MS });

  constructor(db: PostgresDatabase) {
    this.#db = db;
  }

  async take(points: readonly Point[]): Promise<Refused | null> {
    const known = this.#firstRefused(points);
    if (known) return known;
    const counted = await this.#count(points);
    const isRefused = (point: Point) => (counted.get(nameOf(point))?.points ?? 0) > point.rule.points;
    for (const point of points.filter(isRefused)) {
      const name = nameOf(point);
      // A refused attempt costs no point, so that a point that is given back serves the next one. An amount stays
      // spent.
      if (point.points === undefined) await this.#release(point);
      this.#refusedUntil.set(name, performance.now() + (counted.get(name)?.endsInMs ?? 0));
    }
    const refused = this.#firstRefused(points);
    if (refused) for (const point of points.filter((one) => !isRefused(one))) await this.giveBack(point);
    return refused;
  }

  async giveBack(point: Point): Promise<void> {
    await this.#release(point);
    this.#refusedUntil.delete(nameOf(point));
  }

  async #release(point: Point): Promise<void> {
    await sql`
      update rate_limits set points = points - 1
      where key = ${nameOf(point)} and points > 0 and expire > ${DATABASE_NOW}
    `.execute(this.#db.read);
  }

  #firstRefused(points: readonly Point[]): Refused | null {
    for (const point of points) {
      const leftMs = (this.#refusedUntil.get(nameOf(point)) ?? 0) - performance.now();
      if (leftMs > 0) return { rule: point.rule, error: new TooManyRequests(leftMs / 1000) };
    }
    return null;
  }

  /** Adds the points to the window of each key; an ended window starts again. */
  async #count(points: readonly Point[]): Promise<Map<string, { points: number; endsInMs: number }>> {
    const values = points.map(
      (point) =>
        sql`(${nameOf(point)}, ${point.points ?? 1}::integer, ${DATABASE_NOW} + ${point.rule.seconds * 1000}::bigint)`,
    );
    const { rows } = await sql<{ key: string; points: number; endsInMs: number }>`
      insert into rate_limits as counted (key, points, expire)
      values ${sql.join(values)}
      on conflict (key) do update set
        points = case when counted.expire > ${DATABASE_NOW} then counted.points + excluded.points else excluded.points end,
        expire = case when counted.expire > ${DATABASE_NOW} then counted.expire else excluded.expire end
      returning key, points, cast(expire - ${DATABASE_NOW} as integer) as "endsInMs"
    `.execute(this.#db.read);
    return new Map(rows.map((row) => [row.key, row]));
  }
}

function nameOf({ rule, key }: Point): string {
  return `${rule.name}:${key}`;
}

/** Deletes ended windows. */
export async function forgetCounted(db: Database): Promise<void> {
  await db.write(({ trx }) => sql`delete from rate_limits where expire < ${DATABASE_NOW}`.execute(trx));
}

/** Keys are e-mails and addresses, also of people without an account: none is stored in clear. */
function hashed({ rule, key, points }: Point): Point {
  return { rule, key: hash('sha256', key, 'base64url'), points };
}
