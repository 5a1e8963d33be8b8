import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionStatus } from '#domain/sessions/session.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import type { AffectedSession } from '#web/practice/availability/affected-sessions.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { type Press, pressOn, sayTakenBack } from '#web/practice/letters/settling.ts';
import {
  CHANGED_ELSEWHERE,
  changeSeen,
  type SeenChanges,
  type SeenSession,
} from '#web/practice/own-profile/change-seen.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { pb, quietly } from '#web/ground/api/client.ts';

/** The size of one batch, which the server handles quickly. */
const TOGETHER = 20;

/** Makes the same change to several sessions. Throws, and changes none, if one of them is no longer as `seen`. */
async function changeAllSeen(sessions: readonly SeenSession[], changes: SeenChanges, silent: boolean): Promise<void> {
  const batch = pb.createBatch();
  for (const { id, date, status } of sessions) {
    batch.collection('sessions').update(id, { ...changes, seen: { date, status } }, quietly(silent));
  }
  await batch.send();
}

/** Cancels or restores one session; each row has its own mutation, so that none waits for another. */
export function useStatusChange() {
  const changing = useMutation({
    mutationFn: ({ session, status, silent }: { session: AffectedSession; status: SessionStatus; silent: boolean }) =>
      changeStatus(session, status, silent),
    onSuccess: (isDone) => !isDone && toast.info(CHANGED_ELSEWHERE),
    onError: (error) => failureToast('Ошибка при обновлении сессии', error),
    // Pending until the row has been refetched, so that another press is ignored.
    onSettled: () => readAgain(['sessions']),
  });
  return {
    change: (session: AffectedSession, status: SessionStatus, silent: boolean) =>
      submitOnce(changing, { session, status, silent }),
    isChanging: changing.isPending,
  };
}

/** Cancels many sessions, with an undo. `onAll` runs after a complete run; `to` are the addresses for its letters. */
export function useCancelling({ to, silent, onAll }: { to: readonly string[]; silent: boolean; onAll: () => void }) {
  const refresh = () => readAgain(['sessions']);
  /** The progress of a run through many sessions. */
  const [progress, setProgress] = useState({ done: 0, of: 0 });

  const restoreSessions = async (canceled: readonly AffectedSession[], press: Press) => {
    try {
      let count = 0;
      for (const status of ['scheduled', 'reserved'] as const) {
        const seen = canceled.filter((session) => session.status === status);
        for (const piece of inPieces(seen)) {
          count += (
            await changeTogether(
              piece.map((session) => ({ ...session, status: 'canceled' })),
              status,
              press.silent,
            )
          ).length;
        }
      }
      const isWhole = count === canceled.length;
      // If some sessions stay cancelled, their clients may still get a letter.
      if (count > 0) toast.success(sayTakenBack(`Возвращено: ${counted(count, SESSIONS)}`, isWhole ? press : null));
      if (!isWhole) toast.info(CHANGED_ELSEWHERE);
    } catch (error) {
      failureToast('Не\u00A0удалось вернуть сессии', error);
    }
    await refresh();
  };

  const all = useMutation({
    mutationFn: async (sessions: readonly AffectedSession[]) => {
      const canceled: AffectedSession[] = [];
      const of = sessions.length;
      setProgress({ done: 0, of });
      for (const piece of inPieces(sessions)) {
        canceled.push(...(await changeTogether(piece, 'canceled', silent)));
        setProgress({ done: canceled.length, of });
      }
      return canceled;
    },
    onSuccess: (canceled) => {
      const press = pressOn(to, silent, canceled[0]?.date);
      const undo = { text: 'Вернуть', onPress: () => void restoreSessions(canceled, press) };
      if (canceled.length > 0) toast.success(`Отменено: ${counted(canceled.length, SESSIONS)}`, { undo });
      onAll();
    },
    onSettled: refresh,
  });
  return {
    cancelAll: (sessions: readonly AffectedSession[]) => submitOnce(all, sessions),
    isRunning: all.isPending,
    progress,
    /** Why the last run stopped early. */
    failure: all.error,
  };
}

export function inPieces<Session>(sessions: readonly Session[]): Session[][] {
  return Array.from({ length: Math.ceil(sessions.length / TOGETHER) }, (_, part) =>
    sessions.slice(part * TOGETHER, (part + 1) * TOGETHER),
  );
}

/**
 * Changes a batch at once or, if another window has changed or deleted one of its sessions, one by one; returns those
 * it changed.
 */
export async function changeTogether<Session extends SeenSession>(
  piece: readonly Session[],
  status: SessionStatus,
  silent = false,
): Promise<Session[]> {
  try {
    await changeAllSeen(piece, { status, allowOverlap: true }, silent);
    return [...piece];
  } catch (error) {
    if (statusOf(error) !== 400) throw error;
    const changed: Session[] = [];
    for (const session of piece) {
      if (await changeStatus(session, status, silent).catch(unlessGone)) changed.push(session);
    }
    return changed;
  }
}

/** Cancels a session or restores it at its own time, even if that is taken now. */
function changeStatus({ id, date, status }: SeenSession, next: SessionStatus, silent: boolean): Promise<boolean> {
  return changeSeen({ id, date, status }, { status: next, allowOverlap: true }, silent);
}

/** A session that was deleted meanwhile counts as not changed. */
function unlessGone(error: unknown): boolean {
  if (statusOf(error) !== 404) throw error;
  return false;
}
