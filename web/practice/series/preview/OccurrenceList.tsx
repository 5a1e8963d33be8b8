import type { Occurrence } from '#domain/series/series.ts';
import { type Choices, conflictsIn } from '#web/practice/series/preview/choices.ts';
import { ConflictRow } from '#web/practice/series/preview/ConflictRow.tsx';
import classes from '#web/practice/series/preview/Preview.module.css';
import { memo } from 'react';
import { showMonth } from '#web/ground/format/dates.ts';
import { WEEKDAYS } from '#web/ground/format/weekdays.ts';
import { REMARK } from '#web/practice/series/preview/preview-words.ts';

interface OccurrenceListProps {
  occurrences: readonly Occurrence[];
  choices: Choices;
  onChoose: (date: string, choice: string) => void;
}

/** The preview of a series (SERIES-02): first the conflicts with their options, then the free dates by month. */
export function OccurrenceList({ occurrences, choices, onChoose }: OccurrenceListProps) {
  const conflicts = conflictsIn(occurrences);
  return (
    <>
      {conflicts.length > 0 && (
        <ul role="list" aria-label="Требуют решения" className="grid gap-3">
          {conflicts.map((occurrence) => (
            <ConflictRow
              key={occurrence.date}
              occurrence={occurrence}
              choice={choices[occurrence.date]}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      <FreeDates occurrences={occurrences} opened={conflicts.length === 0} />
    </>
  );
}

interface FreeDatesProps {
  occurrences: readonly Occurrence[];
  /** The initial state. */
  opened: boolean;
}

/** The dates without a conflict by month, with their remarks. */
const FreeDates = memo(function FreeDates({ occurrences, opened }: FreeDatesProps) {
  const free = occurrences.filter(({ verdict }) => verdict === 'free');
  if (free.length === 0) return null;
  const months = new Set(free.map(({ date }) => monthOf(date)));
  return (
    <details className={classes.free} open={opened}>
      <summary>Свободно: {free.length}</summary>
      {[...months].map((month) => (
        <section key={month} className={classes.month}>
          <h3>{showMonth(Temporal.PlainYearMonth.from(month))}</h3>
          <ul role="list" className="flex wrap gap-2">
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
