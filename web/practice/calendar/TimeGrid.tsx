import { useMemo, useRef } from 'react';
import { hoursOn } from '#domain/availability/default-hours.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { type Block, layOutDay, type RequestPlace, stopOf } from '#web/practice/calendar/lay-out-day.ts';
import { type ClockSpan, shownHours, workingSpans } from '#web/practice/sessions/day-layout.ts';
import { DayColumn } from '#web/practice/calendar/DayColumn.tsx';
import { DayHead } from '#web/practice/calendar/DayHead.tsx';
import { DragGhost, LETTER_GOES } from '#web/practice/calendar/DragGhost.tsx';
import { countOf, nameMoment } from '#web/practice/calendar/day-names.ts';
import { moveLetter } from '#web/practice/calendar/move-letter.ts';
import { PlanSlot } from '#web/practice/calendar/PlanSlot.tsx';
import { showDayInWords, showTime } from '#web/ground/format/dates.ts';
import { type CalendarEntries, entriesOn, NO_ENTRIES } from '#web/practice/calendar/calendar-entries.ts';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';
import { columnOf, heightOf, topOf } from '#web/practice/calendar/spot.ts';
import classes from '#web/practice/calendar/TimeGrid.module.css';
import { instantAt } from '#web/practice/sessions/instant-at.ts';
import { minutesOfDay } from '#domain/time/day-parts.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { useRovingStop } from '#web/practice/calendar/use-roving-stop.ts';
import { useSessionDrag } from '#web/practice/calendar/use-session-drag.ts';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

const NO_HOURS: readonly ClockSpan[] = [];

interface TimeGridProps {
  /** The shown days: the seven of a week, or one. */
  days: readonly Temporal.PlainDate[];
  label: string;
  /** The current time in the practitioner's zone. */
  now: Temporal.ZonedDateTime;
  entries: CalendarEntries;
  loading: boolean;
  /** The weekdays with stored hours. */
  hours: readonly WeekdayHours[];
  /** True while the hours and sessions that determine the first row are unknown: only the frame is shown. */
  blank: boolean;
  onSession: (id: string) => void;
  /** Opens the day view of one of the days. */
  onDay: (date: Temporal.PlainDate) => void;
  onMove: (session: CalendarSession, date: Temporal.PlainDate, minutes: number) => void;
}

/** Days next to one another along the hours: a table for screen readers, a planning grid for sighted users. */
export function TimeGrid({
  days,
  label,
  now,
  entries,
  loading,
  hours,
  blank,
  onSession,
  onDay,
  onMove,
}: TimeGridProps) {
  const [table, body] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const { columns, shown, stops } = useMemo(() => {
    const laidOut = days.map((date) => {
      const on = entriesOn(date, entries);
      const usual = workingSpans(blank ? undefined : hoursOn(date, hours));
      const working = on.off ? NO_HOURS : usual;
      return { date, count: countOf(on, loading), ...layOutDay(blank ? NO_ENTRIES : on), usual, working };
    });
    // A day off must not change the hours of the scale.
    const spans = laidOut.flatMap(({ blocks, requests, usual }) => [...blocks, ...requests, ...usual]);
    const stopsOf = laidOut.map(({ date, blocks, requests }) => [
      ...(days.length > 1 ? [{ id: date.toString(), from: null }] : []),
      ...[...blocks, ...requests].map(idAndStart).toSorted((a, b) => a.from - b.from),
    ]);
    return { columns: laidOut, shown: shownHours(spans), stops: stopsOf };
  }, [days, entries, loading, hours, blank]);
  const today = days.findIndex((date) => date.equals(now.toPlainDate()));
  const wide = days.length === 1;
  const { stop = null, roving } = useRovingStop(table, stops, today);
  const { drag, grab, carry, letGo } = useSessionDrag({
    grid: body,
    days: days.length,
    shown,
    onDrop: ({ block, day, from }) => {
      const date = days[0]?.add({ days: day });
      if (date) onMove(block.session, date, from);
    },
  });
  const target = drag && days[0]?.add({ days: drag.day });
  const { client_letters } = useProfile();
  const start = target && instantAt(target.toPlainDateTime(wallTimeOf(drag.from)), now.timeZoneId);
  const sendsLetter =
    start && moveLetter(drag.block.session, start.epochMilliseconds, now.epochMilliseconds, client_letters) !== '';

  return (
    <div
      className={classes.frame}
      data-days={days.length}
      data-off={(wide && columns[0]?.count.off) || undefined}
      data-dragging={drag !== null || undefined}
    >
      <div ref={table} role="table" {...roving} aria-label={label} aria-describedby="how-to-move">
        <div role="row" className={classes.heads}>
          <div role="columnheader">
            <span className="visually-hidden">День</span>
          </div>
          {columns.map(({ date, count }) => (
            <DayHead
              key={date.toString()}
              date={date}
              today={now.toPlainDate()}
              count={count}
              inTabOrder={stop === date.toString()}
              {...(!wide && { onPress: () => onDay(date) })}
            />
          ))}
        </div>
        <div ref={body} role="row" className={classes.body} style={{ height: heightOf(shown) }}>
          <HourScale shown={shown} blank={blank} now={today >= 0 ? minutesOfDay(now) : null} />
          {columns.map(({ date, count, blocks, requests, working }, index) => (
            <DayColumn
              key={date.toString()}
              label={showDayInWords(date)}
              blocks={blocks}
              requests={requests}
              working={working}
              shown={shown}
              wide={wide}
              waiting={blank || count.sessions === null}
              day={index}
              dragged={blocks.find(({ session }) => session.id === drag?.block.session.id)?.session.id ?? null}
              stop={stops[index]?.some(({ id }) => id === stop) ? stop : null}
              onSession={onSession}
              onGrab={grab}
              onCarry={carry}
              onLeave={letGo}
            />
          ))}
        </div>
      </div>
      <div className={classes.overlay} style={{ height: heightOf(shown) }}>
        {!blank && <PlanSlot grid={body} days={days} shown={shown} today={today} dragging={drag !== null} />}
        {!blank && today >= 0 && <NowLine now={now} day={today} shown={shown} />}
        {drag && <DragGhost drag={drag} days={days.length} shown={shown} sendsLetter={sendsLetter === true} />}
        <span role="status" className="visually-hidden">
          {drag && target && `${nameMoment(target, drag.from)}${sendsLetter ? `. ${LETTER_GOES}` : ''}`}
        </span>
      </div>
    </div>
  );
}

function idAndStart(place: Block | RequestPlace) {
  return { id: stopOf(place), from: place.from };
}

/** How many minutes before and after an hour the current-time label overlaps the hour's label. */
const COVERED = { desktop: { before: 3, after: 32 }, phone: { before: 18, after: 18 } } as const;

interface HourScaleProps {
  shown: ClockSpan;
  /** True while the hours are unknown. */
  blank: boolean;
  /** Minutes since midnight if today is among the shown days; otherwise null. */
  now: number | null;
}

/** The hours next to the days; an hour is hidden while the current-time label overlaps it. */
function HourScale({ shown, blank, now }: HourScaleProps) {
  const { before, after } = useIsPhone() ? COVERED.phone : COVERED.desktop;
  const covered = (hour: number) => now !== null && now > hour - before && now < hour + after;
  return (
    <div role="rowheader" className={classes.scale}>
      <span className="visually-hidden">Сессии</span>
      {!blank &&
        hoursOf(shown).map((hour) => (
          <span
            key={hour}
            aria-hidden
            className={classes.hour}
            style={{ top: topOf(hour, shown), visibility: covered(hour) ? 'hidden' : 'visible' }}
          >
            {wallTimeOf(hour)}
          </span>
        ))}
    </div>
  );
}

function hoursOf({ from, to }: ClockSpan): number[] {
  return Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60);
}

interface NowLineProps {
  now: Temporal.ZonedDateTime;
  /** Today's index among the shown days. */
  day: number;
  shown: ClockSpan;
}

/** The current time: its label on the scale and a line through today. */
function NowLine({ now, day, shown }: NowLineProps) {
  const minutes = minutesOfDay(now);
  if (minutes < shown.from || minutes > shown.to) return null;
  const top = topOf(minutes, shown);
  return (
    <>
      <div aria-hidden className={classes.now} style={{ top }}>
        <span className={classes.nowTime} data-first={minutes - shown.from < 10 || undefined}>
          {showTime(now)}
        </span>
      </div>
      <div aria-hidden className={classes.nowToday} style={{ gridColumn: columnOf(day), top }} />
    </>
  );
}
