import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { nextWeekly } from '#domain/sessions/weekly.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import { readClock } from '#web/ground/browser/clock.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { refreshSessions, sessionAtQuery, type SessionTimeRecord } from '#web/practice/sessions/queries.ts';
import { showMomentOn } from '#web/practice/sessions/taken-hour.ts';
import { type Planned, usePlanning } from '#web/practice/sessions/use-planning.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface RepeatNextWeekProps {
  session: Repeated;
  /** The address for the letter about it. */
  to: readonly string[];
  silent: boolean;
  describedBy: string | undefined;
}

/** Plans the client's next session a week after this one, with a single press (SESSION-14). */
export function RepeatNextWeek(props: RepeatNextWeekProps) {
  return <Repeat key={props.session.id} {...props} />;
}

function Repeat({ session, to, silent, describedBy }: RepeatNextWeekProps) {
  const { repeat, pending } = useRepeat(session, { to, silent });
  return (
    <Button
      variant="default"
      leftSection={<IconRepeat aria-hidden size={18} stroke={1.6} />}
      onClick={repeat}
      aria-busy={pending || undefined}
      aria-describedby={describedBy}
    >
      Повторить через неделю
    </Button>
  );
}

/** The session to repeat. */
interface Repeated extends Pick<SessionTimeRecord, 'id' | 'date' | 'duration'> {
  client: string;
}

/** Plans the next session of a client, a week after `session` (SESSION-14). */
function useRepeat(
  session: Repeated,
  letter: { to: readonly string[]; silent: boolean },
): { repeat: () => void; pending: boolean } {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const plan = usePlanning();
  const [planned, setPlanned] = useState<Planned | null>(null);
  const { client, duration } = session;

  const sayAlready = ({ id, start }: Planned) =>
    toast.info(`Уже запланировано на\u00A0${showMomentOn(start)}`, {
      action: { text: 'Открыть', onPress: () => void navigate({ to: '/dashboard/sessions', search: { session: id } }) },
    });
  const planning = useMutation({
    mutationFn: async (): Promise<void> => {
      if (planned) {
        sayAlready(planned);
        return;
      }
      const start = nextWeekly(parseStoredInstant(session.date).toZonedDateTimeISO(timeZone), readClock());
      const there = await queryClient.fetchQuery(sessionAtQuery(client, printInstant(start.toInstant())));
      if (there) {
        sayAlready({ id: there.id, start });
        return;
      }
      setPlanned(await plan({ client, start, duration, ...letter, onUndone: () => setPlanned(null) }));
    },
    onError: (error) => failureToast('Ошибка при создании сессии', error),
    onSettled: () => void refreshSessions(),
  });
  return { repeat: () => submitOnce(planning, undefined), pending: planning.isPending };
}
