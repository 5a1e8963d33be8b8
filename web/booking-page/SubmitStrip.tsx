import { useEffect, useRef } from 'react';
import controls from '#web/visitor/controls.module.css';
import type { OfferedTime } from '#web/visitor/free-time.ts';
import classes from '#web/visitor/strip.module.css';
import { TimeInWords } from '#web/visitor/TimeInWords.tsx';
import type { Zones } from '#web/visitor/zone-comparison.ts';
import { Lamp } from '#web/ui/base/Lamp.tsx';

interface SubmitStripProps {
  time: OfferedTime | null;
  zones: Zones;
  sending: boolean;
}

/** The foot of the form: the chosen time under the light, and the button. On the phone it stays visible. */
export function SubmitStrip({ time, zones, sending }: SubmitStripProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasSending = useRef(false);
  // A disabled button loses the focus, and the next key press would start from the top of the page.
  useEffect(() => {
    if (wasSending.current && !sending && document.activeElement === document.body) button.current?.focus();
    wasSending.current = sending;
  }, [sending]);
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
