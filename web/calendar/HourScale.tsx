import { wallTimeOf } from '#domain/time/wall-time.ts';
import type { ClockSpan } from '#web/sessions/day-layout.ts';
import { topOf } from '#web/calendar/spot.ts';
import classes from '#web/calendar/TimeGrid.module.css';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

/** How many minutes before and after an hour the pill with the time would cover the hour's name. */
const COVERED = { desktop: { before: 3, after: 32 }, phone: { before: 18, after: 18 } } as const;

interface HourScaleProps {
  shown: ClockSpan;
  /** Minutes since midnight where today is among the shown days. */
  now: number | null;
}

/** The hours beside the days; the one that the pill of the moment covers steps back for it. */
export function HourScale({ shown, now }: HourScaleProps) {
  const { before, after } = useIsPhone() ? COVERED.phone : COVERED.desktop;
  const covered = (hour: number) => now !== null && now > hour - before && now < hour + after;
  return (
    <div role="rowheader" className={classes.scale}>
      <span className="visually-hidden">Сессии</span>
      {hoursOf(shown).map((hour) => (
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
