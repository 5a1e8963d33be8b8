import { queryOptions } from '@tanstack/react-query';
import type { SeriesChangePreview } from '#domain/series/series.ts';
import { hasCode, isRefusal, statusOf } from '#web/ground/api/errors.ts';
import { previewChange, type SeriesChangeRequest } from '#web/practice/series/calls.ts';

/** What a change would do now; read again with every change of sessions, requests or hours. */
export function changePreviewQuery(series: string, wish: SeriesChangeRequest) {
  return queryOptions({
    queryKey: ['sessions', 'series-change', series, wish],
    queryFn: ({ signal }): Promise<SeriesChangePreview> => previewChange(series, wish, signal),
    staleTime: 0,
    retry: false,
  });
}

/** The outcome is another one than the practitioner saw: another tab, a visitor, midnight. */
export function isOutdated(error: unknown): boolean {
  return (
    hasCode(error, 'digest', 'series_changed') ||
    (statusOf(error) === 400 && hasCode(error, 'session', 'validation_missing_rel_records'))
  );
}

/** Why the server refuses a change of a whole series; '' for a failure that a retry can mend. */
export function refusalOf(error: unknown): string {
  if (!isRefusal(error)) return '';
  if (statusOf(error) === 404 || isOutdated(error)) return 'Серию изменили в\u00A0другом месте.';
  return hasCode(error, 'start', 'validation_invalid_value')
    ? 'На\u00A0этот день серию перенести нельзя: он\u00A0в\u00A0прошлом или дальше чем через год.'
    : 'Так серию изменить нельзя.';
}
