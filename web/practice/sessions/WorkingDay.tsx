import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNews } from '#web/practice/news/queries.ts';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { nextSession, sessionsOfDay } from '#web/practice/sessions/day/day.ts';
import { WAITING_PAGE } from '#web/practice/sessions/day/lists.ts';
import { dayQuery, openSessionsQuery, sessionRowQuery, waitingBefore } from '#web/practice/sessions/day/queries.ts';
import { DaySheet } from '#web/practice/sessions/day/DaySheet.tsx';
import { forgetSaved, justSaved } from '#web/ui/page/just-saved.ts';
import { nextSessionQuery } from '#web/practice/sessions/queries.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import classes from '#web/practice/sessions/SessionsPage.module.css';

const SavedSession = lazyPart(async () => (await import('#web/practice/sessions/SavedSession.tsx')).SavedSession, {
  coming: '\u00A0',
});

const NextSession = lazyPart(async () => (await import('#web/practice/sessions/NextSession.tsx')).NextSession, {
  coming: <div className={classes.next} />,
});

const WaitingStrip = lazyPart(async () => (await import('#web/practice/sessions/WaitingStrip.tsx')).WaitingStrip, {
  coming: <div className={classes.strip} />,
});

/**
 * The content above the list of sessions; `coming` until all of it can be shown at once. The screen shows a failure.
 */
export function useWorkingDay(now: Temporal.Instant, timeZone: string) {
  const [savedId] = useState(justSaved);
  useEffect(forgetSaved, []);
  const saved = useQuery(sessionRowQuery(savedId));
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  // After midnight the previous day stays visible while the new one loads.
  const day = useQuery({ ...dayQuery(today.toString(), timeZone), placeholderData: keepPreviousData });
  const next = useQuery({ ...nextSessionQuery(boundaryOf(now)), placeholderData: keepPreviousData });
  const open = useQuery(openSessionsQuery(today, timeZone, WAITING_PAGE));
  const { coming: isNewsComing, ...news } = useNews();
  return {
    day,
    next: next.data ?? null,
    saved: saved.data ?? null,
    waits: open.data !== undefined && waitingBefore(open.data, today, timeZone).total > 0,
    failed: day.isError && !day.data,
    coming: day.isPending || next.isPending || open.isPending || saved.isLoading || isNewsComing,
    news,
  };
}

interface WorkingDayProps extends Omit<ReturnType<typeof useWorkingDay>, 'coming' | 'failed' | 'news'> {
  now: Temporal.Instant;
  timeZone: string;
  onOpen: (id: string, write?: boolean) => void;
}

/** The session just saved, today's sessions, those that wait for a mark and, after the last one today, the next one. */
export function WorkingDay({ day, next, saved, waits, now, timeZone, onOpen }: WorkingDayProps) {
  const sessions = day.isPlaceholderData ? undefined : day.data;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const isLit = !sessions || nextSession(sessionsOfDay(sessions, today, timeZone), now) !== null;
  return (
    <div className="below-5">
      {saved && <SavedSession session={saved} timeZone={timeZone} onOpen={onOpen} />}
      <DaySheet now={now} timeZone={timeZone} sessions={sessions} open={onOpen} />
      {waits && <WaitingStrip now={now} timeZone={timeZone} open={onOpen} />}
      {!isLit && next && <NextSession session={next} timeZone={timeZone} now={now} onOpen={onOpen} />}
    </div>
  );
}
