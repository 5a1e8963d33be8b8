import { shownShortcut } from '#web/ui/base/shown-shortcut.ts';
import classes from '#web/ui/toast/Toasts.module.css';

/** The keys of an undo. A live region is read without its buttons: here its words stand once more. */
export function UndoKeys({ text }: { text: string }) {
  return (
    <span className={classes.keys}>
      {' '}
      <span className="visually-hidden">. {text}: </span>
      <kbd>{shownShortcut('Z')}</kbd>
    </span>
  );
}
