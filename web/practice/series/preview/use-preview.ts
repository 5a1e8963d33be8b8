import { hashKey, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Occurrence, SeriesPreview } from '#domain/series/series.ts';
import {
  type Choices,
  decisionsOf,
  keptChoices,
  plannedIn,
  skipUndecided,
  undecidedIn,
} from '#web/practice/series/preview/choices.ts';

interface Chosen {
  /** The preview's key: another one starts without choices. */
  about: string;
  preview: SeriesPreview | undefined;
  choices: Choices;
  /** A later preview differs from the one that was shown. */
  changed: boolean;
}

interface PreviewOptions<Preview> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Preview>;
  enabled: boolean;
  /** Keeps what is there, while it is unknown whether a save was stored. */
  held?: boolean;
}

const NO_OCCURRENCES: readonly Occurrence[] = [];

/** What a series or its change would be, and what is decided about its conflicts; a later preview keeps the choices that still mean the same. */
export function usePreview<Preview extends SeriesPreview>({
  enabled,
  held = false,
  ...query
}: PreviewOptions<Preview>) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    // Held without data, it would be waited for without end.
    enabled: ({ state }) => enabled && !(held && state.data !== undefined),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const about = hashKey(query.queryKey);
  const [last, setChosen] = useState<Chosen>({ about, preview: undefined, choices: {}, changed: false });
  const chosen = last.about === about ? last : { about, preview: undefined, choices: {}, changed: false };
  if (data && data !== chosen.preview) {
    const before = chosen.preview;
    setChosen({
      about,
      preview: data,
      choices: keptChoices(chosen.choices, before?.occurrences ?? NO_OCCURRENCES, data.occurrences),
      changed: before !== undefined && (chosen.changed || before.digest !== data.digest),
    });
  }
  const [choose] = useState(() => (date: string, choice: string) => {
    setChosen((before) => ({ ...before, choices: { ...before.choices, [date]: choice } }));
  });
  const preview = error || !enabled ? undefined : data;
  const occurrences = preview?.occurrences ?? NO_OCCURRENCES;
  return {
    preview,
    error,
    isFetching,
    refetch: () => void refetch(),
    occurrences,
    choices: chosen.choices,
    changed: chosen.changed,
    choose,
    skipRest: () => setChosen((before) => ({ ...before, choices: skipUndecided(occurrences, before.choices) })),
    decisions: decisionsOf(chosen.choices),
    undecided: undecidedIn(occurrences, chosen.choices).length,
    planned: plannedIn(occurrences, chosen.choices),
  };
}
