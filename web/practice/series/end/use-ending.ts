import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { pressOn } from '#web/practice/letters/settling.ts';
import { useReaders } from '#web/practice/letters/use-readers.ts';
import { aheadQuery, type SeriesPlace } from '#web/practice/series/change/ahead.ts';
import { endSeries } from '#web/practice/series/calls.ts';
import { useChangePreview } from '#web/practice/series/change/change-preview.ts';
import { sayEnded } from '#web/practice/series/change/say-changed.ts';
import { type Ending, endingFrom } from '#web/practice/series/end/ending.ts';
import { type SeriesRecord, seriesQuery } from '#web/practice/series/queries.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';

/** Ends a series, and foresees which sessions go and which stay. `onEnded` closes the dialog. */
export function useEnding(place: SeriesPlace, timeZone: string, onEnded: (ending: Ending) => void = () => undefined) {
  // A change of nothing names what no change touches.
  const { preview, error: failure, refetch } = useChangePreview(place.id, { scope: 'all', session: '' });
  const ahead = useQuery(aheadQuery(place, timeZone));
  const all = useQuery(seriesQuery());
  const series = all.data?.find(({ id }) => id === place.id);
  // Where a response is lost, the next attempt finds the series ended already.
  const [before, setBefore] = useState<SeriesRecord | null>(null);
  if (series && !before) setBefore(series);
  const [silent, setSilent] = useState(false);
  const readers = useReaders([place.client]);
  const foreseen = useRef(new Map<string, Ending>());
  const known = preview && ahead.data && series ? { preview, ahead: ahead.data } : null;
  const foresee = (from: string): Ending | null => known && endingFrom(from, known.ahead, known.preview);

  const end = async (from: string): Promise<void> => {
    const now = foresee(from);
    if (now && !foreseen.current.has(from)) foreseen.current.set(from, now);
    try {
      const counts = await endSeries(place.id, from, silent);
      const ending = foreseen.current.get(from) ?? { goes: [], stays: [], isTold: false };
      onEnded(ending);
      const press = pressOn(ending.isTold ? readers : [], silent, ending.goes[0]?.date);
      sayEnded(counts, counts.removed > 0 && before ? undoOf(before, silent) : null, press);
    } catch (error) {
      failureToast('Ошибка при завершении серии', error);
    }
  };
  return {
    series,
    ahead: known?.ahead ?? [],
    foresee,
    /** Whether the client knows of a session; one of which that is not known yet counts so. */
    isTold: (session: string) => known?.preview.told.includes(session) ?? true,
    failed: !known && (failure !== null || ahead.isError || all.isError),
    retry: () => {
      refetch();
      void ahead.refetch();
      void all.refetch();
    },
    end,
    /** Whom an end that removes sessions writes to. */
    readers: series?.status === 'reserved' ? [] : readers,
    silence: { silent, onSilent: setSilent },
  };
}

/** The change that brings back what the end of a series has removed. */
export function undoOf({ id, until }: SeriesRecord, silent: boolean) {
  // What was never told comes back untold, and what was told is known.
  return { series: id, wish: { scope: 'all', session: '', until } as const, silent };
}
