import { useRef, useState } from 'react';
import type { MouseEvent, PointerEvent } from 'react';
import { hoursOn } from '#domain/availability/default-hours.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { layOutDay } from '#web/calendar/lay-out-day.ts';
import { minutesOfDay, shownHours, workingSpans } from '#web/sessions/day-layout.ts';
import { DayColumn } from '#web/calendar/DayColumn.tsx';
import { DayHead } from '#web/calendar/DayHead.tsx';
import { DragGhost } from '#web/calendar/DragGhost.tsx';
import { countOf, nameMoment } from '#web/calendar/day-names.ts';
import { HourScale } from '#web/calendar/HourScale.tsx';
import { NowLine } from '#web/calendar/NowLine.tsx';
import { PlanSlot } from '#web/calendar/PlanSlot.tsx';
import { entriesOn } from '#web/calendar/calendar-entries.ts';
import type { CalendarEntries } from '#web/calendar/calendar-entries.ts';
import type { CalendarSession } from '#web/calendar/sessions-by-day.ts';
import { halfHourOf, heightOf, isSameSpot, spotAt } from '#web/calendar/spot.ts';
import type { Spot } from '#web/calendar/spot.ts';
import classes from '#web/calendar/TimeGrid.module.css';
import { columnsOf, useSessionDrag } from '#web/calendar/use-session-drag.ts';

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
  onSession: (id: string) => void;
  /** Opens the day view of one of the days. */
  onDay: (date: Temporal.PlainDate) => void;
  /** Plans a session at a time, minutes since midnight. */
  onPlan: (date: Temporal.PlainDate, minutes: number) => void;
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
  onSession,
  onDay,
  onPlan,
  onMove,
}: TimeGridProps) {
  const body = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const [hovered, setHovered] = useState(false);
  const columns = days.map((date) => ({
    date,
    count: countOf(entriesOn(date, entries), loading),
    ...layOutDay(entriesOn(date, entries)),
    working: workingSpans(hoursOn(date, hours)),
  }));
  const shown = shownHours(columns.flatMap(({ blocks, requests, working }) => [...blocks, ...requests, ...working]));
  const today = days.findIndex((date) => date.equals(now.toPlainDate()));
  const wide = days.length === 1;
  const { drag, grab, carry, letGo } = useSessionDrag({
    grid: body,
    days: days.length,
    shown,
    onDrop: ({ block, day, from }) => {
      const date = days[day];
      if (date) onMove(block.session, date, from);
    },
  });
  const target = drag && days[drag.day];

  const halfHourUnder = (event: MouseEvent) =>
    halfHourOf(spotAt(columnsOf(body.current), { x: event.clientX, y: event.clientY }, shown), shown);
  const hover = (event: PointerEvent) => {
    const free = event.pointerType === 'mouse' && !drag && isEmpty(event.target);
    setHovered(free);
    if (!free) return;
    const under = halfHourUnder(event);
    // Pointer moves within the same half hour cause no render.
    setSpot((before) => (before && isSameSpot(before, under) ? before : under));
  };
  const plan = (event: MouseEvent) => {
    if (!isEmpty(event.target)) return;
    const { day, from } = halfHourUnder(event);
    const date = days[day];
    if (date) onPlan(date, from);
  };

  return (
    <div className={classes.frame} data-days={days.length} data-dragging={drag !== null || undefined}>
      <div role="table" aria-label={label} aria-describedby="how-to-move">
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
              {...(!wide && { onPress: () => onDay(date) })}
            />
          ))}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the link of PlanSlot does the same by keyboard */}
        <div
          ref={body}
          role="row"
          className={classes.body}
          style={{ height: heightOf(shown) }}
          onClick={plan}
          onPointerMove={hover}
          onPointerLeave={() => setHovered(false)}
        >
          <HourScale shown={shown} now={today >= 0 ? minutesOfDay(now) : null} />
          {columns.map(({ date, blocks, requests, working }, index) => (
            <DayColumn
              key={date.toString()}
              blocks={blocks}
              requests={requests}
              working={working}
              shown={shown}
              wide={wide}
              dragged={drag?.block.session.id ?? null}
              onSession={onSession}
              onGrab={(event, block) => grab(event, block, index)}
              onCarry={(event, block) => carry(event, block, index)}
              onLeave={letGo}
            />
          ))}
        </div>
      </div>
      <div className={classes.overlay} style={{ height: heightOf(shown) }}>
        <PlanSlot
          days={days}
          shown={shown}
          spot={halfHourOf(spot ?? { day: Math.max(0, today), from: shown.from }, shown)}
          hovered={hovered && !drag}
          onSpot={setSpot}
        />
        {today >= 0 && <NowLine now={now} day={today} shown={shown} />}
        {drag && <DragGhost drag={drag} shown={shown} />}
        <span role="status" className="visually-hidden">
          {drag && target && nameMoment(target, drag.from)}
        </span>
      </div>
    </div>
  );
}

/** Empty time: no session, no request and no hour scale. */
function isEmpty(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-column]') !== null && target.closest('button, a') === null;
}
