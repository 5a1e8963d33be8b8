import { Link } from '@tanstack/react-router';
import { type RequestPlace, stopOf } from '#web/practice/calendar/lay-out-day.ts';
import { linkTo, nameRequest, tellRequest } from '#web/practice/calendar/request-words.ts';
import classes from '#web/practice/calendar/SessionBlock.module.css';
import { showBegin } from '#web/practice/sessions/part-words.ts';
import { heightOf, topOf } from '#web/practice/calendar/spot.ts';
import { placedAt } from '#web/practice/sessions/day-layout.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';

interface RequestBlockProps {
  place: RequestPlace;
  shown: ClockSpan;
  /** Time and name on one line of text: the block is wide enough. */
  wide: boolean;
  inTabOrder: boolean;
}

/** A waiting request at its time; pressing it leads to its screen, and nothing moves it (CAL-04). */
export function RequestBlock({ place, shown, wide, inTabOrder }: RequestBlockProps) {
  const label = tellRequest(place);
  return (
    <Link
      {...linkTo(place.request)}
      className={classes.block}
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
      <span className={classes.text}>
        <b>{showBegin(place)}</b>{' '}
        <span className={classes.name} translate="no">
          {nameRequest(place.request)}
        </span>
      </span>
    </Link>
  );
}
