import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { showDayAndMonth, showMonth, showWeekday } from '#web/ground/format/dates.ts';
import { WEEKDAYS } from '#web/ground/format/weekdays.ts';
import { dayByKey } from '#web/ui/base/day-by-key.ts';
import classes from '#web/ui/base/MonthTable.module.css';
import { useRovingDay } from '#web/ui/base/use-roving-day.ts';
import { weeksOfMonth } from '#web/ui/base/weeks.ts';

interface MonthTableProps {
  month: Temporal.PlainYearMonth;
  today: Temporal.PlainDate;
  /** 'YYYY-MM-DD'; '' or null for none. */
  selected: string | null;
  /** The day of this month that is in the tab order until arrow keys move to another. */
  entry: Temporal.PlainDate;
  /** Days before `first` are past, months after `last` are not shown; without bounds every day can be chosen. */
  bounds?: { first: Temporal.PlainDate; last: Temporal.PlainYearMonth };
  keyTarget?: (key: string, from: Temporal.PlainDate) => Temporal.PlainDate | null;
  /** Whether a day has free time; undefined while unknown. */
  isFree?: (date: Temporal.PlainDate) => boolean | undefined;
  /** The id of an error text, set on each day, because a description of the table is not read with the focused day. */
  describedBy?: string | undefined;
  onMonth: (month: Temporal.PlainYearMonth) => void;
  onSelect: (date: string) => void;
}

/**
 * The days of a month, Monday first. One day at a time is in the tab order; arrows, Home, End, PageUp and PageDown move
 * from it, into other months too.
 */
export function MonthTable({
  month,
  today,
  selected,
  entry,
  bounds,
  keyTarget = dayByKey,
  isFree,
  describedBy,
  onMonth,
  onSelect,
}: MonthTableProps) {
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const { cursor, setCursor, onKeyDown } = useRovingDay(grid, keyTarget, (target) =>
    onMonth(target.toPlainYearMonth()),
  );
  const isShown = (date: Temporal.PlainDate) => date.toPlainYearMonth().equals(month);
  // Near the end of a month, rows with only past days would push the others down.
  const reaches = ([, , , , , , last]: Temporal.PlainDate[]) =>
    !bounds || !last || Temporal.PlainDate.compare(last, bounds.first) >= 0;
  const inTabOrder = cursor && isShown(cursor) ? cursor : entry;
  return (
    <>
      <div className="spread">
        <LeafButton
          label="Предыдущий месяц"
          disabled={bounds !== undefined && isShown(bounds.first)}
          onClick={() => onMonth(month.subtract({ months: 1 }))}
        >
          <IconChevronLeft aria-hidden size={20} stroke={1.6} />
        </LeafButton>
        <h2 id={id} className="lead" aria-live="polite">
          {showMonth(month)}
        </h2>
        <LeafButton
          label="Следующий месяц"
          disabled={bounds?.last.equals(month) ?? false}
          onClick={() => onMonth(month.add({ months: 1 }))}
        >
          <IconChevronRight aria-hidden size={20} stroke={1.6} />
        </LeafButton>
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA's grid of dates is a table
        role="grid"
        className={classes.grid}
        aria-labelledby={id}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {WEEKDAYS.map(({ short, full }) => (
              <th key={short} scope="col" abbr={full}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(month)
            .filter(reaches)
            .map((week, index) => (
              <tr key={index}>
                {week.map((date, place) =>
                  isShown(date) ? (
                    <td key={place}>
                      <DayButton
                        date={date}
                        today={today}
                        past={bounds !== undefined && Temporal.PlainDate.compare(date, bounds.first) < 0}
                        free={isFree?.(date)}
                        selected={date.toString() === selected}
                        inTabOrder={date.equals(inTabOrder)}
                        describedBy={describedBy}
                        onSelect={() => {
                          setCursor(date);
                          onSelect(date.toString());
                        }}
                      />
                    </td>
                  ) : (
                    <td key={place} aria-hidden />
                  ),
                )}
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}

interface LeafButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Stays in the tab order at the last month: disabling a focused button would drop the focus. */
function LeafButton({ label, disabled, onClick, children }: LeafButtonProps) {
  return (
    <button
      type="button"
      className={classes.leaf}
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  );
}

interface DayButtonProps {
  date: Temporal.PlainDate;
  today: Temporal.PlainDate;
  past: boolean;
  free: boolean | undefined;
  selected: boolean;
  inTabOrder: boolean;
  describedBy: string | undefined;
  onSelect: () => void;
}

function DayButton({ date, today, past, free, selected, inTabOrder, describedBy, onSelect }: DayButtonProps) {
  const known = past || free === undefined ? '' : free ? ', есть свободное время' : ', свободного времени нет';
  return (
    <button
      type="button"
      className={classes.day}
      data-date={date.toString()}
      data-free={past ? undefined : free}
      aria-label={`${showDayAndMonth(date)} ${date.year}, ${showWeekday(date)}${known}`}
      aria-pressed={selected}
      aria-describedby={describedBy}
      aria-current={date.equals(today) ? 'date' : undefined}
      tabIndex={inTabOrder ? 0 : -1}
      disabled={past}
      onClick={onSelect}
    >
      {date.day}
    </button>
  );
}
