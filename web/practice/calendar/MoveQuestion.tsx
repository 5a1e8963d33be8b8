import { parseStoredInstant, type StoredInstant } from '#domain/time/instant.ts';
import { nameOfClient } from '#web/practice/calendar/client-name.ts';
import { moveLetter } from '#web/practice/calendar/move-letter.ts';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { showDayAndTime, showTime } from '#web/ground/format/dates.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';
import { useNow } from '#web/ui/page/use-now.ts';

interface MoveQuestionProps {
  session: CalendarSession;
  to: StoredInstant;
  /** The overlapping time; null when only the server knows it. */
  overlap: HeldSpan | null;
  timeZone: string;
}

/** Says what a session would be moved onto, and whether its client gets a letter. */
export function MoveQuestion({ session, to, overlap, timeZone }: MoveQuestionProps) {
  const { client_letters } = useProfile();
  const now = useNow().epochMilliseconds;
  const letter = moveLetter(session, parseStoredInstant(to).epochMilliseconds, now, client_letters);
  return (
    <>
      <WhatIsThere overlap={overlap} timeZone={timeZone} /> <span translate="no">{nameOfClient(session, 'whole')}</span>
      , сейчас {showMoment(session.date, timeZone)}. Новое время: {showMoment(to, timeZone)}.
      {letter && ` Клиенту уйдёт письмо: ${letter}.`} Перенести сессию?
    </>
  );
}

/** 'среда, 18 ноября, 12:30' */
export function showMoment(date: StoredInstant, timeZone: string): string {
  return showDayAndTime(parseStoredInstant(date).toZonedDateTimeISO(timeZone));
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
