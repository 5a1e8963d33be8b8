import type { ReactNode } from 'react';
import { Lamp } from '#web/ui/base/Lamp.tsx';
import classes from '#web/ui/page/LitCard.module.css';

interface LitCardProps {
  /** `small` on a screen, `none` inside a dialog. */
  shade: 'small' | 'none';
  children: ReactNode;
  /** The button of the card, at its right; on the phone under the text. */
  action?: ReactNode;
  'aria-label'?: string;
}

/** The one lit surface of a screen: what is next. */
export function LitCard({ shade, children, action, ...labels }: LitCardProps) {
  return (
    <section className={classes.card} data-shade={shade} {...labels}>
      <Lamp shade={shade} />
      <div className={classes.text}>{children}</div>
      {action && <div className={classes.action}>{action}</div>}
    </section>
  );
}
