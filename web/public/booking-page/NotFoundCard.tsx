import { useEffect } from 'react';
import classes from '#web/public/booking-page/NotFoundCard.module.css';
import { showOnly } from '#web/public/visitor/only-toast.ts';
import { DeskLamp } from '#web/ui/base/Lamp.tsx';

/** No practitioner has this link: the lamp is off. */
export function NotFoundCard() {
  useEffect(() => {
    document.title = 'Психолог не найден';
    showOnly({ kind: 'error', message: 'Психолог с такой ссылкой не найден' });
  }, []);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <DeskLamp lit={false} />
        <h1 className={classes.title}>Психолог не найден</h1>
        <p className={classes.hint}>Проверьте правильность ссылки</p>
        <p className={classes.hint}>
          Она могла обрезаться при&nbsp;пересылке: попросите её&nbsp;у&nbsp;психолога ещё раз.
        </p>
      </div>
    </main>
  );
}
