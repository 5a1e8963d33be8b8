import { queryOptions } from '@tanstack/react-query';
import type { NamedClient } from '#domain/clients/told-apart.ts';
import type { DayOff } from '#domain/profiles/profile.ts';
import type { SessionOutcome, SessionStatus } from '#domain/sessions/session.ts';
import { daySpan } from '#domain/time/day-span.ts';
import { parseStoredInstant, type StoredInstant } from '#domain/time/instant.ts';
import { filled } from '#web/ground/api/filter.ts';
import { WHOLE } from '#web/ground/api/list-request.ts';
import { readWholeList } from '#web/ground/api/lists.ts';
import { ownId } from '#web/ground/api/session.ts';
import type { LetterReader } from '#web/practice/letters/letter-address.ts';
import { isOff } from '#web/practice/availability/new-days-off.ts';

/** A session that days off can affect. */
export interface AffectedSession {
  id: string;
  date: StoredInstant;
  status: SessionStatus;
  outcome: SessionOutcome;
  series: string;
  expand?: { client?: NamedClient & LetterReader };
}

/** All sessions from the first to the last of some days off, in any status. */
export function aroundDaysOffQuery(days: readonly DayOff[], timeZone: string) {
  const from = days.map((range) => range.from).reduce((a, b) => (a < b ? a : b));
  const to = days.map((range) => range.to).reduce((a, b) => (a > b ? a : b));
  const span = daySpan(Temporal.PlainDate.from(from), Temporal.PlainDate.from(to), timeZone);
  return queryOptions({
    queryKey: ['sessions', 'days-off', span.from, span.to],
    queryFn: ({ signal }) =>
      readWholeList<AffectedSession>(
        {
          collection: 'sessions',
          ...WHOLE,
          filter: filled('user = {:user} && date >= {:from} && date < {:to}', { user: ownId(), ...span }),
          sort: 'date',
          expand: 'client',
          fields:
            'id,date,status,outcome,series,expand.client.name,expand.client.namesake,expand.client.phone,expand.client.email,expand.client.reminders',
        },
        signal,
      ),
  });
}

/** Whether a session is planned, still ahead, and on one of the days. */
export function isAffected(
  { date, status }: Pick<AffectedSession, 'date' | 'status'>,
  days: readonly DayOff[],
  { timeZone, now }: { timeZone: string; now: Temporal.Instant },
): boolean {
  const start = parseStoredInstant(date);
  const isPlanned = status === 'scheduled' || status === 'reserved';
  if (!isPlanned || Temporal.Instant.compare(start, now) <= 0) return false;
  return isOff(start.toZonedDateTimeISO(timeZone).toPlainDate().toString(), days);
}
