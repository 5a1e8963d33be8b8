import controls from '#web/visitor/controls.module.css';
import type { OfferedTime } from '#web/visitor/free-time.ts';
import classes from '#web/visitor/strip.module.css';
import { TimeInWords } from '#web/visitor/TimeInWords.tsx';
import { useKeptFocus } from '#web/visitor/use-kept-focus.ts';
import type { Zones } from '#web/visitor/zone-comparison.ts';
import { Lamp } from '#web/ui/base/Lamp.tsx';

interface SubmitStripProps {
  time: OfferedTime | null;
  zones: Zones;
  sending: boolean;
}

/** The foot of the form: the chosen time under the light, and the button. On the phone it stays visible. */
export function SubmitStrip({ time, zones, sending }: SubmitStripProps) {
  const button = useKeptFocus(sending);
  return (
    <div className={classes.strip} data-strip data-chosen={time !== null || undefined}>
      {time && (
        <>
          <Lamp shade="none" />
          <div className={classes.chosen}>
            <span className={classes.caption}>Вы&nbsp;выбрали</span>
            <TimeInWords time={time} zones={zones} />
          </div>
        </>
      )}
      <button ref={button} type="submit" className={`${controls.primary} ${classes.submit}`} disabled={sending}>
        {sending ? 'Отправляем заявку...' : 'Записаться на консультацию'}
      </button>
    </div>
  );
}
