import { memo } from 'react';
import type { Occurrence } from '#domain/series/series.ts';
import { showDate, showWeekday } from '#web/ground/format/dates.ts';
import { OTHER_TIME } from '#web/practice/series/preview/choices.ts';
import { REMARK, showCause } from '#web/practice/series/preview/preview-words.ts';
import { Segments } from '#web/ui/page/Segments.tsx';
import classes from '#web/practice/series/preview/Preview.module.css';

interface ConflictRowProps {
  occurrence: Occurrence;
  choice: string | undefined;
  onChoose: (date: string, choice: string) => void;
}

const CHOICES = [
  { value: 'skip', label: 'Пропустить' },
  { value: 'overlap', label: 'Поставить всё равно' },
  { value: OTHER_TIME, label: 'Другое время' },
];

/** A taken time or a day off with its options; less prominent once decided. */
export const ConflictRow = memo(function ConflictRow({ occurrence, choice, onChoose }: ConflictRowProps) {
  const { date, time, remarks, free } = occurrence;
  const day = Temporal.PlainDate.from(date);
  const isOther = choice !== undefined && choice !== 'skip' && choice !== 'overlap';
  const decided = choice !== undefined && choice !== OTHER_TIME;
  return (
    <li className={classes.conflict} data-decided={decided || undefined}>
      <fieldset className={classes.group}>
        <legend className={classes.moment}>
          {showDate(day)} <b>{time}</b> <span className={classes.weekday}>{showWeekday(day)}</span>
        </legend>
        <p className={classes.cause} title={showCause(occurrence)}>
          {showCause(occurrence)}
        </p>
        {remarks.length > 0 && <p className={classes.cause}>{remarks.map((remark) => REMARK[remark]).join(', ')}</p>}
        <div className={classes.options}>
          <Segments
            label="Что сделать"
            choices={free.length > 0 ? CHOICES : CHOICES.slice(0, 2)}
            value={isOther ? OTHER_TIME : choice}
            onChange={(chosen) => onChoose(date, chosen)}
          />
        </div>
        {isOther && (
          <div role="group" aria-label={`Свободно ${showDate(day)}`} className={classes.times}>
            {free.map((start) => (
              <button
                key={start}
                type="button"
                className={classes.time}
                aria-pressed={start === choice}
                onClick={() => onChoose(date, start)}
              >
                {start}
              </button>
            ))}
          </div>
        )}
      </fieldset>
    </li>
  );
});
