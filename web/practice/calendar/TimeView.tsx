import { useQuery } from '@tanstack/react-query';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';
import { availabilityQuery } from '#web/practice/availability/queries.ts';
import type { CalendarEntries } from '#web/practice/calendar/calendar-entries.ts';
import { PlanHint } from '#web/practice/calendar/PlanHint.tsx';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';
import { TimeGrid } from '#web/practice/calendar/TimeGrid.tsx';
import { useMoveSession } from '#web/practice/calendar/use-move-session.tsx';
import { instantAt } from '#web/practice/sessions/instant-at.ts';
import { toast } from '#web/ui/toast/toast.ts';

export const NO_HOURS: readonly WeekdayHours[] = [];

interface TimeViewProps {
  days: readonly Temporal.PlainDate[];
  label: string;
  now: Temporal.Instant;
  timeZone: string;
  entries: CalendarEntries;
  loading: boolean;
  onSession: (id: string) => void;
  onDay: (date: Temporal.PlainDate) => void;
}

/** A week or a day by the hour, where sessions are planned and moved. */
export function TimeView({ days, label, now, timeZone, entries, loading, onSession, onDay }: TimeViewProps) {
  const hours = useQuery(availabilityQuery());
  const move = useMoveSession(timeZone);
  const moveTo = (session: CalendarSession, date: Temporal.PlainDate, minutes: number) => {
    const to = instantAt(date.toPlainDateTime(wallTimeOf(minutes)), timeZone);
    if (to) move(session, to);
    else toast.error('В\u00A0этот день часы переводят: такого времени нет');
  };
  // Hours and sessions set the first row of the grid; after a failure the calendar does without the hours.
  const blank = hours.isPending || (loading && entries.sessions.size === 0);
  return (
    <>
      <TimeGrid
        days={days}
        label={label}
        now={now.toZonedDateTimeISO(timeZone)}
        entries={entries}
        loading={loading}
        hours={hours.data ?? NO_HOURS}
        blank={blank}
        onSession={onSession}
        onDay={onDay}
        onMove={moveTo}
      />
      <PlanHint hidden={blank} moving={days.some((day) => entries.sessions.has(day.toString()))} />
    </>
  );
}
