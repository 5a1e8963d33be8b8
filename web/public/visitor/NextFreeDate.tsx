import controls from '#web/public/visitor/controls.module.css';
import classes from '#web/public/visitor/NextFreeDate.module.css';
import { showDayAndMonth, showWeekday } from '#web/ground/format/dates.ts';

interface NextFreeDateProps {
  /** Null when none is known. */
  date: Temporal.PlainDate | null;
  onDate: (date: string) => void;
}

/** A button to the next free date, for a day or a month without free time. */
export function NextFreeDate({ date, onDate }: NextFreeDateProps) {
  if (!date) return null;
  return (
    <button
      type="button"
      className={`${controls.secondary} ${controls.small} ${classes.next}`}
      onClick={() => onDate(date.toString())}
    >
      <span>
        Следующая свободная дата:{' '}
        <span className="nowrap">
          {showWeekday(date)}, {showDayAndMonth(date)}
        </span>
      </span>
    </button>
  );
}
