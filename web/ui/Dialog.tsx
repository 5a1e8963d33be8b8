import type { ReactNode } from 'react';
import classes from '#web/ui/Dialog.module.css';
import { useFocusReturn } from '#web/ui/focus-return.ts';
import { part } from '#web/ui/part.tsx';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  /** Width on the desktop: 440 for a question, 480 for a form, 620 to read. */
  width?: 440 | 480 | 620;
  /** While something is being saved neither Esc nor a click beside the dialog closes it. */
  busy?: boolean;
  /** False where typed text stands in it: a slip beside the dialog must not throw that away. */
  closeOnClickOutside?: boolean;
  /** Called when the dialog has left the screen: the moment to forget what it showed. */
  onClosed?: () => void;
  /** While a question takes its place: out of sight, with everything typed and the focus kept for its return. */
  covered?: boolean;
  /** A short text that is read out together with the title. */
  question?: ReactNode;
  children: ReactNode;
}

// A screen is drawn without waiting for what its dialogs need; that is fetched right behind it.
const DialogPanel = part<DialogProps>(
  async () => (await import('#web/ui/DialogPanel.tsx')).DialogPanel,
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
