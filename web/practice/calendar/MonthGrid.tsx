import { useRef } from 'react';
import { hoursOn } from '#domain/availability/default-hours.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { weeksOfMonth } from '#web/ui/base/weeks.ts';
import { countOf, wordsAround } from '#web/practice/calendar/day-names.ts';
import { WEEKDAYS } from '#web/ground/format/weekdays.ts';
import classes from '#web/practice/calendar/MonthGrid.module.css';
import { LinePlaceholders, PillPlaceholder } from '#web/practice/calendar/Placeholder.tsx';
import {
  type CalendarEntries,
  type DayEntries,
  type DayRequest,
  entriesOn,
  inOrder,
  NO_ENTRIES,
} from '#web/practice/calendar/calendar-entries.ts';
import { dayByKey } from '#web/ui/base/day-by-key.ts';
import { useRovingDay } from '#web/ui/base/use-roving-day.ts';
import { statusInWords } from '#domain/sessions/session.ts';
import { nameOfClient } from '#web/practice/calendar/client-name.ts';
import type { DaySession } from '#web/practice/calendar/sessions-by-day.ts';
import { showBegin } from '#web/practice/sessions/part-words.ts';
import sessionLine from '#web/practice/calendar/SessionLine.module.css';
import { SESSION_LOOK } from '#web/practice/sessions/SessionStatusBadge.tsx';

/** The most sessions and requests that a day of the month lists by name. */
const LINES = 3;

interface MonthGridProps {
  /** The focused day; its month is shown. */
  date: Temporal.PlainDate;
  today: Temporal.PlainDate;
  entries: CalendarEntries;
  loading: boolean;
  /** The weekdays with stored hours. */
  hours: readonly WeekdayHours[];
  label: string;
  /** Where a day's sessions open: in a dialog, or below the grid; then the chosen day is highlighted. */
  shows: 'dialog' | 'beneath';
  onDay: (date: Temporal.PlainDate) => void;
  /** Called when the keyboard moves into another month. */
  onLeave: (date: Temporal.PlainDate) => void;
}

/**
 * A month of days, Monday first, with counts and the first sessions (CAL-01). One day at a time is in the tab order;
 * arrows, Home, End, PageUp and PageDown move from it, into other months too.
 */
export function MonthGrid({ date, today, entries, loading, hours, label, shows, onDay, onLeave }: MonthGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const month = date.toPlainYearMonth();
  const weeks = weeksOfMonth(month);
  const shown = (day: Temporal.PlainDate) => weeks.some((week) => week.some((other) => other.equals(day)));
  const { cursor, setCursor, onKeyDown } = useRovingDay(grid, dayByKey, (target, key) => {
    if (!shown(target) || key.startsWith('Page')) onLeave(target);
  });
  const entry = cursor && shown(cursor) ? cursor : date;

  return (
    <div ref={grid} role="grid" tabIndex={-1} aria-label={label} className={classes.grid} onKeyDown={onKeyDown}>
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
              entries={entriesOn(day, entries)}
              loading={loading}
              works={hoursOn(day, hours)?.is_available ?? day.dayOfWeek < 6}
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
  entries: DayEntries;
  loading: boolean;
  /** Whether the weekday has working hours. */
  works: boolean;
  /** Whether the day belongs to a neighbouring month. */
  outside: boolean;
  /** Whether this day's sessions are shown below the grid; null when they open in a dialog. */
  chosen: boolean | null;
  inTabOrder: boolean;
  onPress: () => void;
}

function DayCell({ day, today, entries, loading, works, outside, chosen, inTabOrder, onPress }: DayCellProps) {
  const { sessions, requests } = entries;
  const count = countOf(entries, loading);
  const waiting = count.sessions === null && !outside && day.dayOfWeek < 6;
  const lines = inOrder(waiting ? NO_ENTRIES : entries);
  // «Ещё 1» would take as much room as the line itself.
  const shown = lines.length === LINES + 1 ? lines.length : LINES;
  const { before, after } = wordsAround(day, count, today);
  return (
    <div role="gridcell" className={classes.cell} aria-selected={chosen ?? undefined}>
      <button
        type="button"
        className={classes.day}
        data-date={day.toString()}
        data-outside={outside || undefined}
        data-rest={entries.off || !works || undefined}
        data-off={entries.off || undefined}
        data-chosen={chosen || undefined}
        aria-current={day.equals(today) ? 'date' : undefined}
        {...(chosen === null ? { 'aria-haspopup': 'dialog' } : { 'aria-pressed': chosen })}
        tabIndex={inTabOrder ? 0 : -1}
        onClick={onPress}
      >
        <span className={classes.head}>
          <span className="visually-hidden">{before}</span>
          <span className={classes.number}>{day.day}</span>
          <span className="visually-hidden">{after}</span>
          <span aria-hidden className={classes.counts}>
            {requests.length > 0 && <span className={classes.waiting}>{requests.length}</span>}
            {waiting && <PillPlaceholder />}
            {sessions.length > 0 && <span className={classes.count}>{sessions.length}</span>}
          </span>
        </span>
        <span className={classes.lines}>
          {entries.off && (
            <span aria-hidden className={classes.off}>
              Выходной
            </span>
          )}
          {waiting && <LinePlaceholders day={day.day} />}
          {lines
            .slice(0, shown)
            .map((one) =>
              'session' in one ? (
                <SessionLine key={one.session.id} {...one} />
              ) : (
                <RequestLine key={one.request.id} {...one} />
              ),
            )}
          {lines.length > shown && <span className={classes.more}>{`ещё\u00A0${lines.length - shown}`}</span>}
        </span>
      </button>
    </div>
  );
}

/**
 * A session in a day of the month: a dot for its status, the time, the surname. Without ↻, because most sessions repeat
 * and it would take room from the names.
 */
function SessionLine({ session, ...on }: DaySession) {
  return (
    <span
      className={sessionLine.line}
      data-tone={SESSION_LOOK[session.status].tone}
      data-canceled={session.status === 'canceled' || undefined}
    >
      <span className={sessionLine.text}>
        <b>{showBegin(on)}</b>{' '}
        <span className={sessionLine.name} translate="no">
          {nameOfClient(session, 'surname')}
        </span>
        {/* For screen readers; visually, a line through the text or the colour of the dot shows it. */}
        {session.status !== 'scheduled' && (
          <span className="visually-hidden">, {statusInWords(session).toLowerCase()}</span>
        )}
      </span>
    </span>
  );
}

/** A waiting request in a day of the month. */
function RequestLine({ request, ...on }: DayRequest) {
  return (
    <span className={sessionLine.line} data-tone="yellow" data-waiting>
      <span className={sessionLine.text}>
        <b>{showBegin(on)}</b> <span className="visually-hidden">Заявка:</span>{' '}
        <span className={sessionLine.name} translate="no">
          {request.name}
        </span>
      </span>
    </span>
  );
}
