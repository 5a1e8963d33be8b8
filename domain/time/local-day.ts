import { wallTimeOf } from '#domain/time/wall-time.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * A calendar day in a zone, for turning its wall times into instants (epoch milliseconds). A day without a clock
 * change is counted from its midnight, which spares asking the zone for every time of the day.
 */
export class LocalDay {
  readonly #date: Temporal.PlainDate;
  readonly #timeZone: string;
  /** Midnight, where all of the day's wall times follow it without a jump. */
  readonly #midnight: number | null;
  readonly #exists: boolean;

  constructor(date: Temporal.PlainDate, timeZone: string) {
    this.#date = date;
    this.#timeZone = timeZone;
    const first = date.toZonedDateTime(timeZone);
    this.#exists = first.toPlainDate().equals(date);
    const even = first.hour === 0 && first.minute === 0 && first.hoursInDay === 24;
    this.#midnight = this.#exists && even ? first.epochMilliseconds : null;
  }

  /** The instant of a wall time (minutes since midnight); the first where it comes twice, null where it is skipped. */
  instantAt(minutes: number): number | null {
    if (this.#midnight !== null) return this.#midnight + minutes * MINUTE;
    if (!this.#exists || minutes >= DAY_MINUTES) return null;
    const wall = this.#date.toPlainDateTime(wallTimeOf(minutes));
    const zoned = wall.toZonedDateTime(this.#timeZone, { disambiguation: 'earlier' });
    return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : null;
  }

  /** As `instantAt`, but a skipped wall time answers the instant to which clocks were moved. */
  instantNear(minutes: number): number {
    if (this.#midnight !== null) return this.#midnight + minutes * MINUTE;
    const wall = this.#date.toPlainDateTime(wallTimeOf(minutes));
    return wall.toZonedDateTime(this.#timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
  }
}
