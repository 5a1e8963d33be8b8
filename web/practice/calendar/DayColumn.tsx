import { memo } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { restSpans } from '#web/practice/sessions/day-layout.ts';
import { type Block, type RequestPlace, stopOf } from '#web/practice/calendar/lay-out-day.ts';
import { BlockPlaceholders } from '#web/practice/calendar/Placeholder.tsx';
import { RequestBlock } from '#web/practice/calendar/RequestBlock.tsx';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';
import { SessionBlock } from '#web/practice/calendar/SessionBlock.tsx';
import { heightOf, topOf } from '#web/practice/calendar/spot.ts';
import classes from '#web/practice/calendar/TimeGrid.module.css';

interface DayColumnProps {
  /** The day in words. */
  label: string;
  blocks: readonly Block[];
  requests: readonly RequestPlace[];
  working: readonly ClockSpan[];
  shown: ClockSpan;
  wide: boolean;
  /** The sessions are not loaded yet. */
  waiting: boolean;
  /** The day's index among the shown days. */
  day: number;
  /** The session of this day that is being dragged. */
  dragged: string | null;
  /** The session or request of this day that is in the tab order. */
  stop: string | null;
  onSession: (id: string) => void;
  onGrab: (event: PointerEvent<HTMLButtonElement>, block: Block, day: number) => void;
  onCarry: (event: KeyboardEvent, block: Block, day: number) => void;
  onLeave: () => void;
}

/**
 * A day of the grid: hours outside working time are shaded, sessions stand at their times. A drag renders only the days
 * that its session stands on.
 */
export const DayColumn = memo(function DayColumn({
  label,
  blocks,
  requests,
  working,
  shown,
  wide,
  waiting,
  day,
  dragged,
  stop,
  onSession,
  onGrab,
  onCarry,
  onLeave,
}: DayColumnProps) {
  return (
    <div role="cell" data-column className={classes.column}>
      {restSpans(working, shown).map(({ from, to }) => (
        <div key={from} className={classes.rest} style={{ top: topOf(from, shown), height: heightOf({ from, to }) }} />
      ))}
      {waiting && <BlockPlaceholders day={day} shown={shown} />}
      <ul role="list" aria-label={label} className={classes.blocks}>
        {[...blocks, ...requests]
          .toSorted((a, b) => a.from - b.from)
          .map((one) =>
            'session' in one ? (
              <li key={one.session.id}>
                <SessionBlock
                  block={one}
                  shown={shown}
                  wide={wide}
                  dragged={dragged === one.session.id}
                  inTabOrder={stop === stopOf(one)}
                  onOpen={() => onSession(one.session.id)}
                  onGrab={(event) => onGrab(event, one, day)}
                  onCarry={(event) => onCarry(event, one, day)}
                  onLeave={onLeave}
                />
              </li>
            ) : (
              <li key={one.request.id}>
                <RequestBlock place={one} shown={shown} wide={wide} inTabOrder={stop === stopOf(one)} />
              </li>
            ),
          )}
      </ul>
    </div>
  );
});
