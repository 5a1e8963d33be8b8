import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AheadSession, aheadQuery, type SeriesPlace } from '#web/practice/series/change/ahead.ts';
import { type EndedSeries, endSeries } from '#web/practice/series/calls.ts';
import { changePreviewQuery } from '#web/practice/series/change/change-preview.ts';
import { sayEnded } from '#web/practice/series/change/say-changed.ts';
import { type Ending, endingFrom } from '#web/practice/series/end/ending.ts';
import { type SeriesRecord, seriesQuery } from '#web/practice/series/queries.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';

/** Ends a series, and knows before what goes and what stays. `onEnded` closes what asked; another question starts without earlier choices. */
export function useEnding(place: SeriesPlace, timeZone: string, opened: boolean, onEnded: (ending: Ending) => void) {
  // A change of nothing names what no change touches.
  const preview = useQuery({ ...changePreviewQuery(place.id, { scope: 'all', session: '' }), enabled: opened });
  const ahead = useQuery({ ...aheadQuery(place, timeZone), enabled: opened });
  const all = useQuery({ ...seriesQuery(), enabled: opened });
  const series = all.data?.find(({ id }) => id === place.id);
  // Where a response is lost, the next attempt finds the series ended already.
  const [before, setBefore] = useState<SeriesRecord | null>(null);
  if (opened && series && !before) setBefore(series);
  const foreseen = useRef(new Map<string, Ending>());
  const known = preview.data && ahead.data && series ? { keep: preview.data.keep, ahead: ahead.data, series } : null;
  const queries = [preview, ahead, all];
  const foresee = (from: string): Ending | null => known && endingFrom(from, known.ahead, known.keep);

  const ending = useMutation({
    mutationFn: (from: string): Promise<EndedSeries> => {
      const now = foresee(from);
      if (now && !foreseen.current.has(from)) foreseen.current.set(from, now);
      return endSeries(place.id, from);
    },
    onSuccess: (counts, from) => {
      onEnded(foreseen.current.get(from) ?? { goes: [], stays: [] });
      sayEnded(counts, counts.removed > 0 && before ? undoOf(before) : null);
    },
    onError: (error) => failureToast('Ошибка при завершении серии', error),
  });
  return {
    series,
    ahead: known?.ahead ?? ([] as AheadSession[]),
    foresee,
    failed: !known && queries.some(({ isError }) => isError),
    retry: () => void Promise.all(queries.map(({ refetch }) => refetch())),
    ending,
  };
}

/** The change that brings back what the end of a series has removed. */
export function undoOf({ id, until }: SeriesRecord) {
  return { series: id, wish: { scope: 'all', session: '', until } as const };
}
