import { spokenZone } from '#domain/letters/spoken-zone.ts';
import type { Told } from '#domain/letters/told-meetings.ts';

type Clocks = Pick<Told, 'practiceZone' | 'clientZone' | 'now'>;

/** Returns 'Встреча 24 ноября, 10:00 (по Москве)' by the reader's clock, then the practice's time if it differs. */
export function dateOf(start: Temporal.Instant, clocks: Clocks): string[] {
  return [`Встреча ${momentOf(start, clocks)}`, ...practiceTime(start, clocks)];
}

/** Returns '24 ноября, 10:00 (по Москве)' by the reader's clock, with the year if it is not the present one. */
export function momentOf(start: Temporal.Instant, clocks: Clocks): string {
  return momentIn(start, readersZone(start, clocks), clocks.now);
}

/** Returns '24 ноября' by the reader's clock, with the year if it is not the present one. */
export function dayOf(start: Temporal.Instant, clocks: Clocks): string {
  return dayIn(start, readersZone(start, clocks), clocks.now);
}

/** Returns '24 ноября, 10:00' by the reader's clock. */
export function shortMoment(start: Temporal.Instant, clocks: Clocks): string {
  return `${dayOf(start, clocks)}, ${clockOf(localOf(start, clocks))}`;
}

/** Returns a line with the practice's time if the reader's clock shows another one. */
export function practiceTime(start: Temporal.Instant, clocks: Clocks): string[] {
  const { practiceZone, now } = clocks;
  return readersZone(start, clocks) === practiceZone ? [] : [`То же время: ${momentIn(start, practiceZone, now)}`];
}

/** Returns a start by the reader's clock. */
export function localOf(start: Temporal.Instant, clocks: Clocks): Temporal.ZonedDateTime {
  return start.toZonedDateTimeISO(readersZone(start, clocks));
}

/** Returns '10:00'. */
export function clockOf(local: Temporal.ZonedDateTime): string {
  return local.toPlainTime().toString({ smallestUnit: 'minute' });
}

const RULES = new Intl.PluralRules('ru');

/** Returns '50 минут'. */
export function spokenMinutes(minutes: number): string {
  return `${minutes} ${formOf(minutes, ['минута', 'минуты', 'минут'])}`;
}

/** Returns '51 встреча'. */
export function spokenMeetings(count: number): string {
  return `${count} ${formOf(count, ['встреча', 'встречи', 'встреч'])}`;
}

function formOf(count: number, [one, few, many]: readonly [string, string, string]): string {
  const form = RULES.select(count);
  return form === 'one' ? one : form === 'few' ? few : many;
}

/** Returns the client's zone if it is known and shows another time, otherwise the practice's. */
function readersZone(start: Temporal.Instant, { practiceZone, clientZone }: Clocks): string {
  return clientZone === '' || sameClock(start, practiceZone, clientZone) ? practiceZone : clientZone;
}

function momentIn(start: Temporal.Instant, timeZone: string, now: Temporal.Instant): string {
  const time = clockOf(start.toZonedDateTimeISO(timeZone));
  return `${dayIn(start, timeZone, now)}, ${time} (${spokenZone(start, timeZone)})`;
}

function dayIn(start: Temporal.Instant, timeZone: string, now: Temporal.Instant): string {
  const local = start.toZonedDateTimeISO(timeZone);
  const day = local.toPlainDate().toLocaleString('ru', { day: 'numeric', month: 'long' });
  return `${day}${local.year === now.toZonedDateTimeISO(timeZone).year ? '' : ` ${local.year} года`}`;
}

function sameClock(start: Temporal.Instant, one: string, other: string): boolean {
  const offset = (timeZone: string) => start.toZonedDateTimeISO(timeZone).offsetNanoseconds;
  return offset(one) === offset(other);
}
