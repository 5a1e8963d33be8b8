import { errorText, isNoConnection, statusOf } from '#web/ground/api/errors.ts';
import { toast } from '#web/ui/toast/toast.ts';
import type { ToastOptions } from '#web/ui/toast/toast-store.ts';

export const DRAFT_KEPT = 'Черновик остался.';

/**
 * Shows a toast for a failed action with its cause, if known. `form` is the id of a form that can be submitted again;
 * null if the form was left and its draft kept.
 */
export function failureToast(what: string, error: unknown, form?: string | null): void {
  const why = statusOf(error) === 404 ? 'Запись не\u00A0найдена, возможно, её\u00A0удалили.' : errorText(error, '');
  if (form === null) toast.error([why, DRAFT_KEPT].filter(Boolean).join(' '), { title: what });
  else if (why && why !== what) toast.error(why, { title: what, ...(form && retry(error, form)) });
  else toast.error(what);
}

/** After a lost connection, a retry button that submits the form again with its current values. */
export function retry(error: unknown, form: string): Pick<ToastOptions, 'action'> {
  if (form === '' || !isNoConnection(error)) return {};
  return { action: { text: 'Повторить', onPress: () => submitAgain(form) } };
}

export function submitAgain(id: string): void {
  const form = document.getElementById(id);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}
