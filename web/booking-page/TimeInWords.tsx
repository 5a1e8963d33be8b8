import type { OfferedTime } from '#web/booking-page/free-time.ts';
import classes from '#web/booking-page/TimeInWords.module.css';
import { visitorTime, type Zones } from '#web/booking-page/zone-comparison.ts';
import { showDayInWords } from '#web/format/dates.ts';

/** 'Четверг, 19 ноября, 15:00' and, on another clock, 'у вас 17:00'. */
export function TimeInWords({ time, zones }: { time: OfferedTime; zones: Zones }) {
  const own = visitorTime(time, zones);
  return (
    <span className={classes.both}>
      <strong className={classes.time}>
        {showDayInWords(Temporal.PlainDate.from(time.date))}, <span className="nowrap">{time.time}</span>
      </strong>{' '}
      {own && <span className={classes.own}>{own.date ? `${own.time}, ${own.date}` : own.time}</span>}
    </span>
  );
}
