import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isDayOff } from '#domain/availability/days-off.ts';
import { nextWeekly } from '#domain/sessions/weekly.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import { hasCode } from '#web/ground/api/errors.ts';
import { newRecordId } from '#web/ground/browser/record-id.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { addSession, deleteSession } from '#web/practice/sessions/actions.ts';
import { planAgain, showMomentOn, showPlanned } from '#web/practice/sessions/plan-again.ts';
import { freeTimesQuery, refreshSessions, sessionAtQuery } from '#web/practice/sessions/queries.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** The session to repeat. */
export interface Repeated extends Pick<SessionTimeRecord, 'id' | 'date' | 'duration'> {
  client: string;
}

interface Planned {
  id: string;
  start: Temporal.ZonedDateTime;
}

/** Plans the next session of a client: a week after `session`, or the next free time (SESSION-14). */
export function useRepeat(session: Repeated): { repeat: () => void; pending: boolean } {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const { days_off } = useProfile();
  // One id until a session is planned: a lost response does not lead to a second one.
  const [attempt, setAttempt] = useState({ id: newRecordId(), again: false });
  const [planned, setPlanned] = useState<Planned | null>(null);
  const { client, duration } = session;

  const undo = async ({ id }: Planned) => {
    setPlanned(null);
    try {
      await deleteSession(id);
      toast.success('Сессия удалена');
    } catch (error) {
      failureToast('Ошибка при удалении сессии', error);
    }
    await refreshSessions();
  };
  const sayAlready = ({ id, start }: Planned) =>
    toast.info(`Уже запланировано на\u00A0${showMomentOn(start)}`, {
      action: { text: 'Открыть', onPress: () => void navigate({ to: '/dashboard/sessions', search: { session: id } }) },
    });

  const plan = async (): Promise<void> => {
    if (planned) return sayAlready(planned);
    const wish = nextWeekly(parseStoredInstant(session.date).toZonedDateTimeISO(timeZone), Temporal.Now.instant());
    const there = await queryClient.fetchQuery(sessionAtQuery(client, printInstant(wish.toInstant())));
    if (there) return sayAlready({ id: there.id, start: wish });
    const start = await planAgain(wish, {
      isDayOff: (date) => isDayOff(date, days_off),
      freeTimes: (date) => queryClient.fetchQuery({ ...freeTimesQuery(date.toString(), duration, null), staleTime: 0 }),
      book: async (moment) => {
        const body = { date: printInstant(moment), duration, status: 'scheduled' } as const;
        try {
          await addSession(client, attempt, body);
          return true;
        } catch (error) {
          if (hasCode(error, 'date', 'slot_taken')) return false;
          setAttempt({ ...attempt, again: true });
          throw error;
        }
      },
    });
    if (!start) {
      toast.info('В\u00A0ближайшие две недели свободного времени нет. День и\u00A0время можно выбрать в\u00A0форме.');
      return;
    }
    const made = { id: attempt.id, start };
    setPlanned(made);
    setAttempt({ id: newRecordId(), again: false });
    toast.success(showPlanned(start, wish, isDayOff(wish.toPlainDate(), days_off)), {
      undo: { text: 'Отменить', onPress: () => void undo(made) },
    });
  };
  const planning = useMutation({
    mutationFn: plan,
    onError: (error) => failureToast('Ошибка при создании сессии', error),
    onSettled: () => void refreshSessions(),
  });
  return { repeat: () => submitOnce(planning, undefined), pending: planning.isPending };
}
