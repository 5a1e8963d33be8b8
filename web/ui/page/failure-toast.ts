import { errorText, isNoConnection, statusOf } from '#web/api/errors.ts';
import { toast } from '#web/ui/toast/toast.ts';
import type { ToastOptions } from '#web/ui/toast/toast-store.ts';

/** Tells of an action that failed: what failed and, where it is known, why. `form` is the id of what can be sent again. */
export function failureToast(what: string, error: unknown, form?: string): void {
  const why = statusOf(error) === 404 ? 'Запись не найдена, возможно, её удалили.' : errorText(error, '');
  if (why && why !== what) toast.error(why, { title: what, ...(form && retry(error, form)) });
  else toast.error(what);
}

/** A form whose saving was only cut off can be sent once more from the toast, with what stands in it by then. */
export function retry(error: unknown, form: string): Pick<ToastOptions, 'action'> {
  if (!isNoConnection(error)) return {};
  return { action: { text: 'Повторить', onPress: () => submitAgain(form) } };
}

function submitAgain(id: string): void {
  const form = document.getElementById(id);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}
