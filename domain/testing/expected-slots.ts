import type { VisitorRules } from '#domain/availability/free-slots.ts';
import type { HeldTime } from '#domain/availability/busy-time.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import type { DaySlots } from '#domain/booking/booking.ts';
import { minutesOf, wallTimeOf } from '#domain/time/wall-time.ts';

const QUARTER = 15 * 60_000;
const HOUR = 60 * 60_000;

export interface Practice {
  timeZone: string;
  week: readonly WeekdayHours[];
  held: readonly HeldTime[];
  rules: VisitorRules;
  now: Temporal.Instant;
}

/**
 * What visitors should be offered on a day, found without any thought: by looking at the clock on the wall at every
 * quarter of an hour. Right where hours, breaks, held time and clock changes lie on quarters.
 */
export function expectedSlots(date: Temporal.PlainDate, practice: Practice): DaySlots {
  const { timeZone, week, held, rules, now } = practice;
  const slots: DaySlots['slots'] = [];
  const seen = new Set<number>();
  const hours = isOpen(date, practice) ? weekday(week, date) : undefined;
  const around = Temporal.Instant.from(`${date.toString()}T00:00:00Z`).epochMilliseconds;
  const clock = new Clock(timeZone);
  for (let start = around - 15 * HOUR; start < around + 39 * HOUR; start += QUARTER) {
    const wall = clock.at(start);
    if (!wall.date.equals(date) || !hours?.is_available || seen.has(wall.minutes)) continue;
    const from = minutesOf(hours.start_time);
    if (wall.minutes < from || wall.minutes >= minutesOf(hours.end_time) || (wall.minutes - from) % 30 !== 0) continue;
    seen.add(wall.minutes);
    if (start <= now.epochMilliseconds || start < now.epochMilliseconds + rules.minNoticeMinutes * 60_000) continue;
    const buffer = rules.bufferMinutes * 60_000;
    if (held.some((time) => time.start < start + HOUR + buffer && time.end > start - buffer)) continue;
    const hour = [0, 1, 2, 3].map((quarter) => clock.at(start + quarter * QUARTER));
    if (hour.some((moment) => inBreak(week, moment))) continue;
    const instant = Temporal.Instant.fromEpochMilliseconds(start).toString();
    slots.push({ start: instant, time: wallTimeOf(wall.minutes) });
  }
  return { date: date.toString(), slots };
}

/** Within the horizon, counted on the practitioner's calendar, and no day off. */
function isOpen(date: Temporal.PlainDate, { timeZone, rules, now }: Practice): boolean {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const inDays = today.until(date, { largestUnit: 'days' }).days;
  const text = date.toString();
  return inDays <= rules.maxDaysAhead && !rules.daysOff.some(({ from, to }) => from <= text && text <= to);
}

interface Wall {
  date: Temporal.PlainDate;
  minutes: number;
}

class Clock {
  readonly #timeZone: string;
  readonly #seen = new Map<number, Wall>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  at(instant: number): Wall {
    const known = this.#seen.get(instant);
    if (known) return known;
    const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(this.#timeZone);
    const wall = { date: zoned.toPlainDate(), minutes: zoned.hour * 60 + zoned.minute };
    this.#seen.set(instant, wall);
    return wall;
  }
}

function weekday(week: readonly WeekdayHours[], date: Temporal.PlainDate): WeekdayHours | undefined {
  return week.find((day) => day.day_of_week === date.dayOfWeek % 7);
}

function inBreak(week: readonly WeekdayHours[], { date, minutes }: Wall): boolean {
  const hours = weekday(week, date);
  const pauses = hours?.is_available ? hours.breaks : [];
  return pauses.some((pause) => minutesOf(pause.start) <= minutes && minutes < minutesOf(pause.end));
}
