import controls from '#web/public/visitor/controls.module.css';
import { type FreeTime, nearestTimes, type OfferedTime } from '#web/public/visitor/free-time.ts';
import classes from '#web/public/visitor/LostTime.module.css';
import { NewsBox } from '#web/public/visitor/NewsBox.tsx';
import { visitorTime, type Zones } from '#web/public/visitor/zone-comparison.ts';
import { showDayAndMonth, showWeekday } from '#web/ground/format/dates.ts';

const OFFERED = 3;

interface LostTimeProps {
  lost: OfferedTime;
  freeTime: FreeTime;
  zones: Zones;
  /** A sentence about what stays unchanged. */
  kept: string;
  className: string | undefined;
  onSelect: (time: OfferedTime) => void;
}

/** Another visitor has taken the chosen time: says so and offers the nearest free times. */
export function LostTime({ lost, freeTime, zones, kept, className, onSelect }: LostTimeProps) {
  const nearest = nearestTimes(freeTime, lost, OFFERED);
  const next = nearest.length > 0 ? 'Ближайшее свободное время:' : 'Другого свободного времени в\u00A0эти дни нет.';
  return (
    <NewsBox className={className} kind="overlap" title="Это время только что заняли." text={`${kept} ${next}`}>
      <div className={classes.offers}>
        {nearest.map((time) => (
          <button
            key={time.start}
            type="button"
            className={`${controls.secondary} ${controls.small} ${classes.offer}`}
            onClick={() => onSelect(time)}
          >
            <Offer time={time} zones={zones} />
          </button>
        ))}
      </div>
    </NewsBox>
  );
}

function Offer({ time, zones }: { time: OfferedTime; zones: Zones }) {
  const own = visitorTime(time, zones);
  return (
    <>
      <strong>{time.time}</strong> <Day date={Temporal.PlainDate.from(time.date)} />{' '}
      {own && <span className="secondary">{own.date ? `${own.time}, ${own.date}` : own.time}</span>}
    </>
  );
}

function Day({ date }: { date: Temporal.PlainDate }) {
  return (
    <span>
      {showWeekday(date)}, <span className="nowrap">{showDayAndMonth(date)}</span>
    </span>
  );
}
