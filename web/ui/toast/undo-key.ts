import { toasts } from '#web/ui/toast/toast-store.ts';

/** Where Ctrl+Z takes back what was typed. */
const TYPED_INTO = 'textarea, input:not([type="checkbox"], [type="radio"])';

/** Ctrl+Z, on a Mac Cmd+Z, takes back what the newest message offers to: its button stands last in the page. */
export function startUndoKey(): void {
  addEventListener('keydown', (event) => {
    const { code, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (code !== 'KeyZ' || !(ctrlKey || metaKey) || altKey || shiftKey || event.repeat) return;
    if (target instanceof Element && target.matches(TYPED_INTO)) return;
    const newest = toasts.get().findLast(({ undo }) => undo);
    if (!newest) return;
    event.preventDefault();
    toasts.press(newest);
  });
}
