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
  /** Announced when the box appears after the page has loaded; errors always are. */
  announce?: boolean;
}

const ICONS = {
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  overlap: IconAlertTriangle,
  error: IconAlertTriangle,
  success: IconCircleCheck,
} as const;

export function InlineBox({ kind, title, children, announce = false }: InlineBoxProps) {
  const Icon = ICONS[kind];
  const calm = kind === 'info' || kind === 'success';
  const role = kind === 'error' || (announce && !calm) ? 'alert' : announce ? 'status' : undefined;
  return (
    <div className={classes.box} data-kind={kind} role={role}>
      <Icon aria-hidden size={20} stroke={1.6} />
      <div className={classes.text}>
        {title && <strong>{title} </strong>}
        {children}
      </div>
    </div>
  );
}
