import { useRef } from 'react';
import controls from '#web/public/visitor/controls.module.css';
import { type FreeTime, nearestTimes, type OfferedTime } from '#web/public/visitor/free-time.ts';
import classes from '#web/public/visitor/LostTime.module.css';
import { useBroughtIntoSight } from '#web/public/visitor/use-brought-into-sight.ts';
import { visitorTime, type Zones } from '#web/public/visitor/zone-comparison.ts';
import { showDayAndMonth, showWeekday } from '#web/ground/format/dates.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

const OFFERED = 3;

interface LostTimeProps {
  lost: OfferedTime;
  freeTime: FreeTime;
  zones: Zones;
  /** What stays as it is, in a sentence. */
  kept: string;
  onSelect: (time: OfferedTime) => void;
}

/** Another visitor has taken the chosen time: the reason, what stays, and the nearest free times. */
export function LostTime({ lost, freeTime, zones, kept, onSelect }: LostTimeProps) {
  const box = useRef<HTMLDivElement>(null);
  useBroughtIntoSight(box);
  const nearest = nearestTimes(freeTime, lost, OFFERED);
  return (
    <div ref={box} tabIndex={-1}>
      <InlineBox kind="overlap" title="Это время только что заняли." announce>
        {kept} {nearest.length > 0 ? 'Ближайшее свободное время:' : 'Другого свободного времени в\u00A0эти дни нет.'}
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
      </InlineBox>
    </div>
  );
}

function Offer({ time, zones }: { time: OfferedTime; zones: Zones }) {
  const own = visitorTime(time, zones);
  return (
    <>
      <strong>{time.time}</strong> <Day date={Temporal.PlainDate.from(time.date)} />{' '}
      {own && <span className={classes.own}>{own.date ? `${own.time}, ${own.date}` : own.time}</span>}
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
