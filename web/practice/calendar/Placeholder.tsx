import classes from '#web/practice/calendar/Placeholder.module.css';
import { heightOf, topOf } from '#web/practice/calendar/spot.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';

/** Starts of the placeholder blocks by day, in hours after the first shown one. */
const STARTS = [[1, 4], [2], [0, 3, 6], [2, 5], [1, 3], [4], []] as const;

/** Replaces a day's sessions while they load. */
export function BlockPlaceholders({ day, shown }: { day: number; shown: ClockSpan }) {
  return STARTS[day % STARTS.length]?.map((hours) => {
    const from = shown.from + hours * 60;
    const span = { from, to: from + 60 };
    return (
      <div
        key={hours}
        aria-hidden
        className={classes.block}
        style={{ top: topOf(from, shown), height: heightOf(span) }}
      />
    );
  });
}

/** Replaces the first sessions of a day of the month. */
export function LinePlaceholders({ day }: { day: number }) {
  return STARTS[day % STARTS.length]?.map((hours) => (
    <span key={hours} className={classes.line} style={{ width: `${88 - hours * 6}%` }} />
  ));
}

/** Replaces the count. */
export function PillPlaceholder() {
  return <span className={classes.pill} />;
}
