import { shownShortcut } from '#web/ui/base/shown-shortcut.ts';
import classes from '#web/ui/toast/Toasts.module.css';

/** The shortcut of an undo, with its text repeated, because screen readers read a live region without its buttons. */
export function UndoKeys({ text }: { text: string }) {
  return (
    <span className={classes.keys}>
      {' '}
      <span className="visually-hidden">. {text}: </span>
      <kbd>{shownShortcut('Z')}</kbd>
    </span>
  );
}
