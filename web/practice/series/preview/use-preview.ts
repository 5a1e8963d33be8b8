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
  /** The hash of the preview's query key; with another key the choices start anew. */
  about: string;
  preview: SeriesPreview | undefined;
  choices: Choices;
  /** Whether a later preview differs from the one that was shown first. */
  changed: boolean;
}

interface PreviewOptions<Preview> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Preview>;
  enabled: boolean;
  /** Stops refetching while it is unknown whether a save was stored. */
  held?: boolean;
}

const NO_OCCURRENCES: readonly Occurrence[] = [];

/**
 * Queries the preview of a series or its change, and holds the decisions about its conflicts; a refetch keeps those
 * that are still valid.
 */
export function usePreview<Preview extends SeriesPreview>({
  enabled,
  held = false,
  ...query
}: PreviewOptions<Preview>) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    // A preview that has no data yet is fetched even while held; otherwise it would load for ever.
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
