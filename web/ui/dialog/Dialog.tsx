import type { ReactNode } from 'react';
import classes from '#web/ui/dialog/Dialog.module.css';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';

/**
 * A dialog, below 768 px a sheet at the bottom; its buttons belong in a `DialogFooter`. The focus goes to
 * `data-autofocus`, otherwise to the first control or, with `reads`, to the title; it stays inside and returns
 * afterwards. Screens render without its code, which is prefetched right after.
 */
export const Dialog = lazyPart(async () => (await import('#web/ui/dialog/DialogPanel.tsx')).DialogPanel);

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>;
}

/** The row of buttons at the bottom, sticky while the dialog scrolls. `start` is on the left. */
export function DialogFooter({ start, children }: { start?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.footer}>
      {start && <div className={classes.start}>{start}</div>}
      {children}
    </div>
  );
}
