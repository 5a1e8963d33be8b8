import { hasCode, isRefusal, statusOf } from '#web/ground/api/errors.ts';
import { previewChange, type SeriesChangeRequest } from '#web/practice/series/calls.ts';
import { isOutdated } from '#web/practice/series/preview-again.ts';
import { usePreview } from '#web/practice/series/preview/use-preview.ts';

export type ChangePreview = ReturnType<typeof useChangePreview>;

/** The effect of a change; refetched whenever sessions, requests or hours change. */
export function useChangePreview(series: string, wish: SeriesChangeRequest, enabled = true) {
  const shown = usePreview({
    queryKey: ['sessions', 'series-change', series, wish],
    queryFn: ({ signal }) => previewChange(series, wish, signal),
    enabled,
  });
  /** True once all conflicts are decided. */
  const ready = shown.preview !== undefined && shown.undecided === 0;
  return { ...shown, wish, ready };
}

/** Why the server refuses a change of a whole series; '' for a failure that a retry may solve. */
export function refusalOf(error: unknown): string {
  if (!isRefusal(error)) return '';
  if (statusOf(error) === 404 || isOutdated(error)) return 'Серию изменили в\u00A0другом месте.';
  return hasCode(error, 'start', 'validation_invalid_value')
    ? 'На\u00A0этот день серию перенести нельзя: он\u00A0в\u00A0прошлом или дальше чем через год.'
    : 'Так серию изменить нельзя.';
}
