import { type Toast, toasts } from '#web/ui/toast/toast-store.ts';

type Kind = 'success' | 'error';
interface OnlyToast extends Pick<Toast, 'title' | 'message' | 'why'> {
  kind: Kind;
  /** An error that leaves like a success, because the page itself goes on showing it. */
  brief?: boolean;
}

const SHOWN_MS = 4000;

/** One at a time: a new toast takes the place of the one before. Returns its id. */
export function showOnly({ brief = false, ...toast }: OnlyToast): number {
  closeToasts();
  return toasts.show({ ...toast, closesAfter: toast.kind === 'error' && !brief ? null : SHOWN_MS });
}

export function closeToasts(): void {
  toasts.close(() => true);
}

export function closeToast(id: number): void {
  toasts.close((toast) => toast.id === id);
}
