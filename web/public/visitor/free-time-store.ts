import type { DaySlots, FreeSlots } from '#domain/booking/booking.ts';
import { Store } from '#web/ground/browser/store.ts';
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
  /** The practitioner accepts no requests at present. */
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
export class FreeTimeStore extends Store<FreeTimeSnapshot> {
  readonly #source: FreeTimeSource;
  readonly #loading = new Map<string, Promise<void>>();

  constructor(source: FreeTimeSource) {
    super({ freeTime: withDays(new Map(), source.days), today: todayIn(source), failed: new Set(), closed: false });
    this.#source = source;
  }

  /** Loads the missing days of the visible month, then those of the next one. */
  async show(month: Temporal.PlainYearMonth): Promise<void> {
    if (!isMonthLoaded(this.get().freeTime, month)) await this.#load(month);
    const next = month.add({ months: 1 });
    if (Temporal.PlainYearMonth.compare(next, lastMonth(this.get().today)) > 0) return;
    if (!isMonthLoaded(this.get().freeTime, next)) await this.#load(next);
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
    this.#change({ freeTime: withoutTime(this.get().freeTime, time) });
  }

  /** Called after the server has refused a request as closed; the next response shows whether that still applies. */
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
    const today = todayIn(this.#source);
    this.#change({ today, failed: this.#failedWithout(month) });
    const from = monthOf(today).equals(month) ? today : month.toPlainDate({ day: 1 });
    try {
      const { days, accepting } = await this.#source.read(from, lastDayOf(month));
      this.#change({ freeTime: withDays(this.get().freeTime, days), closed: accepting === false });
    } catch {
      this.#change({ failed: this.#failedWithout(month).add(month.toString()) });
    }
  }

  #failedWithout(month: Temporal.PlainYearMonth): Set<string> {
    const failed = new Set(this.get().failed);
    failed.delete(month.toString());
    return failed;
  }

  #change(part: Partial<FreeTimeSnapshot>): void {
    this.set({ ...this.get(), ...part });
  }
}

function todayIn({ now, timeZone }: FreeTimeSource): Temporal.PlainDate {
  return now().toZonedDateTimeISO(timeZone).toPlainDate();
}
