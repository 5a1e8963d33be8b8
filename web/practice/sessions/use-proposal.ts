import { useQuery } from '@tanstack/react-query';
import { hoursOn } from '#domain/availability/default-hours.ts';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import { readClock, readToday } from '#web/ground/browser/clock.ts';
import { availabilityQuery } from '#web/practice/availability/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { isUsualFree, type Proposal, proposedStart, proposedTime } from '#web/practice/sessions/proposed-time.ts';
import {
  freeTimesQuery,
  heldTimeQuery,
  nextFreeQuery,
  type SessionTimeRecord,
} from '#web/practice/sessions/queries.ts';
import { isAhead, newSessionForm } from '#web/practice/sessions/session-form.ts';
import { usualTime } from '#web/practice/sessions/usual-time.ts';

/** Whether a query still loads; after a failure the form is shown without its data. */
const isComing = ({
  isPending,
  failureCount,
  isEnabled,
}: {
  isPending: boolean;
  failureCount: number;
  isEnabled: boolean;
}) => isEnabled && isPending && failureCount === 0;

/**
 * The initial values of a new session: on the requested day or today and, if today's proposal has passed, at the
 * client's usual time (SESSION-07). `last` is the client's last session. Undefined while loading.
 */
export function useProposal(
  wish: { date?: string; time?: string },
  last: SessionTimeRecord | null | undefined,
): Proposal | undefined {
  const timeZone = useTimeZone();
  const today = readToday(timeZone);
  const { date } = newSessionForm(today, wish);
  const hours = useQuery(availabilityQuery());
  const held = useQuery(heldTimeQuery(date, timeZone));
  const free = useQuery(freeTimesQuery(date, SESSION_DURATION.default, null));
  const isDayKnown = ![hours, held, free].some(isComing);
  const day = Temporal.PlainDate.from(date);
  const ofDay = {
    date,
    time: proposedTime({
      date: day,
      timeZone,
      hours: hoursOn(day, hours.data ?? []),
      held: held.data ?? [],
      free: free.data ?? [],
    }),
  };
  // A client without a session has no usual time, so the default stays.
  const hasPassed = isDayKnown && !wish.date && !wish.time && !!last && !isAhead(ofDay, timeZone);
  const usual = last ? usualTime(last, readClock(), timeZone) : null;
  const usually = useQuery({
    ...heldTimeQuery(usual?.fields.date ?? date, timeZone),
    enabled: hasPassed && usual !== null,
  });
  const known = { usual, held: usually.data ?? [], timeZone };
  const isTaken = !isComing(usually) && !isUsualFree(known);
  const next = useQuery({ ...nextFreeQuery(date, SESSION_DURATION.default), enabled: hasPassed && isTaken });
  if (!isDayKnown || last === undefined || isComing(usually) || isComing(next)) return undefined;
  return hasPassed ? proposedStart({ ...known, today, next: next.data ?? null }) : ofDay;
}
