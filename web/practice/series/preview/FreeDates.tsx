import { memo } from 'react';
import type { Occurrence } from '#domain/series/series.ts';
import { showMonth } from '#web/ground/format/dates.ts';
import { WEEKDAYS } from '#web/ground/format/weekdays.ts';
import { REMARK } from '#web/practice/series/preview/preview-words.ts';
import classes from '#web/practice/series/preview/Preview.module.css';

interface FreeDatesProps {
  occurrences: readonly Occurrence[];
  /** Initially. */
  opened: boolean;
}

/** The dates without a conflict by month, with their remarks. */
export const FreeDates = memo(function FreeDates({ occurrences, opened }: FreeDatesProps) {
  const free = occurrences.filter(({ verdict }) => verdict === 'free');
  if (free.length === 0) return null;
  const months = new Set(free.map(({ date }) => monthOf(date)));
  return (
    <details className={classes.free} open={opened}>
      <summary>Свободно: {free.length}</summary>
      {[...months].map((month) => (
        <section key={month} className={classes.month}>
          <h3>{showMonth(Temporal.PlainYearMonth.from(month))}</h3>
          <ul role="list" className={classes.dates}>
            {free
              .filter(({ date }) => monthOf(date) === month)
              .map((occurrence) => (
                <FreeDate key={occurrence.date} {...occurrence} />
              ))}
          </ul>
        </section>
      ))}
    </details>
  );
});

function FreeDate({ date, time, remarks }: Occurrence) {
  const day = Temporal.PlainDate.from(date);
  return (
    <li className={classes.date}>
      {WEEKDAYS[day.dayOfWeek - 1]?.short}, {day.day} <b>{time}</b>
      {remarks.map((remark) => (
        <span key={remark} className={classes.remark}>
          {REMARK[remark]}
        </span>
      ))}
    </li>
  );
}

function monthOf(date: string): string {
  return date.slice(0, 7);
}
