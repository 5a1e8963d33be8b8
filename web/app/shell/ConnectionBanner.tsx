import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useConnectionLost } from '#web/ground/api/connection.ts';
import { usePartMissing } from '#web/ground/parts/missing-parts.ts';
import classes from '#web/app/shell/ConnectionBanner.module.css';

/** In milliseconds: a shorter interruption is not shown. */
const SHORT_LOSS_MS = 1500;

/**
 * Shows that the server is unreachable, or that a part of the program fails to load, for as long as that lasts. It
 * moves no other content.
 */
export function ConnectionBanner() {
  const lost = useConnectionLost();
  const missing = usePartMissing();
  const [lasting, setLasting] = useState(false);
  if (!lost && lasting) setLasting(false);
  useEffect(() => {
    if (!lost) return;
    const timer = setTimeout(() => setLasting(true), SHORT_LOSS_MS);
    return () => clearTimeout(timer);
  }, [lost]);
  return (
    <div aria-live="polite" className={classes.place}>
      {lasting && (
        <p className={classes.banner}>
          <IconWifiOff aria-hidden size={16} stroke={2} />
          <span>
            Нет связи с&nbsp;сервером.
            <span className={classes.more}> Когда она вернётся, экран обновится сам.</span>
          </span>
        </p>
      )}
      {missing && !lasting && (
        <p className={classes.banner}>
          <IconAlertTriangle aria-hidden size={16} stroke={2} />
          <span>
            Кабинет загрузился не&nbsp;весь.<span className={classes.more}> Обновите страницу.</span>
          </span>
        </p>
      )}
    </div>
  );
}
