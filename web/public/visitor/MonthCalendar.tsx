import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import controls from '#web/public/visitor/controls.module.css';
import type { FreeTime } from '#web/public/visitor/free-time.ts';
import { dateByKey, lastMonth, monthOf, weeksOf } from '#web/public/visitor/month-grid.ts';
import classes from '#web/public/visitor/MonthCalendar.module.css';
import { showDayAndMonth, showMonth, showWeekday } from '#web/ground/format/dates.ts';
import { WEEKDAYS } from '#web/ground/format/weekdays.ts';
import { useRovingDay } from '#web/ui/base/use-roving-day.ts';

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

/**
 * A month of the practitioner's days, Monday first, with a dot under days that have free time. One day at a time is in
 * the tab order; arrows, Home, End, PageUp and PageDown move from it, into other months too.
 */
export function MonthCalendar({ month, today, selected, freeTime, error, onMonth, onSelect }: MonthCalendarProps) {
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const { cursor, setCursor, onKeyDown } = useRovingDay(
    grid,
    (key, from) => dateByKey(key, from, today),
    (target) => onMonth(monthOf(target)),
  );
  const entry = cursor && monthOf(cursor).equals(month) ? cursor : entryDate({ month, today, selected, freeTime });

  const leaf = (months: number) => onMonth(month.add({ months }));

  return (
    <div>
      <div className={classes.head}>
        <LeafButton label="Предыдущий месяц" disabled={monthOf(today).equals(month)} onClick={() => leaf(-1)}>
          <IconChevronLeft aria-hidden size={20} stroke={1.6} />
        </LeafButton>
        <h2 id={`${id}-month`} className={classes.title} aria-live="polite">
          {showMonth(month)}
        </h2>
        <LeafButton label="Следующий месяц" disabled={lastMonth(today).equals(month)} onClick={() => leaf(1)}>
          <IconChevronRight aria-hidden size={20} stroke={1.6} />
        </LeafButton>
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA's grid of dates is a table
        role="grid"
        className={classes.grid}
        aria-labelledby={`${id}-month`}
        aria-describedby={error && `${id}-error`}
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
          {weeksOf(month).map((week, index) => (
            <tr key={index}>
              {week.map((date, place) =>
                date ? (
                  <td key={place}>
                    <DayButton
                      date={date}
                      today={today}
                      free={freeTime.get(date.toString())?.length}
                      selected={date.toString() === selected}
                      inTabOrder={date.equals(entry)}
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
      {error && (
        <p id={`${id}-error`} className={controls.error}>
          {error}
        </p>
      )}
    </div>
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
  /** The number of free times; undefined while unknown. */
  free: number | undefined;
  selected: boolean;
  inTabOrder: boolean;
  onSelect: () => void;
}

function DayButton({ date, today, free, selected, inTabOrder, onSelect }: DayButtonProps) {
  const past = Temporal.PlainDate.compare(date, today) < 0;
  const known = past || free === undefined ? '' : free > 0 ? ', есть свободное время' : ', свободного времени нет';
  return (
    <button
      type="button"
      className={classes.day}
      data-date={date.toString()}
      data-free={(Boolean(free) && !past) || undefined}
      aria-label={`${showDayAndMonth(date)} ${date.year}, ${showWeekday(date)}${known}`}
      aria-pressed={selected}
      aria-current={date.equals(today) ? 'date' : undefined}
      tabIndex={inTabOrder ? 0 : -1}
      disabled={past}
      onClick={onSelect}
    >
      {date.day}
    </button>
  );
}

/**
 * The entry point of Tab into the month: the chosen day, else the first with free time, else the first that is not
 * past.
 */
function entryDate({
  month,
  today,
  selected,
  freeTime,
}: Pick<MonthCalendarProps, 'month' | 'today' | 'selected' | 'freeTime'>): Temporal.PlainDate {
  const first = monthOf(today).equals(month) ? today : month.toPlainDate({ day: 1 });
  const days = Array.from({ length: month.daysInMonth - first.day + 1 }, (_, index) => first.add({ days: index }));
  const chosen = days.find((day) => day.toString() === selected);
  return chosen ?? days.find((day) => freeTime.get(day.toString())?.length) ?? first;
}
