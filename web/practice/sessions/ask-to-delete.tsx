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
  /** Where letters to the client go. */
  to: readonly string[];
  onDeleting: (deleting: boolean) => void;
  /** The session is gone. */
  onDeleted: () => void;
  /** Its series has ended, and left it as it is. */
  onStays: () => void;
}

/** Deletes a session after a question, of a series also those after it; the toast takes that back (SESSION-03, SERIES-06). */
export async function askToDelete(session: SessionRecord, deletion: Deletion): Promise<void> {
  // A second press before the question is drawn asks nothing more.
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

/** What this tab knows of a session by now. */
function newestOf(session: SessionRecord): SessionRecord {
  return queryClient.getQueryData(sessionQuery(session.id).queryKey) ?? session;
}

/** Asks about an occurrence as it is by now: a change of its series can make it one of another, at another hour. */
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

/** Whose session is deleted and when it is, as the dialog below reads it again. */
function Newest({ session, timeZone }: { session: SessionRecord; timeZone: string }) {
  const { data = session } = useQuery({ ...sessionQuery(session.id), enabled: false });
  return <p>{whoAndWhen(data, timeZone)}.</p>;
}

/** Whether a price holds for a session that is not held yet: only then is it asked for payments. */
function costs({ price, expand }: SessionRecord): boolean {
  const usual = queryClient.getQueryData(profileQuery().queryKey)?.price;
  return (price ?? expand?.client?.price ?? usual ?? null) !== null;
}

/** The letter that deleting a session alone sends. */
function letterOf(session: SessionRecord) {
  const told = queryClient.getQueryData(toldQuery([session.id]).queryKey);
  const known = { letters: lettersOf(session), isTold: told?.includes(session.id) };
  return letterOfSession(session, null, known, readClock().epochMilliseconds);
}

/** Whether its client should know of it. */
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
