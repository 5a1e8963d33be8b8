import { weekOf } from '#web/ui/base/weeks.ts';
import { countOf, showShortWeekday, wordsAround } from '#web/practice/calendar/day-names.ts';
import { entriesOn } from '#web/practice/calendar/calendar-entries.ts';
import type { CalendarEntries } from '#web/practice/calendar/calendar-entries.ts';
import classes from '#web/practice/calendar/WeekStrip.module.css';

/** The most sessions that a day shows as dots; if there are more, it shows their number. */
const DOTS = 4;

interface WeekStripProps {
  date: Temporal.PlainDate;
  today: Temporal.PlainDate;
  entries: CalendarEntries;
  loading: boolean;
  onDay: (date: Temporal.PlainDate) => void;
}

/** The week of the shown day, with a dot for each session, or their number. */
export function WeekStrip({ date, today, entries, loading, onDay }: WeekStripProps) {
  return (
    <ul role="list" className={classes.strip}>
      {weekOf(date).map((day) => {
        const on = entriesOn(day, entries);
        const { before, after } = wordsAround(day, countOf(on, loading), today);
        return (
          <li key={day.toString()}>
            <button
              type="button"
              className={classes.day}
              data-off={on.off || undefined}
              aria-pressed={day.equals(date)}
              aria-current={day.equals(today) ? 'date' : undefined}
              onClick={() => onDay(day)}
            >
              <span aria-hidden className={classes.weekday}>
                {showShortWeekday(day)}
              </span>
              <span className="visually-hidden">{before}</span>
              <span className={classes.number}>{day.day}</span>
              <span className="visually-hidden">{after}</span>
              <span className={classes.dots}>
                {on.sessions.length > DOTS
                  ? on.sessions.length
                  : on.sessions.map(({ session }) => <span key={session.id} />)}
                {on.requests.length > 0 && <span data-waiting />}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
