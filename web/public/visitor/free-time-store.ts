import type { DaySlots, FreeSlots } from '#domain/booking/booking.ts';
import {
  type FreeTime,
  isMonthLoaded,
  type OfferedTime,
  withDays,
  withoutTime,
} from '#web/public/visitor/free-time.ts';
import { lastDayOf, lastMonth, monthOf } from '#web/public/visitor/month-grid.ts';

export interface FreeTimeSnapshot {
  freeTime: FreeTime;
  /** In the practitioner's zone. */
  today: Temporal.PlainDate;
  /** Months ('YYYY-MM') that failed to load and have not been retried yet. */
  failed: ReadonlySet<string>;
  /** The practitioner takes no requests at present. */
  closed: boolean;
}

interface FreeTimeSource {
  timeZone: string;
  /** The days delivered with the page. */
  days: readonly DaySlots[];
  now: () => Temporal.Instant;
  read: (from: Temporal.PlainDate, to: Temporal.PlainDate) => Promise<FreeSlots>;
}

/** The practitioner's free times, loaded month by month. */
export class FreeTimeStore {
  readonly #source: FreeTimeSource;
  readonly #listeners = new Set<() => void>();
  readonly #loading = new Map<string, Promise<void>>();
  #snapshot: FreeTimeSnapshot;

  constructor(source: FreeTimeSource) {
    this.#source = source;
    this.#snapshot = {
      freeTime: withDays(new Map(), source.days),
      today: this.#today(),
      failed: new Set(),
      closed: false,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): FreeTimeSnapshot => this.#snapshot;

  /** Loads the missing days of the visible month, then those of the next one. */
  async show(month: Temporal.PlainYearMonth): Promise<void> {
    if (!isMonthLoaded(this.#snapshot.freeTime, month)) await this.#load(month);
    const next = month.add({ months: 1 });
    if (Temporal.PlainYearMonth.compare(next, lastMonth(this.#snapshot.today)) > 0) return;
    if (!isMonthLoaded(this.#snapshot.freeTime, next)) await this.#load(next);
  }

  /**
   * Refetches a month even if it is loaded; waits for a pending request first, because its response can be outdated.
   */
  async refresh(month: Temporal.PlainYearMonth): Promise<void> {
    await this.#loading.get(month.toString());
    await this.#load(month);
  }

  /** Removes a time at once, before the next response of the server. */
  withdraw(time: OfferedTime): void {
    this.#change({ freeTime: withoutTime(this.#snapshot.freeTime, time) });
  }

  /** The server has refused a request as closed; the next response shows whether that still holds. */
  close(): void {
    this.#change({ closed: true });
  }

  #load(month: Temporal.PlainYearMonth): Promise<void> {
    const key = month.toString();
    const loading = this.#loading.get(key) ?? this.#read(month).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  async #read(month: Temporal.PlainYearMonth): Promise<void> {
    const today = this.#today();
    this.#change({ today, failed: this.#failedWithout(month) });
    const from = monthOf(today).equals(month) ? today : month.toPlainDate({ day: 1 });
    try {
      const { days, accepting } = await this.#source.read(from, lastDayOf(month));
      this.#change({ freeTime: withDays(this.#snapshot.freeTime, days), closed: accepting === false });
    } catch {
      this.#change({ failed: this.#failedWithout(month).add(month.toString()) });
    }
  }

  #failedWithout(month: Temporal.PlainYearMonth): Set<string> {
    const failed = new Set(this.#snapshot.failed);
    failed.delete(month.toString());
    return failed;
  }

  #today(): Temporal.PlainDate {
    return this.#source.now().toZonedDateTimeISO(this.#source.timeZone).toPlainDate();
  }

  #change(part: Partial<FreeTimeSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...part };
    for (const listener of this.#listeners) listener();
  }
}
