import { useQuery } from '@tanstack/react-query';
import { availabilityQuery } from '#web/practice/availability/queries.ts';
import { weekOf } from '#web/ui/base/weeks.ts';
import type { CalendarView } from '#web/practice/calendar/calendar-days.ts';
import classes from '#web/practice/calendar/CalendarPage.module.css';
import { DayCards } from '#web/practice/calendar/DayCards.tsx';
import { MonthGrid } from '#web/practice/calendar/MonthGrid.tsx';
import { entriesOn } from '#web/practice/calendar/calendar-entries.ts';
import type { CalendarEntries } from '#web/practice/calendar/calendar-entries.ts';
import { NO_HOURS, TimeView } from '#web/practice/calendar/TimeView.tsx';
import { titleOf } from '#web/practice/calendar/calendar-title.ts';
import { WeekList } from '#web/practice/calendar/WeekList.tsx';
import { WeekStrip } from '#web/practice/calendar/WeekStrip.tsx';
import { showDayInWords, showMonth } from '#web/ground/format/dates.ts';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

interface CalendarBoardProps {
  view: CalendarView;
  date: Temporal.PlainDate;
  today: Temporal.PlainDate;
  now: Temporal.Instant;
  timeZone: string;
  entries: CalendarEntries;
  /** Sessions can still be missing while they load. */
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
