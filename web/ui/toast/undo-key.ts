import { toasts } from '#web/ui/toast/toast-store.ts';

/** Fields in which Ctrl+Z undoes typing. */
const TYPED_INTO = 'textarea, input:not([type="checkbox"], [type="radio"])';

/** Ctrl+Z (on a Mac Cmd+Z) triggers the undo of the newest toast that has one. */
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
