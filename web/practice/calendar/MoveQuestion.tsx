import type { StoredInstant } from '#domain/time/instant.ts';
import { nameOfClient } from '#web/practice/calendar/client-name.ts';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';
import { showTime } from '#web/ground/format/dates.ts';
import { showMoment } from '#web/practice/calendar/show-moment.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';

interface MoveQuestionProps {
  session: CalendarSession;
  to: StoredInstant;
  /** The overlapping time; null if only the server knows it. */
  overlap: HeldSpan | null;
  timeZone: string;
}

/** What the moved session would overlap. */
export function MoveQuestion({ session, to, overlap, timeZone }: MoveQuestionProps) {
  return (
    <>
      <p>
        <WhatIsThere overlap={overlap} timeZone={timeZone} />
      </p>
      <p>
        <strong translate="no">{nameOfClient(session, 'whole')}</strong>
        <br />
        Было: {showMoment(session.date, timeZone)}
        <br />
        Будет: {showMoment(to, timeZone)}
      </p>
      <p>Перенести сессию?</p>
    </>
  );
}

function WhatIsThere({ overlap, timeZone }: { overlap: HeldSpan | null; timeZone: string }) {
  if (!overlap) return 'Здесь уже что-то запланировано.';
  const [start, end] = [overlap.start, overlap.end].map((moment) => showTime(moment.toZonedDateTimeISO(timeZone)));
  return (
    <>
      Время пересекается {overlap.kind === 'request' ? 'с\u00A0новой заявкой' : 'с\u00A0другой сессией'}:{' '}
      <span className="nowrap">
        {start}–{end}
      </span>
      {overlap.name && ', '}
      <bdi>{overlap.name}</bdi>.
    </>
  );
}
