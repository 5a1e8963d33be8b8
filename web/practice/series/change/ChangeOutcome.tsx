import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AheadSession } from '#web/practice/series/change/ahead.ts';
import { type ChangePreview, refusalOf } from '#web/practice/series/change/change-preview.ts';
import { KeptSessions } from '#web/practice/series/change/KeptSessions.tsx';
import { OccurrenceList } from '#web/practice/series/preview/OccurrenceList.tsx';
import { showUndecided } from '#web/practice/series/preview/preview-words.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

interface ChangeOutcomeProps {
  preview: ChangePreview;
  /** The edited session, which changes in any case and is left out of those that stay. */
  except?: string;
  ahead: readonly AheadSession[];
  timeZone: string;
  /** Shown above the conflicts. */
  children?: ReactNode;
}

/**
 * The preview of a change of a series: the conflicts to decide, the sessions that move, and those that stay
 * (SERIES-05).
 */
export function ChangeOutcome({ preview, except, ahead, timeZone, children }: ChangeOutcomeProps) {
  const { error, occurrences, choices, undecided } = preview;
  const refusal = refusalOf(error);
  if (refusal) return <InlineBox kind="error">{refusal}</InlineBox>;
  if (error) {
    return <ErrorState title="Не&nbsp;удалось проверить даты" onRetry={preview.refetch} />;
  }
  if (!preview.preview) return <LoadingCards text="Проверяем даты..." columns={1} count={1} />;
  const keep = preview.preview.keep.filter(({ session }) => session !== except);
  return (
    <>
      {preview.changed && (
        <InlineBox kind="info" announce>
          Пока вы&nbsp;решали, расписание изменилось. Даты проверены заново.
        </InlineBox>
      )}
      {children}
      <p aria-live="polite">{showUndecided(occurrences, undecided)}</p>
      {undecided > 0 && (
        <div>
          <Button variant="default" onClick={preview.skipRest}>
            Пропустить оставшиеся ({undecided})
          </Button>
        </div>
      )}
      <OccurrenceList occurrences={occurrences} choices={choices} onChoose={preview.choose} />
      {Object.values(choices).includes('skip') && (
        <p role="alert">
          <b>Пропущенные даты останутся без&nbsp;встречи:</b> сессии серии на&nbsp;них удалятся, и&nbsp;вернуть
          их&nbsp;одной кнопкой будет нельзя.
        </p>
      )}
      <KeptSessions keep={keep} ahead={ahead} timeZone={timeZone} />
    </>
  );
}
