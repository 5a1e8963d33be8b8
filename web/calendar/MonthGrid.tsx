import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { weeksOfMonth } from '#web/calendar/calendar-days.ts';
import { nameDay } from '#web/calendar/day-names.ts';
import { WEEKDAYS } from '#web/format/weekdays.ts';
import classes from '#web/calendar/MonthGrid.module.css';
import { SessionLine } from '#web/calendar/SessionLine.tsx';
import type { DaySession, SessionDays } from '#web/calendar/sessions-by-day.ts';
import { dayByKey } from '#web/ui/base/day-by-key.ts';

/** The most sessions that a day of the month lists by name. */
const LINES = 3;
const NONE: readonly DaySession[] = [];

interface MonthGridProps {
  /** The focused day; its month is shown. */
  date: Temporal.PlainDate;
  today: Temporal.PlainDate;
  sessions: SessionDays;
  loading: boolean;
  label: string;
  /** Where a day's sessions open: in a dialog, or below the grid, where the chosen day is marked. */
  shows: 'dialog' | 'beneath';
  onDay: (date: Temporal.PlainDate) => void;
  /** Called when the keyboard leads into another month. */
  onLeave: (date: Temporal.PlainDate) => void;
}

/**
 * A month of days, Monday first, with counts and the first sessions (CAL-01). One day at a time is in the tab order;
 * arrows, Home, End, PageUp and PageDown move from it, into other months too.
 */
export function MonthGrid({ date, today, sessions, loading, label, shows, onDay, onLeave }: MonthGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  const [cursor, setCursor] = useState<Temporal.PlainDate | null>(null);
  const month = date.toPlainYearMonth();
  const weeks = weeksOfMonth(month);
  const shown = (day: Temporal.PlainDate) => weeks.some((week) => week.some((other) => other.equals(day)));
  const entry = cursor && shown(cursor) ? cursor : date;

  useEffect(() => {
    if (wanted.current === null) return;
    const day = grid.current?.querySelector<HTMLElement>(`[data-date="${wanted.current}"]`);
    // Another month is still loading.
    if (!day) return;
    day.focus();
    wanted.current = null;
  });

  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const focused = event.target instanceof HTMLElement ? event.target.dataset['date'] : undefined;
    // A key pressed again before the requested month renders continues from the first key's target.
    const from = focused && (wanted.current ?? focused);
    const target = from ? dayByKey(event.key, Temporal.PlainDate.from(from)) : null;
    if (!target) return;
    event.preventDefault();
    wanted.current = target.toString();
    setCursor(target);
    if (!shown(target) || event.key.startsWith('Page')) onLeave(target);
  };

  return (
    <div ref={grid} role="grid" tabIndex={-1} aria-label={label} className={classes.grid} onKeyDown={moveFocus}>
      <div role="row" className={classes.row}>
        {WEEKDAYS.map((weekday) => (
          <div key={weekday.short} role="columnheader" aria-label={weekday.full} className={classes.weekday}>
            {weekday.short}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={String(week[0])} role="row" className={classes.row}>
          {week.map((day) => (
            <DayCell
              key={day.toString()}
              day={day}
              today={today}
              sessions={sessions.get(day.toString()) ?? NONE}
              loading={loading}
              outside={!day.toPlainYearMonth().equals(month)}
              chosen={shows === 'beneath' ? day.equals(date) : null}
              inTabOrder={day.equals(entry)}
              onPress={() => {
                setCursor(day);
                onDay(day);
              }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface DayCellProps {
  day: Temporal.PlainDate;
  today: Temporal.PlainDate;
  sessions: readonly DaySession[];
  loading: boolean;
  /** Of a neighbouring month. */
  outside: boolean;
  /** Whether this day's sessions are shown below the grid; null when they open in a dialog. */
  chosen: boolean | null;
  inTabOrder: boolean;
  onPress: () => void;
}

function DayCell({ day, today, sessions, loading, outside, chosen, inTabOrder, onPress }: DayCellProps) {
  return (
    <div role="gridcell" className={classes.cell} aria-selected={chosen ?? undefined}>
      <button
        type="button"
        className={classes.day}
        data-date={day.toString()}
        data-outside={outside || undefined}
        data-weekend={day.dayOfWeek > 5 || undefined}
        data-chosen={chosen || undefined}
        aria-label={nameDay(day, sessions.length === 0 && loading ? null : sessions.length, today)}
        aria-current={day.equals(today) ? 'date' : undefined}
        {...(chosen === null ? { 'aria-haspopup': 'dialog' } : { 'aria-pressed': chosen })}
        tabIndex={inTabOrder ? 0 : -1}
        onClick={onPress}
      >
        <span className={classes.head}>
          <span className={classes.number}>{day.day}</span>
          {sessions.length > 0 && <span className={classes.count}>{sessions.length}</span>}
        </span>
        <span className={classes.lines}>
          {sessions.slice(0, LINES).map((session) => (
            <SessionLine key={session.session.id} {...session} />
          ))}
        </span>
      </button>
    </div>
  );
}
