import { hasCode, statusOf } from '#web/ground/api/errors.ts';
import { queryClient } from '#web/ground/api/query-client.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** Prefix of the query keys of previews. */
export const PREVIEW = 'series-preview';

const SAVED_BEFORE = 'Серия уже сохранена с\u00A0прежними данными. Проверьте список сессий.';

/** Refetches the preview if the save of a new series was refused because of it; returns false for any other failure. */
export function previewAgain(error: unknown): boolean {
  if (![400, 409].includes(statusOf(error))) return false;
  // An earlier attempt was stored although its response was lost; the form was changed since then.
  if (hasCode(error, 'id', 'validation_not_unique')) toast.error(SAVED_BEFORE);
  else void queryClient.invalidateQueries({ queryKey: [PREVIEW] });
  return true;
}

/**
 * Whether the server refused a change because its outcome would differ from the preview: another tab, a visitor, or
 * midnight came in between.
 */
export function isOutdated(error: unknown): boolean {
  return (
    hasCode(error, 'digest', 'series_changed') ||
    (statusOf(error) === 400 && hasCode(error, 'session', 'validation_missing_rel_records'))
  );
}
