import { minutesOfDay } from '#domain/time/day-parts.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';
import { columnOf, topOf } from '#web/practice/calendar/spot.ts';
import classes from '#web/practice/calendar/TimeGrid.module.css';
import { showTime } from '#web/ground/format/dates.ts';

interface NowLineProps {
  now: Temporal.ZonedDateTime;
  /** Today's index among the shown days. */
  day: number;
  shown: ClockSpan;
}

/** The current time: its label on the scale and a line through today. */
export function NowLine({ now, day, shown }: NowLineProps) {
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
