import { weekOf } from '#web/calendar/calendar-days.ts';
import { DayCards } from '#web/calendar/DayCards.tsx';
import type { SessionDays } from '#web/calendar/sessions-by-day.ts';
import classes from '#web/calendar/WeekList.module.css';
import { showDayInWords } from '#web/format/dates.ts';

interface WeekListProps {
  date: Temporal.PlainDate;
  today: Temporal.PlainDate;
  sessions: SessionDays;
  timeZone: string;
  onSession: (id: string) => void;
}

/** The week of the phone: its days one below the other. */
export function WeekList({ date, today, sessions, timeZone, onSession }: WeekListProps) {
  return (
    <div className={classes.days}>
      {weekOf(date).map((day) => (
        <section key={day.toString()} aria-label={showDayInWords(day)}>
          <h2 className={classes.heading} aria-current={day.equals(today) ? 'date' : undefined}>
            {showDayInWords(day)}
            {day.equals(today) && <span className={classes.today}>сегодня</span>}
          </h2>
          <DayCards sessions={sessions.get(day.toString()) ?? []} timeZone={timeZone} onSession={onSession} />
        </section>
      ))}
    </div>
  );
}
