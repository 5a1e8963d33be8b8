import type { OfferedTime } from '#web/public/visitor/free-time.ts';
import classes from '#web/public/visitor/TimeInWords.module.css';
import { visitorTime, whoseTime, type Zones } from '#web/public/visitor/zone-comparison.ts';
import { showDayInWords } from '#web/ground/format/dates.ts';

interface TimeInWordsProps {
  time: OfferedTime;
  zones: Zones;
  /** True outside the list that names the zone: adds the zone if it differs from the visitor's. */
  clockNamed?: boolean;
}

/** 'Четверг, 19 ноября, 15:00' and, in another zone, 'у вас 17:00'. */
export function TimeInWords({ time, zones, clockNamed = false }: TimeInWordsProps) {
  const own = visitorTime(time, zones);
  const whose = clockNamed && whoseTime(time, zones);
  return (
    <span className={classes.both}>
      <strong className={classes.time}>
        {showDayInWords(Temporal.PlainDate.from(time.date))}, <span className="nowrap">{time.time}</span>
        {whose && <span className="light"> {whose}</span>}
      </strong>{' '}
      {own && <span className={classes.own}>{own.date ? `${own.time}, ${own.date}` : own.time}</span>}
    </span>
  );
}
