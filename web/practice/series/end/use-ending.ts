import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { pressOn } from '#web/practice/letters/settling.ts';
import { useLetterAddresses } from '#web/practice/letters/use-letter-addresses.ts';
import { aheadQuery, type SeriesPlace } from '#web/practice/series/change/ahead.ts';
import { endSeries } from '#web/practice/series/calls.ts';
import { useChangePreview } from '#web/practice/series/change/change-preview.ts';
import { sayEnded } from '#web/practice/series/change/say-changed.ts';
import { type Ending, endingFrom } from '#web/practice/series/end/ending.ts';
import { type SeriesRecord, seriesQuery } from '#web/practice/series/queries.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';

/** Ends a series and predicts which sessions are removed and which stay. `onEnded` closes the dialog. */
export function useEnding(place: SeriesPlace, timeZone: string, onEnded: (ending: Ending) => void = () => undefined) {
  // The preview of an empty change lists the sessions that every change leaves untouched.
  const { preview, error: failure, refetch } = useChangePreview(place.id, { scope: 'all', session: '' });
  const ahead = useQuery(aheadQuery(place, timeZone));
  const all = useQuery(seriesQuery());
  const series = all.data?.find(({ id }) => id === place.id);
  // Kept for the undo: after a lost response the refetched series has already ended.
  const [before, setBefore] = useState<SeriesRecord | null>(null);
  if (series && !before) setBefore(series);
  const [silent, setSilent] = useState(false);
  const readers = useLetterAddresses([place.client]);
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
    /** Whether the client was notified of a session; true while unknown. */
    isTold: (session: string) => known?.preview.told.includes(session) ?? true,
    failed: !known && (failure !== null || ahead.isError || all.isError),
    retry: () => {
      refetch();
      void ahead.refetch();
      void all.refetch();
    },
    end,
    /** The recipients of the letter about removed sessions. */
    readers: series?.status === 'reserved' ? [] : readers,
    silence: { silent, onSilent: setSilent },
  };
}

/** The change that restores the sessions removed by the end of a series. */
export function undoOf({ id, until }: SeriesRecord, silent: boolean) {
  // Sends no letters if the end sent none: the client knows the same as before.
  return { series: id, wish: { scope: 'all', session: '', until } as const, silent };
}
