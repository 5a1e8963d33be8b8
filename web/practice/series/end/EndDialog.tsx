import { useState } from 'react';
import { capital, showDate, zoned } from '#web/ground/format/dates.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { NO_SUCH_DATE } from '#web/ground/format/typed-date.ts';
import type { AheadSession } from '#web/practice/series/change/ahead.ts';
import { showRemoval } from '#web/practice/series/change/change-words.ts';
import { KeptSessions } from '#web/practice/series/change/KeptSessions.tsx';
import type { Ending } from '#web/practice/series/end/ending.ts';
import { useEnding } from '#web/practice/series/end/use-ending.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { showRule } from '#web/practice/series/words.ts';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { readClock } from '#web/ground/browser/clock.ts';

interface EndDialogProps {
  series: SeriesRecord;
  timeZone: string;
  /** By default the series ends from the day of this session. */
  session: AheadSession | null;
  onClose: () => void;
  onEnded: (ending: Ending) => void;
}

/** Ends a series from a day on; shows beforehand which sessions are removed and which stay (SERIES-06). */
export function EndDialog({ series, timeZone, session, onClose, onEnded }: EndDialogProps) {
  const now = readClock();
  const today = now.toZonedDateTimeISO(series.time_zone).toPlainDate();
  const [day, setDay] = useState(() => [today.toString(), session?.occurrence ?? ''].toSorted().at(-1) ?? '');
  const { ahead, foresee, failed, retry, end, readers, silence } = useEnding(series, timeZone, onEnded);
  const mistake = mistakeIn(day, today);
  const found = mistake ? null : foresee(day);
  return (
    <ConfirmDialog
      title="Завершить серию"
      subtitle={showRule(series, timeZone, now)}
      width={480}
      closeOnClickOutside={false}
      button="Завершить серию"
      disabled={!found}
      onConfirm={() => end(day)}
      onCancel={onClose}
    >
      <DateField label="С&nbsp;какого дня" value={day} onChange={setDay} today={today} error={mistake} />
      {failed ? (
        <ErrorState title="Ошибка при загрузке серии" onRetry={retry} />
      ) : found ? (
        <>
          <p aria-live="polite">{sentence(found, timeZone)}</p>
          <KeptSessions keep={found.stays} ahead={ahead} timeZone={timeZone} />
          <LetterLine
            {...silence}
            kind={found.isTold ? 'series-cancelled' : found.goes.length > 0 ? 'untold' : null}
            to={readers}
          />
        </>
      ) : (
        !mistake && <LoadingCards text="Загрузка..." columns={1} count={1} />
      )}
    </ConfirmDialog>
  );
}

function mistakeIn(day: string, today: Temporal.PlainDate): string | undefined {
  if (day === '') return 'Выберите день';
  if (!readIsoDate(day)) return NO_SUCH_DATE;
  return day < today.toString() ? 'Этот день уже прошёл' : undefined;
}

/** «Удалятся 24 сессии, 2 останутся как есть. С 23.11.2026 по 15.11.2027. …» */
function sentence({ goes, stays }: Ending, timeZone: string): string {
  const words = showRemoval(goes.length, stays.length);
  const last = zoned(goes.at(-1)?.date ?? '', timeZone);
  const first = zoned(goes[0]?.date ?? '', timeZone);
  const range = first && last ? ` С\u00A0${showDate(first)} по\u00A0${showDate(last)}.` : '';
  return `${capital(words)}${range} Новых сессий серия больше не\u00A0добавит.`;
}
