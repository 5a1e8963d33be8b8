import { useQuery } from '@tanstack/react-query';
import type { SeriesChangeRequest } from '#web/practice/series/calls.ts';
import { changePreviewQuery } from '#web/practice/series/change/change-preview.ts';
import { decisionsOf, plannedIn, undecidedIn } from '#web/practice/series/preview/choices.ts';
import { useChoices } from '#web/practice/series/preview/use-choices.ts';

/** What a change would do, and what is decided about its conflicts. */
export function useChangePreview(series: string, wish: SeriesChangeRequest, opened: boolean) {
  const { data, error, isFetching, refetch } = useQuery({ ...changePreviewQuery(series, wish), enabled: opened });
  const { choices, ...deciding } = useChoices(data);
  const occurrences = data?.occurrences ?? [];
  return {
    ...deciding,
    wish,
    data: error ? undefined : data,
    error,
    isFetching,
    refetch,
    choices,
    decisions: decisionsOf(choices),
    undecided: undecidedIn(occurrences, choices).length,
    planned: plannedIn(occurrences, choices),
  };
}
