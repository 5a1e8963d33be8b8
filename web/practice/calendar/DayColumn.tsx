import { type KeyboardEvent, memo, type PointerEvent } from 'react';
import { type ClockSpan, placedAt, restSpans } from '#web/practice/sessions/day-layout.ts';
import { type Block, type RequestPlace, stopOf } from '#web/practice/calendar/lay-out-day.ts';
import { BlockPlaceholders } from '#web/practice/calendar/Placeholder.tsx';
import { SessionBlock } from '#web/practice/calendar/SessionBlock.tsx';
import { heightOf, topOf } from '#web/practice/calendar/spot.ts';
import classes from '#web/practice/calendar/TimeGrid.module.css';
import { Link } from '@tanstack/react-router';
import { linkTo, nameRequest, tellRequest } from '#web/practice/calendar/request-words.ts';
import sessionBlock from '#web/practice/calendar/SessionBlock.module.css';
import { showBegin } from '#web/practice/sessions/part-words.ts';

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
 * A day of the grid: hours outside working time are shaded, and sessions are placed by time. A drag re-renders only the
 * days that its session covers.
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

interface RequestBlockProps {
  place: RequestPlace;
  shown: ClockSpan;
  /** Time and name fit on one line, because the block is wide enough. */
  wide: boolean;
  inTabOrder: boolean;
}

/** A waiting request at its time; a link to its screen, which cannot be moved (CAL-04). */
function RequestBlock({ place, shown, wide, inTabOrder }: RequestBlockProps) {
  const label = tellRequest(place);
  return (
    <Link
      {...linkTo(place.request)}
      className={sessionBlock.block}
      data-stop={stopOf(place)}
      tabIndex={inTabOrder ? 0 : -1}
      data-tone="yellow"
      data-status={place.request.held_since === '' ? 'let-go' : 'waiting'}
      data-line={wide || undefined}
      style={{ top: topOf(place.from, shown), height: heightOf(place), ...placedAt(place) }}
      aria-label={label}
      title={label}
      draggable={false}
    >
      <span className={sessionBlock.text}>
        <b>{showBegin(place)}</b>{' '}
        <span className={sessionBlock.name} translate="no">
          {nameRequest(place.request)}
        </span>
      </span>
    </Link>
  );
}
