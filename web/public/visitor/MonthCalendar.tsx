import { useId } from 'react';
import controls from '#web/public/visitor/controls.module.css';
import type { FreeTime } from '#web/public/visitor/free-time.ts';
import { dateByKey, lastMonth, monthOf } from '#web/public/visitor/month-grid.ts';
import { MonthTable } from '#web/ui/base/MonthTable.tsx';

interface MonthCalendarProps {
  month: Temporal.PlainYearMonth;
  today: Temporal.PlainDate;
  /** 'YYYY-MM-DD' */
  selected: string | null;
  freeTime: FreeTime;
  error?: string | undefined;
  onMonth: (month: Temporal.PlainYearMonth) => void;
  onSelect: (date: string) => void;
}

/** A month of the practitioner's days, with a dot under days that have free time. */
export function MonthCalendar({ freeTime, error, ...table }: MonthCalendarProps) {
  const errorId = useId();
  const { month, today, selected } = table;
  const isFree = (date: Temporal.PlainDate) => {
    const times = freeTime.get(date.toString());
    return times && times.length > 0;
  };
  return (
    <div>
      <MonthTable
        {...table}
        entry={entryDate(month, today, selected, isFree)}
        bounds={{ first: today, last: lastMonth(today) }}
        keyTarget={(key, from) => dateByKey(key, from, today)}
        isFree={isFree}
        describedBy={error && errorId}
      />
      {error && (
        <p id={errorId} className={controls.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The chosen day, else the first with free time, else the first that is not past. */
function entryDate(
  month: Temporal.PlainYearMonth,
  today: Temporal.PlainDate,
  selected: string | null,
  isFree: (date: Temporal.PlainDate) => boolean | undefined,
): Temporal.PlainDate {
  const first = monthOf(today).equals(month) ? today : month.toPlainDate({ day: 1 });
  const days = Array.from({ length: month.daysInMonth - first.day + 1 }, (_, index) => first.add({ days: index }));
  return days.find((day) => day.toString() === selected) ?? days.find(isFree) ?? first;
}
