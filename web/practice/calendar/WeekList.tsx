import { useEffect, useRef } from 'react';
import { weekOf } from '#web/ui/base/weeks.ts';
import { DayCards } from '#web/practice/calendar/DayCards.tsx';
import { entriesOn } from '#web/practice/calendar/calendar-entries.ts';
import type { CalendarEntries } from '#web/practice/calendar/calendar-entries.ts';
import classes from '#web/practice/calendar/WeekList.module.css';
import { showDayInWords } from '#web/ground/format/dates.ts';

interface WeekListProps {
  date: Temporal.PlainDate;
  today: Temporal.PlainDate;
  entries: CalendarEntries;
  loading: boolean;
  timeZone: string;
  onSession: (id: string) => void;
}

/** The phone's week: its days in one column. */
export function WeekList({ date, today, entries, loading, timeZone, onSession }: WeekListProps) {
  const current = useRef<HTMLElement>(null);
  const settled = useRef(false);
  // Scrolls once, after the days have their height; a person who is already scrolling is not interrupted.
  useEffect(() => {
    if (loading || settled.current) return;
    settled.current = true;
    const section = current.current;
    if (!section || window.scrollY > 0 || section.getBoundingClientRect().bottom <= window.innerHeight) return;
    section.scrollIntoView({ behavior: 'instant', block: 'start' });
  }, [loading]);
  return (
    <div className="grid gap-5">
      {weekOf(date).map((day) => (
        <section key={day.toString()} {...(day.equals(today) && { ref: current })} aria-label={showDayInWords(day)}>
          <h2 className="row lead gap-2 below-2" aria-current={day.equals(today) ? 'date' : undefined}>
            {showDayInWords(day)}
            {day.equals(today) && <span className={classes.today}>сегодня</span>}
            {entriesOn(day, entries).off && <span className={classes.off}>выходной</span>}
          </h2>
          <DayCards entries={entriesOn(day, entries)} loading={loading} timeZone={timeZone} onSession={onSession} />
        </section>
      ))}
    </div>
  );
}
