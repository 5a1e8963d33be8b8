import { capital } from '#web/ground/format/dates.ts';
import { type DayCount, nameDay, showShortWeekday, wordsAround } from '#web/practice/calendar/day-names.ts';
import classes from '#web/practice/calendar/TimeGrid.module.css';

interface DayHeadProps {
  date: Temporal.PlainDate;
  today: Temporal.PlainDate;
  count: DayCount;
  inTabOrder: boolean;
  /** Opens the day view; the head of a single day is only a name for screen readers. */
  onPress?: () => void;
}

/** The head of a day's column; today's is highlighted. */
export function DayHead({ date, today, count, inTabOrder, onPress }: DayHeadProps) {
  const current = date.equals(today);
  const name = nameDay(date, count, today);
  if (!onPress) {
    return (
      <div role="columnheader" aria-label={name} className={classes.single}>
        {count.off ? 'Выходной' : capital(name)}
      </div>
    );
  }
  const { before, after } = wordsAround(date, count, today);
  return (
    <div role="columnheader" aria-label={name} className={classes.head} data-today={current || undefined}>
      <button
        type="button"
        data-stop={date.toString()}
        tabIndex={inTabOrder ? 0 : -1}
        data-off={count.off || undefined}
        data-weekend={date.dayOfWeek > 5 || undefined}
        aria-current={current ? 'date' : undefined}
        onClick={onPress}
      >
        <span aria-hidden className={classes.weekday}>
          {showShortWeekday(date)}
        </span>
        <span className="visually-hidden">{before}</span>
        <span className={classes.number}>{date.day}</span>
        <span className="visually-hidden">{after}</span>
        {count.off && (
          <span aria-hidden className={classes.off}>
            Выходной
          </span>
        )}
      </button>
    </div>
  );
}
