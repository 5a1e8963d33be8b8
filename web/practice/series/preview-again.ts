import { hasCode, statusOf } from '#web/ground/api/errors.ts';
import { queryClient } from '#web/ground/api/query-client.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** First of the query keys of previews. */
export const PREVIEW = 'series-preview';

const SAVED_BEFORE = 'Серия уже сохранена с\u00A0прежними данными. Проверьте список сессий.';

/** Reads the preview again where the save of a new series was refused because of it; returns false for any other failure. */
export function previewAgain(error: unknown): boolean {
  if (![400, 409].includes(statusOf(error))) return false;
  // An earlier attempt was stored, and its response lost; since then the form was changed.
  if (hasCode(error, 'id', 'validation_not_unique')) toast.error(SAVED_BEFORE);
  else void queryClient.invalidateQueries({ queryKey: [PREVIEW] });
  return true;
}

/** The outcome is another one than the practitioner saw: another tab, a visitor, midnight. */
export function isOutdated(error: unknown): boolean {
  return (
    hasCode(error, 'digest', 'series_changed') ||
    (statusOf(error) === 400 && hasCode(error, 'session', 'validation_missing_rel_records'))
  );
}
