import { BusyTime, type HeldTime } from '#domain/availability/busy-time.ts';
import { isDayOff } from '#domain/availability/days-off.ts';
import { DEFAULT_HOURS, hoursOn } from '#domain/availability/default-hours.ts';
import { VISITOR_STEP } from '#domain/availability/visitor-step.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { BOOKING_DURATION, type DaySlots, MAX_SLOT_DAYS, type Slot } from '#domain/booking/booking.ts';
import type { DayOff } from '#domain/profiles/profile.ts';
import { LocalDay } from '#domain/time/local-day.ts';
import { minutesOf, wallTimeOf } from '#domain/time/wall-time.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;

/** The starts of the practitioner's own planning lie on multiples of it, from the start of the working hours. */
const QUARTER = 15;

/** What a practitioner asks of visitors; `daysOff` are dates of the practitioner's zone. */
export interface VisitorRules {
  minNoticeMinutes: number;
  /** The last day offered is today, in the practitioner's zone, plus this many. */
  maxDaysAhead: number;
  /** Minutes kept free around held time. */
  bufferMinutes: number;
  daysOff: readonly DayOff[];
}

interface Schedule {
  /** IANA zone of the practitioner, in which hours, breaks and dates are meant. */
  timeZone: string;
  /** The weekdays that are stored. */
  week: readonly WeekdayHours[];
  /** Time that is taken, in any order. */
  held: readonly HeldTime[];
}

/**
 * The starts that visitors may choose on the days `from`–`to` (both included, at most 62): every half hour inside the
 * working hours, the last one before their end (specification §7), whose hour or other `duration` meets no break and, widened by the
 * buffer, no held time; not in the past, not sooner than the notice, not beyond the horizon, not on a day off. A wall
 * time that a clock change skips is not offered, one that comes twice is offered once, the first time.
 */
export function freeSlotsForVisitors(
  schedule: Schedule & {
    from: Temporal.PlainDate;
    to: Temporal.PlainDate;
    rules: VisitorRules;
    now: Temporal.Instant;
    /** Minutes; that of a request where absent. */
    duration?: number;
  },
): DaySlots[] {
  const { from, to, timeZone, week, rules, now, duration = BOOKING_DURATION } = schedule;
  const busy = new BusyTime(schedule.held);
  const lastDay = now.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: rules.maxDaysAhead });
  const earliest = Math.max(now.epochMilliseconds + 1, now.epochMilliseconds + rules.minNoticeMinutes * MINUTE);
  return datesBetween(from, to).map((date) => {
    const hours = hoursOn(date, week);
    const open =
      hours?.is_available && Temporal.PlainDate.compare(date, lastDay) <= 0 && !isDayOff(date, rules.daysOff);
    if (!open) return { date: date.toString(), slots: [] };
    const day = new LocalDay(date, timeZone);
    const reachesOver = minutesOf(hours.end_time) + duration > DAY_MINUTES;
    const breaks = new BusyTime([
      ...breaksOf(hours, day),
      ...(reachesOver ? breaksOn(date.add({ days: 1 }), timeZone, week) : []),
    ]);
    const buffer = rules.bufferMinutes * MINUTE;
    return {
      date: date.toString(),
      slots: startsOf(day, hours, { length: duration, step: VISITOR_STEP })
        .filter(({ start, end }) => start >= earliest && !breaks.meets(start, end))
        .filter(({ start, end }) => !busy.meets(start - buffer, end + buffer))
        .map(printSlot),
    };
  });
}

/**
 * The free starts of one day for the practitioner's own planning (SESSION-10): the working window stepped by the
 * requested length in minutes, rounded up to a quarter of an hour, 09:00–18:00 where no week was ever set, none where
 * the weekday is off; a slot that meets held time or a break, ends after the window or is not ahead of `now` is left out.
 */
export function freeSlotsForPractitioner(
  schedule: Schedule & { date: Temporal.PlainDate; duration: number; now: Temporal.Instant },
): DaySlots[] {
  const { date, duration, timeZone, week, now } = schedule;
  const hours = hoursOn(date, week) ?? {
    start_time: DEFAULT_HOURS.start,
    end_time: DEFAULT_HOURS.end,
    is_available: true,
    breaks: [],
  };
  if (!hours.is_available) return [{ date: date.toString(), slots: [] }];
  const day = new LocalDay(date, timeZone);
  const afterHours = day.spansOf(minutesOf(hours.end_time), DAY_MINUTES);
  const busy = new BusyTime([...schedule.held, ...breaksOf(hours, day), ...afterHours]);
  // Sessions of 50 minutes begin on the hour, not at 09:50.
  const slots = startsOf(day, hours, { length: duration, step: Math.ceil(duration / QUARTER) * QUARTER });
  return [
    {
      date: date.toString(),
      slots: slots.filter(({ start, end }) => start > now.epochMilliseconds && !busy.meets(start, end)).map(printSlot),
    },
  ];
}

type Hours = Pick<WeekdayHours, 'start_time' | 'end_time' | 'breaks'>;

function breaksOf({ breaks }: Hours, day: LocalDay): HeldTime[] {
  return breaks.flatMap((pause) => day.spansOf(minutesOf(pause.start), minutesOf(pause.end)));
}

function breaksOn(date: Temporal.PlainDate, timeZone: string, week: readonly WeekdayHours[]): HeldTime[] {
  const hours = hoursOn(date, week);
  return hours?.is_available ? breaksOf(hours, new LocalDay(date, timeZone)) : [];
}

interface Start {
  start: number;
  end: number;
  minutes: number;
}

/** Every start inside the working hours, as an instant; lengths in minutes. */
function startsOf(day: LocalDay, hours: Hours, { length, step }: { length: number; step: number }): Start[] {
  const windowEnd = minutesOf(hours.end_time);
  const starts: Start[] = [];
  for (let minutes = minutesOf(hours.start_time); minutes < windowEnd; minutes += step) {
    const start = day.instantAt(minutes);
    if (start !== null) starts.push({ start, end: start + length * MINUTE, minutes });
  }
  return starts;
}

function printSlot({ start, minutes }: Start): Slot {
  const instant = Temporal.Instant.fromEpochMilliseconds(start);
  return { start: instant.toString(), time: wallTimeOf(minutes) };
}

function datesBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): Temporal.PlainDate[] {
  const count = Math.min(MAX_SLOT_DAYS, from.until(to, { largestUnit: 'days' }).days + 1);
  return Array.from({ length: Math.max(0, count) }, (_, days) => from.add({ days }));
}
