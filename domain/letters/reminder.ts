import { parseStoredInstant } from '#domain/time/instant.ts';
import { minutesOf, type WallTime } from '#domain/time/wall-time.ts';

/** Hours without reminders, `from` inclusive and `to` exclusive; none if both are the same. */
export interface QuietHours {
  from: WallTime;
  to: WallTime;
}

export interface ReminderRules {
  hours: number;
  quiet: QuietHours;
  /** The client's zone if it is known, otherwise the practitioner's. */
  timeZone: string;
}

/** When to send a reminder, and when it is too late for it. */
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

/** No reminder is sent longer before its session than its hours plus these: for quiet hours and clock changes. */
export const REMINDER_EARLIER_HOURS = 26;

/**
 * Returns when to send the reminder of a session: so many elapsed hours before its start, or before quiet hours earlier
 * than that, never later. Null if that moment had passed when the session got its start (`since`).
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

/** A session, its client's zone ('' if unknown) and the practitioner's rules, as stored. */
export interface RemindedSession {
  date: string;
  /** From when on a reminder of this start can fall due. */
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
  // An imported session, until the practitioner asks for reminders.
  if (remind_from === '') return null;
  const rules = { hours, quiet: { from: quiet_from, to: quiet_to }, timeZone: client_zone || practice_zone };
  return planReminder(parseStoredInstant(date), rules, parseStoredInstant(remind_from));
}

/** Returns the last minute before the quiet hours in which a reminder falls; its own moment outside of them. */
function lastMinuteBeforeQuiet(wanted: Temporal.Instant, quiet: QuietHours, timeZone: string): Temporal.Instant {
  let at = wanted;
  while (isQuiet(at, quiet, timeZone)) {
    const minute = at.round({ smallestUnit: 'minute', roundingMode: 'floor' });
    const begun = minute.subtract({ minutes: sinceFrom(minute, quiet.from, timeZone) });
    const change = minute.add({ nanoseconds: 1 }).toZonedDateTimeISO(timeZone).getTimeZoneTransition('previous');
    const changed = change?.toInstant();
    // If the clock was changed during the quiet hours, they may have begun by that change.
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

/** Returns how many minutes ago the quiet hours would have begun, by the local clock. */
function sinceFrom(at: Temporal.Instant, from: WallTime, timeZone: string): number {
  const { hour, minute } = at.toZonedDateTimeISO(timeZone);
  return (hour * 60 + minute - minutesOf(from) + DAY) % DAY;
}
