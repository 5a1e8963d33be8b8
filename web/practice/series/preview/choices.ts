import type { Decision, Decisions, Occurrence } from '#domain/series/series.ts';

/** Another time on the same day was requested but not chosen yet. */
export const OTHER_TIME = '';

/** The decisions about conflicts, by date; `OTHER_TIME` is not decided yet. There is no default. */
export type Choices = Readonly<Record<string, Decision | typeof OTHER_TIME>>;

export function conflictsIn(occurrences: readonly Occurrence[]): Occurrence[] {
  return occurrences.filter(({ verdict }) => verdict !== 'free');
}

/** The choices that a save sends. */
export function decisionsOf(choices: Choices): Decisions {
  return Object.fromEntries(Object.entries(choices).filter(([, choice]) => choice !== OTHER_TIME));
}

/** The conflicts that still need a decision. */
export function undecidedIn(occurrences: readonly Occurrence[], choices: Choices): Occurrence[] {
  const decisions = decisionsOf(choices);
  return conflictsIn(occurrences).filter(({ date }) => decisions[date] === undefined);
}

/** How many occurrences become sessions; undecided conflicts do not count. */
export function plannedIn(occurrences: readonly Occurrence[], choices: Choices): number {
  const decisions = decisionsOf(choices);
  return occurrences.filter(({ date, verdict }) => {
    const decision = decisions[date];
    return decision === undefined ? verdict === 'free' : decision !== 'skip';
  }).length;
}

export function skipUndecided(occurrences: readonly Occurrence[], choices: Choices): Choices {
  const skipped = undecidedIn(occurrences, choices).map(({ date }) => [date, 'skip'] as const);
  return { ...choices, ...Object.fromEntries(skipped) };
}

/**
 * The choices that are still valid after another preview: the conflict still exists, an accepted overlap has the same
 * cause, and a chosen time is still free.
 */
export function keptChoices(choices: Choices, before: readonly Occurrence[], now: readonly Occurrence[]): Choices {
  const causes = new Map(before.map((occurrence) => [occurrence.date, causeOf(occurrence)]));
  const kept = conflictsIn(now).flatMap((occurrence) => {
    const { date, free } = occurrence;
    const choice = choices[date];
    if (choice === undefined) return [];
    const holds =
      choice === 'skip' ||
      (choice === 'overlap' && causes.get(date) === causeOf(occurrence)) ||
      (choice === OTHER_TIME ? free.length > 0 : free.includes(choice));
    return holds ? [[date, choice] as const] : [];
  });
  return Object.fromEntries(kept);
}

function causeOf({ verdict, with: met }: Occurrence): string {
  return `${verdict} ${met?.kind} ${met?.id}`;
}
