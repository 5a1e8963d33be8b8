import { toasts, type ToastOptions } from '#web/ui/toast/toast-store.ts';

/** How long a toast stays; longer with an action, which has to be heard and reached first. */
const SHOWN_MS = 4000;
const WITH_ACTION_MS = 30_000;

const closesAfter = ({ action, undo }: ToastOptions) => (action || undo ? WITH_ACTION_MS : SHOWN_MS);

/** Short messages in the corner. Successes close by themselves, failures stay until they are closed. */
export const toast = {
  success: (message: string, options: ToastOptions = {}) => {
    toasts.show({ ...options, kind: 'success', message, closesAfter: closesAfter(options) });
  },
  info: (message: string, options: ToastOptions = {}) => {
    toasts.show({ ...options, kind: 'info', message, closesAfter: closesAfter(options) });
  },
  /** Does not repeat a failure that is already shown. Returns its id. */
  error: (message: string, options: ToastOptions = {}): number => {
    const shown = toasts
      .get()
      .find((one) => one.kind === 'error' && one.message === message && one.title === options.title);
    return shown?.id ?? toasts.show({ ...options, kind: 'error', message, closesAfter: null });
  },
  /** The form that a retry would submit is gone. */
  dismissRetries: () => toasts.close((one) => one.kind === 'error' && one.action !== undefined),
  /** Before another attempt, the previous failure is outdated. */
  dismissErrors: () => toasts.close((one) => one.kind === 'error'),
};
