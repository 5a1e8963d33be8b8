import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { stepFrom } from '#web/practice/calendar/calendar-days.ts';
import type { CalendarView } from '#web/practice/calendar/calendar-days.ts';
import { type CalendarEntries, requestsByDay } from '#web/practice/calendar/calendar-entries.ts';
import { spanOf } from '#web/practice/calendar/lists.ts';
import { rangeQuery, waitingQuery } from '#web/practice/calendar/queries.ts';
import { sessionsByDay } from '#web/practice/calendar/sessions-by-day.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';

interface CalendarSessions {
  entries: CalendarEntries;
  /** The shown range is still loading; the data may belong to the previous range. */
  loading: boolean;
  failed: boolean;
  retry: () => void;
}

/**
 * The sessions of the shown range by local day; prefetches the neighbouring ranges, so that stepping shows them at
 * once.
 */
export function useCalendarSessions(range: CalendarView, date: Temporal.PlainDate): CalendarSessions {
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const { days_off: daysOff } = useProfile();
  const span = spanOf(range, date, timeZone);
  const sessions = useQuery(rangeQuery(span));
  // The days do not wait for the requests and are shown even if these fail.
  const { data: waiting } = useQuery(waitingQuery(span));
  const settled = sessions.isSuccess && !sessions.isPlaceholderData;
  const on = date.toString();

  useEffect(() => {
    if (!settled) return;
    for (const direction of [1, -1] as const) {
      const neighbour = stepFrom(Temporal.PlainDate.from(on), range, direction);
      const ahead = spanOf(range, neighbour, timeZone);
      void queryClient.prefetchQuery(rangeQuery(ahead));
      void queryClient.prefetchQuery(waitingQuery(ahead));
    }
  }, [settled, on, range, timeZone, queryClient]);

  const entries = useMemo(
    () => ({
      sessions: sessionsByDay(sessions.data ?? [], timeZone),
      requests: requestsByDay(waiting ?? [], timeZone),
      daysOff,
    }),
    [sessions.data, waiting, daysOff, timeZone],
  );
  const failed = sessions.isError && !sessions.data;
  return {
    entries,
    loading: !settled && !failed,
    failed,
    retry: () => void sessions.refetch(),
  };
}
