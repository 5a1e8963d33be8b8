import { nameOfClient } from '#web/practice/calendar/client-name.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';
import { columnOf, heightOf, spansFrom, topOf } from '#web/practice/calendar/spot.ts';
import classes from '#web/practice/calendar/TimeGrid.module.css';
import type { SessionDrag } from '#web/practice/calendar/session-drag.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';

interface DragGhostProps {
  drag: SessionDrag;
  /** The number of shown days. */
  days: number;
  shown: ClockSpan;
  /** Whether a letter about the move is sent to the client. */
  sendsLetter: boolean;
}

export const LETTER_GOES = 'Клиенту уйдёт письмо о\u00A0новом времени';

/** The drop position of the dragged session, with its new time; across midnight it has a part on each day. */
export function DragGhost({ drag: { block, ...start }, days, shown, sendsLetter }: DragGhostProps) {
  return spansFrom(start, block.session.duration, days).map(({ day, ...span }, index) => (
    <div
      key={day}
      aria-hidden
      data-ghost
      className={classes.ghost}
      style={{ gridColumn: columnOf(day), top: topOf(span.from, shown), height: heightOf(span) }}
    >
      <div className={classes.ghostText}>
        <b>{wallTimeOf(start.from)}</b> <span translate="no">{nameOfClient(block.session, 'brief')}</span>
      </div>
      {sendsLetter && index === 0 && <p className={classes.letter}>{LETTER_GOES}</p>}
    </div>
  ));
}
