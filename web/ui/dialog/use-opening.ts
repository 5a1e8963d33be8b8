import { type RefObject, useState } from 'react';
import { useBehindPress } from '#web/ground/parts/use-behind-press.ts';

interface Opening {
  /** Whether anything is mounted. */
  present: boolean;
  /** False while the dialog animates out. */
  shown: boolean;
  /** To be called when it has animated out. */
  leave: () => void;
}

/** Draws a dialog behind the paint of the press that opens it; a key in the meantime reaches the dialog. */
export function useOpening(opened: boolean, dialog: RefObject<HTMLElement | null>, close: () => void): Opening {
  const shown = useBehindPress(opened, (event) => {
    if (!opened) return;
    // The dialog's own listeners receive no key that came before them.
    if (event.key === 'Escape') close();
    else focusField(dialog.current);
    if (event.key === 'Enter') event.preventDefault();
  });
  const [gone, setGone] = useState(true);
  if (opened && shown && gone) setGone(false);
  return { present: !gone, shown: opened && shown, leave: () => setGone(!opened) };
}

function focusField(dialog: HTMLElement | null): void {
  if (dialog?.contains(document.activeElement)) return;
  const field =
    dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector<HTMLElement>('input, textarea');
  field?.focus({ preventScroll: true });
}
