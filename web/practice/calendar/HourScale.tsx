import { wallTimeOf } from '#domain/time/wall-time.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';
import { topOf } from '#web/practice/calendar/spot.ts';
import classes from '#web/practice/calendar/TimeGrid.module.css';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

/** How many minutes before and after an hour the current-time label overlaps the hour's label. */
const COVERED = { desktop: { before: 3, after: 32 }, phone: { before: 18, after: 18 } } as const;

interface HourScaleProps {
  shown: ClockSpan;
  /** The hours are not known yet. */
  blank: boolean;
  /** Minutes since midnight when today is among the shown days; otherwise null. */
  now: number | null;
}

/** The hours next to the days; an hour is hidden while the current-time label overlaps it. */
export function HourScale({ shown, blank, now }: HourScaleProps) {
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
