import { freeSlotsForVisitors } from '#domain/availability/free-slots.ts';
import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import { PROFILE_DEFAULTS } from '#domain/profiles/profile.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { type ClientSession, recordColumns, type Request, STARTS } from '#demo/columns.ts';
import { DEMO_REQUESTS } from '#demo/texts.ts';

const MINUTE = 60_000;

/** Returns requests for free times, two days apart; decided ones lie in the past. */
export function demoRequests(
  user: string,
  hours: Row<'availability_settings'>[],
  heldTime: Row<'held_time'>[],
  timeZone: string,
  now: Temporal.Instant,
): Request[] {
  const from = now.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: 1 });
  const free = freeSlotsForVisitors({
    from,
    to: from.add({ days: 21 }),
    timeZone,
    week: hours.map((day) => ({ ...day, is_available: day.is_available === 1, breaks: [] })),
    held: heldTime.map((held) => ({ start: held.start_ms, end: held.end_ms })),
    rules: {
      minNoticeMinutes: PROFILE_DEFAULTS.min_notice_minutes,
      maxDaysAhead: PROFILE_DEFAULTS.max_days_ahead,
      bufferMinutes: PROFILE_DEFAULTS.buffer_minutes,
      daysOff: PROFILE_DEFAULTS.days_off,
    },
    now,
  }).flatMap((day) => day.slots.slice(0, 1));
  return DEMO_REQUESTS.map(({ status, ...request }, index) => {
    const slot = free[index * 2] ?? free[0];
    const start = slot && status === 'pending' ? Temporal.Instant.from(slot.start) : pastStart(index, from, timeZone);
    const asked = status === 'pending' ? now.subtract({ minutes: 12 + index * 410 }) : start.subtract({ hours: 70 });
    return {
      ...recordColumns(user, asked),
      withdrawn: 0,
      ...request,
      date: printInstant(start),
      status,
      time_zone: timeZone,
      held_since: status === 'pending' ? printInstant(asked) : null,
    };
  });
}

/** Returns the start of a past request, at a usual hour. */
function pastStart(index: number, tomorrow: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  const plainTime = STARTS[index % STARTS.length] ?? '10:00';
  return tomorrow
    .subtract({ days: 9 + index * 2 })
    .toZonedDateTime({ timeZone, plainTime })
    .toInstant();
}

export function heldBySession(session: ClientSession): Row<'held_time'> {
  return heldRow(session, 'session', session.duration);
}

export function heldByRequest(request: Request): Row<'held_time'> {
  return heldRow(request, 'booking', BOOKING_DURATION);
}

function heldRow(
  row: { id: string; user: string; date: string },
  source: 'session' | 'booking',
  minutes: number,
): Row<'held_time'> {
  const start = Temporal.Instant.from(row.date.replace(' ', 'T')).epochMilliseconds;
  return {
    user: row.user,
    start_ms: start,
    end_ms: start + minutes * MINUTE,
    source,
    source_id: row.id,
    deliberate: 0,
  };
}
