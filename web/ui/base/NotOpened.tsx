import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NOT_OPENED } from '#web/api/sealed-text.ts';
import classes from '#web/ui/base/NotOpened.module.css';

/** In the place of a sealed text that does not open: never an empty one. A `label` names the field of a form. */
export function NotOpened({ label }: { label?: ReactNode }) {
  return (
    <div>
      {label && <div className={classes.label}>{label}</div>}
      <div className={classes.line}>
        <IconLock aria-hidden size={18} stroke={1.6} />
        <span>
          {NOT_OPENED}
          {label && '. Сохранённое остаётся как есть'}
        </span>
      </div>
    </div>
  );
}
