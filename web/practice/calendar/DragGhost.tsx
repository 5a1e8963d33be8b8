import { nameOfClient } from '#web/practice/calendar/client-name.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';
import { columnOf, heightOf, topOf } from '#web/practice/calendar/spot.ts';
import classes from '#web/practice/calendar/TimeGrid.module.css';
import type { SessionDrag } from '#web/practice/calendar/session-drag.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';

interface DragGhostProps {
  drag: SessionDrag;
  shown: ClockSpan;
  /** A letter about the move goes to the client. */
  sendsLetter: boolean;
}

export const LETTER_GOES = 'Клиенту уйдёт письмо о\u00A0новом времени';

/** The drop position of the dragged session, with its new time. */
export function DragGhost({ drag: { block, day, from }, shown, sendsLetter }: DragGhostProps) {
  return (
    <div
      aria-hidden
      data-ghost
      className={classes.ghost}
      style={{ gridColumn: columnOf(day), top: topOf(from, shown), height: heightOf(block) }}
    >
      <div className={classes.ghostText}>
        <b>{wallTimeOf(from)}</b> <span translate="no">{nameOfClient(block.session, 'brief')}</span>
      </div>
      {sendsLetter && <p className={classes.letter}>{LETTER_GOES}</p>}
    </div>
  );
}
