import { useQueryClient } from '@tanstack/react-query';
import { isDayOff } from '#domain/availability/days-off.ts';
import { printInstant } from '#domain/time/instant.ts';
import { beginAttempt, keepAttempt } from '#web/practice/record-form/attempts.ts';
import { hasCode } from '#web/ground/api/errors.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { type Press, pressOn, sayTakenBack } from '#web/practice/letters/settling.ts';
import { openMessage } from '#web/practice/messages/open-message.tsx';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { addSession, deleteSession } from '#web/practice/sessions/actions.ts';
import { refreshSessions } from '#web/practice/sessions/queries.ts';
import { showMomentOn } from '#web/practice/sessions/taken-hour.ts';
import type { Choice } from '#web/practice/sessions/TakenHour.tsx';
import { openDialog } from '#web/ui/dialog/hosted.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const TakenHour = lazyDialog(async () => (await import('#web/practice/sessions/TakenHour.tsx')).TakenHour);

/** A session to plan with a single press. */
interface Wish {
  client: string;
  start: Temporal.ZonedDateTime;
  /** Minutes. */
  duration: number;
  /** The addresses for the letter about it. */
  to: readonly string[];
  silent: boolean;
  /** Called when the press is undone. */
  onUndone?: () => void;
}

export interface Planned {
  id: string;
  start: Temporal.ZonedDateTime;
}

/**
 * Plans a session if its time is free; otherwise, or on a day off, opens a dialog (SESSION-17). Resolves to the planned
 * session, or null if the practitioner chose none. A time outside the working hours is planned without asking, because
 * the repeated session was there as well.
 */
export function usePlanning(): (wish: Wish) => Promise<Planned | null> {
  const queryClient = useQueryClient();
  const { days_off } = useProfile();

  const undo = async (id: string, press: Press, onUndone?: () => void) => {
    onUndone?.();
    try {
      await deleteSession(id, press.silent);
      toast.success(sayTakenBack('Сессия удалена', press));
    } catch (error) {
      failureToast('Ошибка при удалении сессии', error);
    }
    await refreshSessions();
  };

  return async (wish) => {
    // One id until the session is planned, also across a reload, so that a retry after a lost response does not create
    // a second one.
    const name = `plan-${wish.client}`;
    const content = `${printInstant(wish.start.toInstant())} ${wish.duration}`;
    const book = async ({ start, allowOverlap, silent }: Choice): Promise<Planned | null> => {
      const date = printInstant(start.toInstant());
      const body = { date, duration: wish.duration, status: 'scheduled' } as const;
      const attempt = beginAttempt(name, content);
      try {
        await addSession(wish.client, attempt, { ...body, ...(allowOverlap && { allowOverlap }) }, silent);
      } catch (error) {
        if (hasCode(error, 'date', 'slot_taken')) return null;
        throw error;
      }
      keepAttempt(name, null);
      const press = pressOn(wish.to, silent, date);
      toast.success(`Запланировано на\u00A0${showMomentOn(start)}`, {
        undo: { text: 'Отменить', onPress: () => void undo(attempt.id, press, wish.onUndone) },
        action: {
          text: 'Сообщение',
          onPress: () => openMessage({ client: wish.client, about: { id: attempt.id }, kind: 'planned' }),
        },
      });
      return { id: attempt.id, start };
    };

    const { client, start, duration, to, silent } = wish;
    const isOff = isDayOff(start.toPlainDate(), days_off);
    const made = isOff ? null : await book({ start, allowOverlap: false, silent });
    if (made) return made;
    const chosen = await openDialog<Planned>((close) => (
      <TakenHour
        opened
        client={client}
        wish={start}
        duration={duration}
        to={to}
        silent={silent}
        onChoose={async (choice) => {
          const planned = await book(choice);
          if (planned) close(planned);
          // Taken meanwhile: the dialog refetches the free times.
          else await queryClient.invalidateQueries({ queryKey: ['sessions'] });
        }}
        onClose={() => close()}
      />
    ));
    return chosen ?? null;
  };
}
