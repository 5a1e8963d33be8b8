import { weekOf } from '#web/calendar/calendar-days.ts';
import { nameDay, showShortWeekday } from '#web/calendar/day-names.ts';
import type { SessionDays } from '#web/calendar/sessions-by-day.ts';
import classes from '#web/calendar/WeekStrip.module.css';

/** The most dots that a day shows. */
const DOTS = 4;

interface WeekStripProps {
  date: Temporal.PlainDate;
  today: Temporal.PlainDate;
  sessions: SessionDays;
  loading: boolean;
  onDay: (date: Temporal.PlainDate) => void;
}

/** The week of the shown day, with a dot for each session. */
export function WeekStrip({ date, today, sessions, loading, onDay }: WeekStripProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari forgets that a list without bullets is a list
    <ul role="list" className={classes.strip}>
      {weekOf(date).map((day) => {
        const count = sessions.get(day.toString())?.length ?? 0;
        return (
          <li key={day.toString()}>
            <button
              type="button"
              className={classes.day}
              aria-label={nameDay(day, count === 0 && loading ? null : count, today)}
              aria-pressed={day.equals(date)}
              aria-current={day.equals(today) ? 'date' : undefined}
              onClick={() => onDay(day)}
            >
              <span className={classes.weekday}>{showShortWeekday(day)}</span>
              <span className={classes.number}>{day.day}</span>
              <span className={classes.dots}>
                {Array.from({ length: Math.min(count, DOTS) }, (_, index) => (
                  <span key={index} />
                ))}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
