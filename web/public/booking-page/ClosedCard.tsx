import type { ReactNode } from 'react';
import classes from '#web/public/booking-page/NotFoundCard.module.css';
import { DeskLamp } from '#web/ui/base/Lamp.tsx';

/** The practitioner accepts no requests at present; that is no failure, so the lamp is on (BOOK-07). */
export function ClosedCard({ psychologist }: { psychologist: string }) {
  return (
    <CalmCard psychologist={psychologist} title="Запись сейчас закрыта">
      Психолог пока не&nbsp;принимает заявки на&nbsp;этой странице. Загляните позже или спросите у&nbsp;психолога, когда
      запись откроется.
    </CalmCard>
  );
}

interface CalmCardProps {
  psychologist: string;
  title: string;
  children: ReactNode;
}

/** The practitioner's name and a sentence in place of the form. */
export function CalmCard({ psychologist, title, children }: CalmCardProps) {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <DeskLamp lit />
        <p className={classes.whose} translate="no">
          {psychologist}
        </p>
        <h1 className={classes.heading}>{title}</h1>
        <p className={classes.hint}>{children}</p>
      </div>
    </main>
  );
}
