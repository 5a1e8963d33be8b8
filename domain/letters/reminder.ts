import { parseStoredInstant } from '#domain/time/instant.ts';
import { minutesOf, type WallTime } from '#domain/time/wall-time.ts';

/** Hours without reminders, `from` inclusive and `to` exclusive; none where both are the same. */
export interface QuietHours {
  from: WallTime;
  to: WallTime;
}

export interface ReminderRules {
  hours: number;
  quiet: QuietHours;
  /** The client's zone where it is known, otherwise the practitioner's. */
  timeZone: string;
}

/** The moment of a reminder, and the one from which it is too late for it. */
export interface PlannedReminder {
  at: Temporal.Instant;
  until: Temporal.Instant;
}

const DAY = 24 * 60;
const LATE = { minutes: 60 };
const LEAST = { hours: 1 };

export function isQuiet(at: Temporal.Instant, { from, to }: QuietHours, timeZone: string): boolean {
  const first = minutesOf(from);
  return sinceFrom(at, from, timeZone) < (minutesOf(to) - first + DAY) % DAY;
}

/** No reminder goes longer before its session than its hours and this: out of quiet hours, past a changed clock. */
export const REMINDER_EARLIER_HOURS = 26;

/**
 * Returns when the reminder of a session goes: so many elapsed hours before its start, out of the quiet hours earlier
 * and never later. Returns null where that moment had passed when the session got its start (`since`).
 */
export function planReminder(
  start: Temporal.Instant,
  { hours, quiet, timeZone }: ReminderRules,
  since: Temporal.Instant,
): PlannedReminder | null {
  const at = lastMinuteBeforeQuiet(start.subtract({ hours }), quiet, timeZone);
  if (Temporal.Instant.compare(at, since) <= 0) return null;
  return { at, until: lastMoment(at, start, quiet, timeZone) };
}

/** A session, its client's zone ('' where none is known) and the practitioner's rules, as they are stored. */
export interface RemindedSession {
  date: string;
  /** The moment from which a reminder of this start can fall due. */
  remind_from: string;
  client_zone: string;
  practice_zone: string;
  reminder_hours: number;
  quiet_from: WallTime;
  quiet_to: WallTime;
}

/** Returns the reminder of a session whose client gets letters; null for none. */
export function reminderOf(session: RemindedSession): PlannedReminder | null {
  const { date, remind_from, client_zone, practice_zone, reminder_hours: hours, quiet_from, quiet_to } = session;
  // A session of an import, until the practitioner asks for reminders.
  if (remind_from === '') return null;
  const rules = { hours, quiet: { from: quiet_from, to: quiet_to }, timeZone: client_zone || practice_zone };
  return planReminder(parseStoredInstant(date), rules, parseStoredInstant(remind_from));
}

/** A held reminder goes in the last minute before the quiet hours begin. */
function lastMinuteBeforeQuiet(wanted: Temporal.Instant, quiet: QuietHours, timeZone: string): Temporal.Instant {
  let at = wanted;
  while (isQuiet(at, quiet, timeZone)) {
    const minute = at.round({ smallestUnit: 'minute', roundingMode: 'floor' });
    const begun = minute.subtract({ minutes: sinceFrom(minute, quiet.from, timeZone) });
    const change = minute.add({ nanoseconds: 1 }).toZonedDateTimeISO(timeZone).getTimeZoneTransition('previous');
    const changed = change?.toInstant();
    // A clock that was changed within the quiet hours may have jumped into them.
    at = (changed && Temporal.Instant.compare(changed, begun) > 0 ? changed : begun).subtract({ minutes: 1 });
  }
  return at;
}

function lastMoment(
  at: Temporal.Instant,
  start: Temporal.Instant,
  quiet: QuietHours,
  timeZone: string,
): Temporal.Instant {
  const [last] = [at.add(LATE), start.subtract(LEAST)].toSorted((one, other) => Temporal.Instant.compare(one, other));
  const end = last ?? at;
  const minutes = Math.ceil(at.until(end).total('minutes'));
  const offset = (moment: Temporal.Instant) => moment.toZonedDateTimeISO(timeZone).offsetNanoseconds;
  const isFarFromQuiet = DAY - sinceFrom(at, quiet.from, timeZone) > minutes;
  if (isFarFromQuiet && offset(at) === offset(end)) return end;
  for (let minute = 1; minute < minutes; minute += 1) {
    const reached = at.add({ minutes: minute }).round({ smallestUnit: 'minute', roundingMode: 'floor' });
    if (isQuiet(reached, quiet, timeZone)) return reached;
  }
  return end;
}

/** The minutes that the clock on the wall is ahead of the beginning of the quiet hours. */
function sinceFrom(at: Temporal.Instant, from: WallTime, timeZone: string): number {
  const { hour, minute } = at.toZonedDateTimeISO(timeZone);
  return (hour * 60 + minute - minutesOf(from) + DAY) % DAY;
}
