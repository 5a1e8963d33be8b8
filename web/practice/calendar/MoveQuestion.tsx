import { useState } from 'react';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { nameOfClient } from '#web/practice/calendar/client-name.ts';
import { moveLetter } from '#web/practice/calendar/move-letter.ts';
import { showMoment } from '#web/practice/calendar/use-move-session.ts';
import type { AskedMove } from '#web/practice/calendar/use-move-session.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { showTime } from '#web/ground/format/dates.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';
import { useNow } from '#web/ui/page/use-now.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';

interface MoveQuestionProps {
  /** The move to confirm; null closes the dialog. */
  asked: AskedMove | null;
  timeZone: string;
  onConfirm: () => Promise<void>;
  onCancel: () => void;
}

/** Asks whether to move a session to time that is already taken. */
export function MoveQuestion({ asked, timeZone, onConfirm, onCancel }: MoveQuestionProps) {
  // Stays set while the dialog animates out.
  const [about, setAbout] = useState(asked);
  if (asked && asked !== about) setAbout(asked);
  const { client_letters } = useProfile();
  const now = useNow().epochMilliseconds;
  if (!about) return null;
  const startMs = parseStoredInstant(about.to).epochMilliseconds;
  const letter = moveLetter(about.session, startMs, now, client_letters);
  return (
    <ConfirmDialog
      opened={asked !== null}
      title="Это время уже занято"
      confirmText="Перенести с&nbsp;пересечением"
      destructive={false}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <WhatIsThere overlap={about.overlap} timeZone={timeZone} /> {nameOfClient(about.session, 'whole')}, сейчас{' '}
      {showMoment(about.session.date, timeZone)}. Новое время: {showMoment(about.to, timeZone)}.
      {letter && ` Клиенту уйдёт письмо: ${letter}.`} Перенести сессию?
    </ConfirmDialog>
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
      {overlap.name && `, ${overlap.name}`}.
    </>
  );
}
