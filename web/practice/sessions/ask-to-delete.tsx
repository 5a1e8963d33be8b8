import { readClock } from '#web/ground/browser/clock.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '#web/ground/api/query-client.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { OwnLetterLine } from '#web/practice/letters/late-letter-line.ts';
import { toldQuery } from '#web/practice/letters/told.ts';
import { type Press, pressOn, sayTakenBack } from '#web/practice/letters/settling.ts';
import { isAhead } from '#domain/letters/is-ahead.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { isHeld } from '#domain/money/money.ts';
import { profileQuery } from '#web/practice/own-profile/queries.ts';
import type { DeleteQuestionProps } from '#web/practice/series/end/DeleteQuestion.tsx';
import { deleteSession, restoreSession } from '#web/practice/sessions/actions.ts';
import {
  refreshSessions,
  sessionLettersQuery,
  sessionQuery,
  type SessionRecord,
} from '#web/practice/sessions/queries.ts';
import { addressOf, letterOfSession } from '#web/practice/sessions/letter-of-session.ts';
import { whoAndWhen } from '#web/practice/sessions/who-and-when.ts';
import { PaidBox } from '#web/practice/money/PaidBox.tsx';
import { confirmDeletion, deleteRecord } from '#web/ui/dialog/confirm-deletion.ts';
import { hosted, openDialog } from '#web/ui/dialog/hosted.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const DeleteQuestion = lazyDialog(
  async () => (await import('#web/practice/series/end/DeleteQuestion.tsx')).DeleteQuestion,
);

const FAILED = 'Ошибка при удалении сессии';

interface Deletion {
  timeZone: string;
  /** The addresses for letters to the client. */
  to: readonly string[];
  onDeleting: (deleting: boolean) => void;
  /** Called once the session is deleted. */
  onDeleted: () => void;
  /** Called when its series has ended and left it in place. */
  onStays: () => void;
}

/**
 * Deletes a session after a confirmation, which for a series also offers to end it; the toast offers an undo
 * (SESSION-03, SERIES-06).
 */
export async function askToDelete(session: SessionRecord, deletion: Deletion): Promise<void> {
  // Ignores a second press before the confirmation is rendered.
  if (hosted.get().length > 0) return;
  const { timeZone, onDeleting, onDeleted, onStays } = deletion;
  const kind = letterOf(session);
  const line = kind ?? (isPlanned(session) ? 'untold' : null);
  const letters = lettersOf(session);
  const to = deletion.to.map((address) => addressOf(kind, address, letters));
  let silent = false;
  let press: Press | null = null;
  const calls = {
    remove: () => {
      const newest = newestOf(session);
      press = letterOf(newest) && pressOn(to, silent, newest.date);
      return deleteSession(session.id, silent);
    },
    onDeleting,
    refresh: async () => {
      await refreshSessions();
      onDeleted();
    },
    deleted: 'Сессия удалена',
    undo: { text: 'Вернуть', onPress: () => void bringBack(session.id, press) },
  };
  const priced = costs(session);
  const money = priced || isHeld(session) ? { session: session.id, priced } : null;
  if (session.series === '') {
    return confirmDeletion({
      title: 'Удалить сессию?',
      text: (
        <>
          <Newest session={session} timeZone={timeZone} />
          <p>Вы уверены, что хотите удалить эту сессию? Это действие нельзя отменить.</p>
        </>
      ),
      children: (money || (line && to.length > 0)) && (
        <>
          {money && <PaidBox {...money} />}
          {line && to.length > 0 && <OwnLetterLine kind={line} to={to} onSilent={(chosen) => (silent = chosen)} />}
        </>
      ),
      failed: FAILED,
      ...calls,
    });
  }
  onDeleting(true);
  await openDialog((close) => (
    <NewestOccurrence
      money={money}
      session={session}
      timeZone={timeZone}
      onCancel={close}
      onDelete={(silently) => {
        silent = silently;
        return deleteRecord(calls).catch((error: unknown) => failureToast(FAILED, error));
      }}
      onEnded={(stays) => {
        close();
        (stays ? onStays : onDeleted)();
      }}
    />
  ));
  onDeleting(false);
}

/** The session as this tab knows it now. */
function newestOf(session: SessionRecord): SessionRecord {
  return queryClient.getQueryData(sessionQuery(session.id).queryKey) ?? session;
}

/**
 * The confirmation for an occurrence with its current data: a change of its series can move it to another series or
 * time.
 */
function NewestOccurrence({
  session: pressed,
  ...question
}: Omit<DeleteQuestionProps, 'session' | 'who' | 'onConfirming'> & { session: SessionRecord }) {
  const [confirming, setConfirming] = useState(false);
  const { data = pressed } = useQuery({ ...sessionQuery(pressed.id), enabled: !confirming });
  const session = data.series === '' ? pressed : data;
  const who = whoAndWhen(session, question.timeZone);
  return (
    <DeleteQuestion
      key={session.series}
      opened
      {...question}
      session={session}
      who={who}
      onConfirming={setConfirming}
    />
  );
}

/** The client and the time, as updated by the dialog beneath. */
function Newest({ session, timeZone }: { session: SessionRecord; timeZone: string }) {
  const { data = session } = useQuery({ ...sessionQuery(session.id), enabled: false });
  return <p>{whoAndWhen(data, timeZone)}.</p>;
}

/** Whether a price applies to a session that is not held yet; only then its payments are queried. */
function costs({ price, expand }: SessionRecord): boolean {
  const usual = queryClient.getQueryData(profileQuery().queryKey)?.price;
  return (price ?? expand?.client?.price ?? usual ?? null) !== null;
}

/** The letter that deleting only this session sends. */
function letterOf(session: SessionRecord) {
  const told = queryClient.getQueryData(toldQuery([session.id]).queryKey);
  const known = { letters: lettersOf(session), isTold: told?.includes(session.id) };
  return letterOfSession(session, null, known, readClock().epochMilliseconds);
}

/** Whether the client should be notified of its cancellation. */
function isPlanned({ date, status }: SessionRecord): boolean {
  const startMs = parseStoredInstant(date).epochMilliseconds;
  return isAhead({ status, startMs }, readClock().epochMilliseconds);
}

function lettersOf({ id }: SessionRecord) {
  return queryClient.getQueryData(sessionLettersQuery(id).queryKey);
}

async function bringBack(session: string, press: Press | null): Promise<void> {
  try {
    await restoreSession(session, press?.silent ?? false);
    toast.success(sayTakenBack('Сессия возвращена', press));
  } catch (error) {
    failureToast('Ошибка при создании сессии', error);
  }
  await refreshSessions();
}
