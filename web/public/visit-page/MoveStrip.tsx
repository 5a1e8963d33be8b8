import classes from '#web/public/visit-page/MovePanel.module.css';
import controls from '#web/public/visitor/controls.module.css';
import type { OfferedTime } from '#web/public/visitor/free-time.ts';
import strip from '#web/public/visitor/strip.module.css';
import { TimeInWords } from '#web/public/visitor/TimeInWords.tsx';
import { useKeptFocus } from '#web/public/visitor/use-kept-focus.ts';
import type { Zones } from '#web/public/visitor/zone-comparison.ts';
import { showDayAndMonth, showWeekday } from '#web/ground/format/dates.ts';
import { Lamp } from '#web/ui/base/Lamp.tsx';

interface MoveStripProps {
  old: OfferedTime;
  time: OfferedTime | null;
  zones: Zones;
  sending: boolean;
}

/** The old time crossed out, the new one under the light, and the button. On the phone it stays visible. */
export function MoveStrip({ old, time, zones, sending }: MoveStripProps) {
  const button = useKeptFocus(sending);
  return (
    <div className={strip.strip} data-strip data-chosen>
      {time && <Lamp shade="none" />}
      <div className={strip.chosen}>
        <p className={classes.old}>
          {time ? 'Было: ' : 'Сейчас: '}
          {time ? <s>{inWords(old)}</s> : inWords(old)}
        </p>
        {time && <TimeInWords time={time} zones={zones} />}
      </div>
      {time && (
        <button ref={button} type="submit" className={`${controls.primary} ${strip.submit}`} disabled={sending}>
          {sending ? 'Переносим...' : 'Перенести встречу'}
        </button>
      )}
    </div>
  );
}

function inWords({ date, time }: OfferedTime): string {
  const day = Temporal.PlainDate.from(date);
  return `${showWeekday(day)}, ${showDayAndMonth(day)}, ${time}`;
}
