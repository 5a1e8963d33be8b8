import { type KeyboardEvent, type PointerEvent, useId } from 'react';
import { statusInWords } from '#domain/sessions/session.ts';
import { nameOfClient } from '#web/practice/calendar/client-name.ts';
import { placedAt } from '#web/practice/sessions/day-layout.ts';
import { type Block, stopOf } from '#web/practice/calendar/lay-out-day.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';
import classes from '#web/practice/calendar/SessionBlock.module.css';
import { showBegin, showTimes } from '#web/practice/sessions/part-words.ts';
import { heightOf, topOf } from '#web/practice/calendar/spot.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import { useJustSaved } from '#web/ui/page/just-saved.ts';
import { SESSION_LOOK } from '#web/practice/sessions/SessionStatusBadge.tsx';

/** Up to this length, in minutes, a block has room for one line of text. */
const BRIEF = 30;
/** Up to this length, in minutes, for the time and one line of the name. */
const SHORT = 55;
/** Up to this length, in minutes, the text fills the block. */
const QUARTER = 15;

interface SessionBlockProps {
  block: Block;
  shown: ClockSpan;
  /** Time and name fit on one line, because the block is wide enough. */
  wide: boolean;
  dragged: boolean;
  inTabOrder: boolean;
  onOpen: () => void;
  onGrab: (event: PointerEvent<HTMLButtonElement>) => void;
  onCarry: (event: KeyboardEvent) => void;
  /** Called when the block loses the focus. */
  onLeave: () => void;
}

/** A session at its time; pressing it opens it, dragging it or Shift with the arrows moves it. */
export function SessionBlock({
  block,
  shown,
  wide,
  dragged,
  inTabOrder,
  onOpen,
  onGrab,
  onCarry,
  onLeave,
}: SessionBlockProps) {
  const { session, from, to } = block;
  const mark = useId();
  // Next to two others there is no room for the name after the time, so the surname goes below.
  const narrow = block.width * 3 <= block.places;
  const label = [
    `${showTimes(block, session.duration)} ${nameOfClient(session, 'whole')}`,
    showDuration(session.duration),
    statusInWords(session),
  ].join(', ');
  return (
    <button
      type="button"
      className={classes.block}
      data-stop={stopOf(block)}
      tabIndex={inTabOrder ? 0 : -1}
      data-tone={SESSION_LOOK[session.status].tone}
      data-status={session.status}
      data-line={(wide && !narrow) || to - from <= BRIEF || undefined}
      data-short={to - from <= SHORT || undefined}
      data-quarter={to - from <= QUARTER || undefined}
      data-dragged={dragged || undefined}
      data-saved={useJustSaved(session.id) || undefined}
      style={{
        top: topOf(from, shown),
        height: heightOf(block),
        ...placedAt(block),
      }}
      aria-label={label}
      aria-describedby={session.series ? mark : undefined}
      aria-haspopup="dialog"
      title={label}
      aria-keyshortcuts="Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft Shift+ArrowRight"
      onPointerDown={onGrab}
      onKeyDown={onCarry}
      onBlur={onLeave}
      onClick={onOpen}
    >
      <span className={classes.text}>
        <b>
          {showBegin(block)} <SeriesMark series={session.series} id={mark} />
        </b>{' '}
        <span className={classes.name} translate="no">
          {nameOfClient(session, !wide ? 'brief' : narrow ? 'surname' : 'whole')}
        </span>
      </span>
    </button>
  );
}
