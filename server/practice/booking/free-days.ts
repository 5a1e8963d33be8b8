import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { freeSlotsForVisitors, type VisitorRules } from '#domain/availability/free-slots.ts';
import type { HeldTime } from '#domain/availability/busy-time.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { BOOKING_DURATION, type DaySlots } from '#domain/booking/booking.ts';
import { readWeek } from '#server/practice/availability/read-week.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { heldBetween } from '#server/ground/db/held-time.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { visitorRulesOf } from '#server/practice/profiles/stored-profile.ts';
import { ownerId } from '#server/ground/identity/actor.ts';

const MINUTE = 60_000;

/** Days computed in one piece; other requests run between two pieces. */
const CHUNK_DAYS = 14;
const EPOCH = Temporal.PlainDate.from('1970-01-01');

/** Both days included. */
interface DateRange {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
}

interface Schedule {
  timeZone: string;
  rules: VisitorRules;
  week: WeekdayHours[];
  held: HeldTime[];
}

/**
 * Chunks of some 50 KB, keyed by all of their inputs, with the time to the second. However many ranges a flood
 * requests, a page's whole horizon is computed at most once a second (PUBLIC-06), and no response is stale.
 */
const chunks = new LRUCache<string, DaySlots[]>({ max: 200 });

/** Returns the free times on each of the days, with two queries at most. */
export async function freeDays(
  reader: Reader,
  profile: Decoded<'profiles'>,
  { from, to }: DateRange,
  now: Temporal.Instant,
): Promise<DaySlots[]> {
  const offered = new Map<string, DaySlots>();
  const [first, ...later] = profile.accepting ? chunksOf(openDays(profile, { from, to }, now)) : [];
  if (first) {
    const { held, ...rules } = await readSchedule(reader, profile, {
      from: first.from,
      to: later.at(-1)?.to ?? first.to,
    });
    const second = now.round({ smallestUnit: 'second', roundingMode: 'floor' });
    const key = JSON.stringify([rules, second]);
    for (const chunk of [first, ...later]) {
      for (const day of await daysOfChunk({ ...rules, held, now: second }, chunk, key)) offered.set(day.date, day);
    }
  }
  return daysBetween({ from, to })
    .map(String)
    .map((date) => offered.get(date) ?? { date, slots: [] });
}

/** `key` identifies every input except the chunk and its held time. */
async function daysOfChunk(
  schedule: Schedule & { now: Temporal.Instant },
  chunk: DateRange,
  key: string,
): Promise<DaySlots[]> {
  const [start, end] = reachOf(chunk, schedule);
  const held = schedule.held.filter((taken) => start < taken.end && taken.start < end);
  const wholeKey = `${key} ${chunk.from.toString()} ${held.map((taken) => `${taken.start}-${taken.end}`).join()}`;
  const known = chunks.get(wholeKey);
  if (known) return known;
  await turn();
  // Of requests that waited for their turn together, the first has computed it for all.
  const made = chunks.get(wholeKey);
  if (made) return made;
  const days = freeSlotsForVisitors({ ...schedule, ...chunk, held });
  chunks.set(wholeKey, days);
  return days;
}

async function readSchedule(reader: Reader, profile: Decoded<'profiles'>, range: DateRange): Promise<Schedule> {
  const owner = ownerId(profile.user);
  const rules = visitorRulesOf(profile);
  const timeZone = profile.time_zone;
  const week = await readWeek(reader, owner);
  const held = await heldBetween(reader, owner, ...reachOf(range, { timeZone, rules }));
  return { timeZone, rules, week, held };
}

/** Returns bounds in epoch milliseconds of the held time that can affect the days of a range. */
function reachOf({ from, to }: DateRange, { timeZone, rules }: Pick<Schedule, 'timeZone' | 'rules'>): [number, number] {
  const buffer = rules.bufferMinutes * MINUTE;
  return [
    from.toZonedDateTime(timeZone).epochMilliseconds - buffer,
    to.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds + BOOKING_DURATION * MINUTE + buffer,
  ];
}

/** Returns the days of a range that can have free times: from today to the horizon. */
function openDays(profile: Decoded<'profiles'>, { from, to }: DateRange, now: Temporal.Instant): DateRange {
  const today = now.toZonedDateTimeISO(profile.time_zone).toPlainDate();
  const last = today.add({ days: profile.max_days_ahead });
  return { from: isBefore(from, today) ? today : from, to: isBefore(last, to) ? last : to };
}

/** Returns the chunks that overlap a range. Their dates do not depend on the range. */
function chunksOf({ from, to }: DateRange): DateRange[] {
  const found: DateRange[] = [];
  const number = Math.floor(EPOCH.until(from).days / CHUNK_DAYS);
  let first = EPOCH.add({ days: number * CHUNK_DAYS });
  while (!isBefore(to, first)) {
    const next = first.add({ days: CHUNK_DAYS });
    found.push({ from: first, to: next.subtract({ days: 1 }) });
    first = next;
  }
  return found;
}

function daysBetween({ from, to }: DateRange): Temporal.PlainDate[] {
  return Array.from({ length: from.until(to).days + 1 }, (_, at) => from.add({ days: at }));
}

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0;
}
