import type { ReactNode } from 'react';
import classes from '#web/ui/dialog/Dialog.module.css';
import type { DialogProps } from '#web/ui/dialog/DialogPanel.tsx';
import { useFocusReturn } from '#web/ui/dialog/focus-return.ts';
import { lazyPart } from '#web/parts/lazy-part.tsx';

// A screen is drawn without waiting for what its dialogs need; that is fetched right behind it.
const DialogPanel = lazyPart<DialogProps>(
  async () => (await import('#web/ui/dialog/DialogPanel.tsx')).DialogPanel,
  ({ opened }) => opened,
);

/**
 * A dialog, below 768 px a sheet at the bottom. Focus goes to `data-autofocus` or the first control, stays inside and
 * returns. Its buttons stand in a `DialogFooter`. A dialog is never put over another: it takes the other's place.
 */
export function Dialog(props: DialogProps) {
  useFocusReturn(props.opened && !props.covered);
  return <DialogPanel {...props} />;
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>;
}

/** The strip of buttons at the foot, stuck there while the dialog scrolls. `start` stands apart on the left. */
export function DialogFooter({ start, children }: { start?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.footer}>
      {start && <div className={classes.start}>{start}</div>}
      {children}
    </div>
  );
}
