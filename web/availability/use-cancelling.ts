import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { statusOf } from '#web/api/errors.ts';
import { setStatus } from '#web/availability/actions.ts';
import type { MetSession } from '#web/availability/met-sessions.ts';
import { counted, SESSIONS } from '#web/format/plural.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const SESSIONS_KEY = { queryKey: ['sessions'] };

/** How far a run through many sessions has come. */
export interface Progress {
  done: number;
  of: number;
}

/**
 * Cancels sessions one after the other and plans them again. `stillMet` says of each, right before its turn, whether it
 * is still to be cancelled: another window can have changed it meanwhile.
 */
export function useCancelling(stillMet: (id: string) => boolean, onAll: () => void) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(SESSIONS_KEY);
  const [progress, setProgress] = useState<Progress | null>(null);

  const giveBack = async (sessions: readonly MetSession[]) => {
    try {
      for (const { id, status } of sessions) await setStatus(id, status).catch(unlessGone);
      toast.success(`Снова ${sessions.length === 1 ? 'запланирована' : 'запланированы'}: ${numberOf(sessions)}`);
    } catch (error) {
      failureToast('Не\u00A0удалось вернуть сессии', error);
    }
    await refresh();
  };

  const one = useMutation({
    mutationFn: async ({ id, status }: Pick<MetSession, 'id' | 'status'>) => {
      await setStatus(id, status);
    },
    onError: (error) => failureToast('Ошибка при обновлении сессии', error),
    // Until the row shows it, another press is the same one.
    onSettled: refresh,
  });
  const all = useMutation({
    mutationFn: async (sessions: readonly MetSession[]) => {
      const canceled: MetSession[] = [];
      setProgress({ done: 0, of: sessions.length });
      try {
        for (const session of sessions) {
          if (stillMet(session.id)) {
            await setStatus(session.id, 'canceled').then(() => canceled.push(session), unlessGone);
          }
          setProgress({ done: canceled.length, of: sessions.length });
        }
      } finally {
        await refresh();
      }
      return canceled;
    },
    onSuccess: (canceled) => {
      const action = { text: 'Вернуть', onPress: () => void giveBack(canceled) };
      if (canceled.length > 0) toast.success(`Отменено: ${numberOf(canceled)}`, { action });
      onAll();
    },
  });
  return {
    change: (session: Pick<MetSession, 'id' | 'status'>) => submitOnce(one, session),
    cancelAll: (sessions: readonly MetSession[]) => submitOnce(all, sessions),
    isRunning: all.isPending,
    progress,
    /** Why the last run has stopped before its end. */
    failure: all.error,
  };
}

function numberOf(sessions: readonly MetSession[]): string {
  return counted(sessions.length, SESSIONS);
}

/** A session that is deleted meanwhile needs nothing more. */
function unlessGone(error: unknown): void {
  if (statusOf(error) !== 404) throw error;
}
