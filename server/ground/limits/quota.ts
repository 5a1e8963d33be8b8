import { LRUCache } from 'lru-cache';
import type { Database } from '#server/ground/db/database.ts';
import { measurePractice } from '#server/ground/db/measure-practice.ts';
import { LIMITS, PracticeFull } from '#server/ground/limits/limit-rules.ts';
import { WindowCounter } from '#server/ground/limits/window-counter.ts';

const MB = 1024 * 1024;
const MOST_KNOWN = 10_000;
/** How long a measurement of a full practice stays fresh; after a delete it is measured again immediately. */
const MEASURE_AGAIN_MS = 10_000;
/** How long a measurement is valid on PostgreSQL, where other nodes write too. */
const COUNTS_MS = 60_000;
/**
 * While this part is free, measurements stay valid: even four nodes that do not know of each other's writes have room.
 */
const ROOMY = 3 / 4;

interface Use {
  /** The measured bytes plus everything written since; what those writes replaced is not subtracted. */
  bytes: number;
  measured: number;
  measuredMs: number;
  isStale: boolean;
}

/**
 * The space that each practice takes, in the memory of this process. Measured at its first write, increased by each
 * write, and measured again before a write is refused and, where other nodes write too, every minute when nearly full.
 */
export class Quota {
  readonly #db: Pick<Database, 'read' | 'engine'>;
  /** Null without a quota. */
  readonly bytes: number | null;
  readonly #now: () => number;
  readonly #uses = new LRUCache<string, Use>({ max: MOST_KNOWN });
  readonly #measuring = new Map<string, Promise<Use>>();
  readonly #writes = new WindowCounter(LIMITS.writesPerAccount);
  readonly #kilobytes = new WindowCounter(LIMITS.kilobytesPerAccount);

  constructor(db: Pick<Database, 'read' | 'engine'>, megabytes: number, now: () => number = () => performance.now()) {
    this.#db = db;
    this.#now = now;
    this.bytes = megabytes === 0 ? null : megabytes * MB;
  }

  /** Throws a 507 where a practice is full or would be with `more` bytes, and a TooManyRequests for too many writes. */
  async admit(owner: string, more = 0): Promise<void> {
    this.#writes.take(owner);
    this.#kilobytes.take(owner, performance.now(), 0);
    if (this.bytes === null) return;
    const counted = this.#uses.get(owner);
    const known = counted && !this.#isOutdated(counted, this.bytes) ? counted : await this.#measured(owner);
    if (known.bytes + more <= this.bytes) return;
    const isFresh =
      !known.isStale && known.bytes === known.measured && this.#now() - known.measuredMs < MEASURE_AGAIN_MS;
    const use = isFresh ? known : await this.#measured(owner);
    if (use.bytes + more > this.bytes) throw full(use.bytes, this.bytes);
  }

  #isOutdated({ bytes, measuredMs }: Use, most: number): boolean {
    return this.#db.engine === 'postgres' && bytes > most * (1 - ROOMY) && this.#now() - measuredMs > COUNTS_MS;
  }

  /** Counts bytes that were written; never throws, because it runs inside a transaction. */
  note(owner: string, bytes: number): void {
    const use = this.#uses.get(owner);
    if (use) use.bytes += bytes;
    this.#kilobytes.count(owner, Math.ceil(bytes / 1024));
  }

  /**
   * Marks the count as outdated, after a delete or an import, so that it is measured again before a write is refused.
   */
  markStale(owner: string): void {
    const use = this.#uses.get(owner);
    if (use) use.isStale = true;
  }

  /** Measures the space that a practice takes now. */
  async measure(owner: string): Promise<number> {
    return (await this.#measured(owner)).bytes;
  }

  #measured(owner: string): Promise<Use> {
    const measure = async (): Promise<Use> => {
      try {
        const bytes = await measurePractice(this.#db, owner);
        const use = { bytes, measured: bytes, measuredMs: this.#now(), isStale: false };
        this.#uses.set(owner, use);
        return use;
      } finally {
        this.#measuring.delete(owner);
      }
    };
    return this.#measuring.getOrInsertComputed(owner, measure);
  }
}

function full(used: number, quota: number): PracticeFull {
  const [now, most] = [used, quota].map((bytes) => Math.ceil(bytes / MB));
  return new PracticeFull(
    `Место для\u00A0ваших записей закончилось: занято ${now}\u00A0МБ из\u00A0${most}. Удалите лишнее или попросите больше места у\u00A0тех, кто ведёт этот Кабинет. Удалять и\u00A0выгружать данные можно всегда, введённое не\u00A0пропало.`,
  );
}
