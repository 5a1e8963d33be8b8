import type { Occurrence } from '#domain/series/series.ts';
import { type Choices, conflictsIn } from '#web/practice/series/preview/choices.ts';
import { ConflictRow } from '#web/practice/series/preview/ConflictRow.tsx';
import { FreeDates } from '#web/practice/series/preview/FreeDates.tsx';
import classes from '#web/practice/series/preview/Preview.module.css';

interface OccurrenceListProps {
  occurrences: readonly Occurrence[];
  choices: Choices;
  onChoose: (date: string, choice: string) => void;
}

/** What a series would be (SERIES-02): the conflicts with their choices first, and the free dates by month. */
export function OccurrenceList({ occurrences, choices, onChoose }: OccurrenceListProps) {
  const conflicts = conflictsIn(occurrences);
  return (
    <>
      {conflicts.length > 0 && (
        <ul role="list" aria-label="Требуют решения" className={classes.conflicts}>
          {conflicts.map((occurrence) => (
            <ConflictRow
              key={occurrence.date}
              occurrence={occurrence}
              choice={choices[occurrence.date]}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      <FreeDates occurrences={occurrences} opened={conflicts.length === 0} />
    </>
  );
}
