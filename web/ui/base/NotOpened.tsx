import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAreLocked } from '#web/ground/api/keys.ts';
import { LOCKED, NOT_OPENED } from '#web/ground/api/sealed-text.ts';
import classes from '#web/ui/base/NotOpened.module.css';

/** Shown instead of an encrypted text that cannot be decrypted. A `label` names the field of a form. */
export function NotOpened({ label }: { label?: ReactNode }) {
  const locked = useAreLocked();
  return (
    <div>
      {label && <div className={classes.label}>{label}</div>}
      <div className={classes.line}>
        <IconLock aria-hidden size={18} stroke={1.6} />
        <span>
          {locked ? LOCKED : NOT_OPENED}
          {label && '. Сохранённое остаётся как есть'}
        </span>
      </div>
    </div>
  );
}
