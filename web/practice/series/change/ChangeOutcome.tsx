import { Button } from '@mantine/core';
import type { AheadSession } from '#web/practice/series/change/ahead.ts';
import { refusalOf } from '#web/practice/series/change/change-preview.ts';
import { KeptSessions } from '#web/practice/series/change/KeptSessions.tsx';
import type { useChangePreview } from '#web/practice/series/change/use-change-preview.ts';
import { OccurrenceList } from '#web/practice/series/preview/OccurrenceList.tsx';
import { showUndecided } from '#web/practice/series/preview/preview-words.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

interface ChangeOutcomeProps {
  preview: ReturnType<typeof useChangePreview>;
  /** The edited session, which changes in any case. */
  except: string;
  ahead: readonly AheadSession[];
  timeZone: string;
}

/** What a change of a series does: what has to be decided, what moves, and what stays (SERIES-05). */
export function ChangeOutcome({ preview, except, ahead, timeZone }: ChangeOutcomeProps) {
  const { data, error, choices, undecided } = preview;
  const refusal = refusalOf(error);
  if (refusal) return <InlineBox kind="error">{refusal}</InlineBox>;
  if (error) {
    return <ErrorState title="Не&nbsp;удалось проверить даты" onRetry={() => void preview.refetch()} />;
  }
  if (!data) return <LoadingCards text="Проверяем даты..." columns={1} count={1} />;
  const { occurrences, keep } = data;
  return (
    <>
      {preview.changed && (
        <InlineBox kind="info" announce>
          Пока вы&nbsp;решали, расписание изменилось. Даты проверены заново.
        </InlineBox>
      )}
      <p role="status">{showUndecided(occurrences, undecided)}</p>
      {undecided > 0 && (
        <div>
          <Button variant="default" onClick={preview.skipRest}>
            Пропустить оставшиеся ({undecided})
          </Button>
        </div>
      )}
      <OccurrenceList occurrences={occurrences} choices={choices} onChoose={preview.choose} />
      <KeptSessions keep={keep.filter(({ session }) => session !== except)} ahead={ahead} timeZone={timeZone} />
    </>
  );
}
