import { type Toast, toasts } from '#web/ui/toast/toast-store.ts';

type Kind = 'success' | 'error';
interface OnlyToast extends Pick<Toast, 'title' | 'message' | 'why'> {
  kind: Kind;
  /** An error that closes by itself like a success, because the page keeps showing it. */
  brief?: boolean;
}

const SHOWN_MS = 4000;

/** Replaces the previous toast, so that only one is visible. Returns its id. */
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
