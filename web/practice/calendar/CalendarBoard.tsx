import { useQuery } from '@tanstack/react-query';
import { availabilityQuery } from '#web/practice/availability/queries.ts';
import { weekOf } from '#web/ui/base/weeks.ts';
import type { CalendarView } from '#web/practice/calendar/calendar-days.ts';
import classes from '#web/practice/calendar/CalendarPage.module.css';
import { DayCards } from '#web/practice/calendar/DayCards.tsx';
import { MonthGrid } from '#web/practice/calendar/MonthGrid.tsx';
import { type CalendarEntries, entriesOn } from '#web/practice/calendar/calendar-entries.ts';
import { titleOf } from '#web/practice/calendar/calendar-title.ts';
import { WeekList } from '#web/practice/calendar/WeekList.tsx';
import { WeekStrip } from '#web/practice/calendar/WeekStrip.tsx';
import { showDayInWords, showMonth } from '#web/ground/format/dates.ts';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';
import { PlanHint } from '#web/practice/calendar/PlanHint.tsx';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';
import { TimeGrid } from '#web/practice/calendar/TimeGrid.tsx';
import { useMoveSession } from '#web/practice/calendar/use-move-session.tsx';
import { instantAt } from '#web/practice/sessions/instant-at.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface CalendarBoardProps {
  view: CalendarView;
  date: Temporal.PlainDate;
  today: Temporal.PlainDate;
  now: Temporal.Instant;
  timeZone: string;
  entries: CalendarEntries;
  /** Sessions may be missing while they load. */
  loading: boolean;
  /** Opens the dialog of a day ('YYYY-MM-DD'). */
  onDay: (day: string) => void;
  onSession: (id: string) => void;
  onShow: (to: { view?: CalendarView; date?: Temporal.PlainDate }, how?: 'replace') => void;
}

/** The days in the chosen view, adapted to the width. */
export function CalendarBoard(props: CalendarBoardProps) {
  const phone = useIsPhone();
  const { view, date, today, now, timeZone, entries, loading, onSession, onShow } = props;
  if (view === 'month') return <Month {...props} phone={phone} />;
  if (view === 'week' && phone) return <WeekList {...props} />;
  const days = view === 'day' ? [date] : weekOf(date);
  return (
    <>
      {phone && (
        <WeekStrip
          date={date}
          today={today}
          entries={entries}
          loading={loading}
          onDay={(day) => onShow({ date: day }, 'replace')}
        />
      )}
      <TimeView
        days={days}
        label={titleOf(view, date, today, false)}
        now={now}
        timeZone={timeZone}
        entries={entries}
        loading={loading}
        onSession={onSession}
        onDay={(day) => onShow({ view: 'day', date: day })}
      />
    </>
  );
}

function Month({
  phone,
  date,
  today,
  timeZone,
  entries,
  loading,
  onDay,
  onSession,
  onShow,
}: CalendarBoardProps & { phone: boolean }) {
  const { data: hours } = useQuery(availabilityQuery());
  const on = entriesOn(date, entries);
  const look = (day: Temporal.PlainDate) => onShow({ date: day }, 'replace');
  return (
    <>
      <MonthGrid
        date={date}
        today={today}
        entries={entries}
        loading={loading}
        hours={hours ?? NO_HOURS}
        label={showMonth(date.toPlainYearMonth())}
        shows={phone ? 'beneath' : 'dialog'}
        onDay={phone ? look : (day) => onDay(day.toString())}
        onLeave={look}
      />
      {phone && (
        <section className={classes.beneath} aria-label={showDayInWords(date)}>
          <h2 aria-live="polite">
            {showDayInWords(date)}
            {on.off && <span className={classes.off}> выходной</span>}
          </h2>
          <DayCards entries={on} loading={loading} timeZone={timeZone} onSession={onSession} />
        </section>
      )}
    </>
  );
}

const NO_HOURS: readonly WeekdayHours[] = [];

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
function TimeView({ days, label, now, timeZone, entries, loading, onSession, onDay }: TimeViewProps) {
  const hours = useQuery(availabilityQuery());
  const move = useMoveSession(timeZone);
  const moveTo = (session: CalendarSession, date: Temporal.PlainDate, minutes: number) => {
    const to = instantAt(date.toPlainDateTime(wallTimeOf(minutes)), timeZone);
    if (to) move(session, to);
    else toast.error('В\u00A0этот день часы переводят: такого времени нет');
  };
  // The first row of the grid depends on hours and sessions; if the hours fail to load, the calendar works without
  // them.
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
