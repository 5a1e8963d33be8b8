import { errorText, statusOf } from '#web/api/errors.ts';
import { toast } from '#web/ui/toast.tsx';

/** Tells of an action that failed: what failed and, where it is known, why. */
export function failureToast(what: string, error: unknown): void {
  const why = statusOf(error) === 404 ? 'Запись не найдена, возможно, её удалили.' : errorText(error, '');
  if (why && why !== what) toast.error(why, { title: what });
  else toast.error(what);
}
