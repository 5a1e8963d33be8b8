import type { ReactNode } from 'react';
import { Lamp } from '#web/ui/base/Lamp.tsx';
import classes from '#web/ui/page/LitCard.module.css';

interface LitCardProps {
  /** `small` on a screen, `none` inside a dialog. */
  shade: 'small' | 'none';
  children: ReactNode;
  /** The card's button, on the right; on the phone below the text. */
  action?: ReactNode;
  'aria-label'?: string;
}

/** The one lit surface of a screen, for the next session. */
export function LitCard({ shade, children, action, ...labels }: LitCardProps) {
  return (
    <section className={classes.card} data-shade={shade} {...labels}>
      <Lamp shade={shade} />
      <div className={classes.text}>{children}</div>
      {action && <div className={classes.action}>{action}</div>}
    </section>
  );
}
