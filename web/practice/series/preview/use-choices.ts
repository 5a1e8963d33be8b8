import { useState } from 'react';
import type { Occurrence, SeriesPreview } from '#domain/series/series.ts';
import { type Choices, keptChoices, skipUndecided } from '#web/practice/series/preview/choices.ts';

interface Chosen {
  preview: SeriesPreview | undefined;
  choices: Choices;
  /** A later preview differs from the one that was shown. */
  changed: boolean;
}

const NONE: readonly Occurrence[] = [];

/** The choices over a preview. A later preview keeps those that still mean the same. */
export function useChoices(preview: SeriesPreview | undefined) {
  const [chosen, setChosen] = useState<Chosen>({ preview: undefined, choices: {}, changed: false });
  if (preview && preview !== chosen.preview) {
    const before = chosen.preview;
    setChosen({
      preview,
      choices: keptChoices(chosen.choices, before?.occurrences ?? NONE, preview.occurrences),
      changed: before !== undefined && (chosen.changed || before.digest !== preview.digest),
    });
  }
  const [choose] = useState(() => (date: string, choice: string) => {
    setChosen((before) => ({ ...before, choices: { ...before.choices, [date]: choice } }));
  });
  return {
    choices: chosen.choices,
    changed: chosen.changed,
    choose,
    skipRest: () =>
      setChosen((before) => ({
        ...before,
        choices: skipUndecided(before.preview?.occurrences ?? NONE, before.choices),
      })),
  };
}
