import controls from '#web/public/visitor/controls.module.css';
import type { OfferedTime } from '#web/public/visitor/free-time.ts';
import classes from '#web/public/visitor/strip.module.css';
import { TimeInWords } from '#web/public/visitor/TimeInWords.tsx';
import { useKeptFocus } from '#web/public/visitor/use-kept-focus.ts';
import type { Zones } from '#web/public/visitor/zone-comparison.ts';
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
