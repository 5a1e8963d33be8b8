import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '#web/ui/base/InlineBox.module.css';

interface InlineBoxProps {
  /**
   * `info` is neutral, `warning` a limit, `overlap` overlapping times, `error` a failure, `success` a finished action.
   */
  kind: 'info' | 'warning' | 'overlap' | 'error' | 'success';
  title?: string;
  children: ReactNode;
  /** Whether a screen reader announces the box when it appears; by default only errors are. */
  announce?: boolean;
}

const LOOKS = {
  info: { Icon: IconInfoCircle, tone: undefined },
  warning: { Icon: IconAlertTriangle, tone: 'yellow' },
  overlap: { Icon: IconAlertTriangle, tone: 'orange' },
  error: { Icon: IconAlertTriangle, tone: 'red' },
  success: { Icon: IconCircleCheck, tone: 'green' },
} as const;

export function InlineBox({ kind, title, children, announce = kind === 'error' }: InlineBoxProps) {
  const { Icon, tone } = LOOKS[kind];
  const calm = kind === 'info' || kind === 'success';
  // Not role="status": Orca's arrow keys skip text inside one.
  const live = announce ? (calm ? ({ 'aria-live': 'polite' } as const) : { role: 'alert' }) : {};
  return (
    <div className={classes.box} data-tone={tone} {...live}>
      <Icon aria-hidden size={20} stroke={1.6} />
      <div className={classes.text}>
        {title && <strong>{title} </strong>}
        {children}
      </div>
    </div>
  );
}
