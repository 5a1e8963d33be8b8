import { toasts, type ToastOptions } from '#web/ui/toast/toast-store.ts';

/** In milliseconds; a toast with an action stays longer, because the action has to be noticed and reached first. */
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
  /** Closes failures with a retry, because the form that it would submit is gone. */
  dismissRetries: () => toasts.close((one) => one.kind === 'error' && one.action !== undefined),
  /** Closes failures before another attempt, because they are outdated. */
  dismissErrors: () => toasts.close((one) => one.kind === 'error'),
};
