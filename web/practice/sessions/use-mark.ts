import { useMutation } from '@tanstack/react-query';
import { SESSION_STATUS_LABEL, type SessionStatus } from '#domain/sessions/session.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import { showDate, showTime } from '#web/ground/format/dates.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { CHANGED_ELSEWHERE, changeSeen, readState, type SeenSession } from '#web/practice/own-profile/change-seen.ts';
import type { Mark } from '#web/practice/sessions/actions.ts';
import type { DaySession } from '#web/practice/sessions/day/day.ts';
import { refreshSessions } from '#web/practice/sessions/queries.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** By the words that confirm them. A client who did not come holds the time no more than one who cancelled. */
const MARKS = {
  Состоялась: { status: 'completed' },
  'Клиент не\u00A0пришёл': { status: 'canceled', outcome: 'no_show' },
  Отменена: { status: 'canceled' },
} as const satisfies Record<string, Mark>;

/** Marks what became of a session. Each mark can be taken back. */
export function useMark({ id, status, start, client }: Pick<DaySession, 'id' | 'status' | 'start' | 'client'>) {
  const timeZone = useTimeZone();
  const what = `${showTime(start.toZonedDateTimeISO(timeZone))}, ${client}`;
  const mark = async (from: SessionStatus, next: Mark, done: () => void) => {
    try {
      const seen = { id, date: printInstant(start), status: from };
      // Undoing a cancellation takes back its own time, over what is there.
      if (!(await changeSeen(seen, { ...next, allowOverlap: true }))) {
        toast.info(wordsOf(await readState(id), client, timeZone), { title: CHANGED_ELSEWHERE });
        void refreshSessions();
        return;
      }
    } catch (error) {
      failureToast('Ошибка при обновлении сессии', error);
      void refreshSessions();
      return;
    }
    done();
    // Until the row shows it, another press is the same one.
    await refreshSessions();
  };
  const undo = (from: SessionStatus) => void mark(from, { status }, () => toast.success(`Отметка снята: ${what}`));
  const marking = useMutation({
    mutationFn: (word: keyof typeof MARKS) =>
      mark(status, MARKS[word], () =>
        toast.success(`${word}: ${what}`, { undo: { text: 'Вернуть', onPress: () => undo(MARKS[word].status) } }),
      ),
  });
  return { what, marking };
}

/** «Теперь там: 24.11.2026 10:00, Анна, Отмена…» */
function wordsOf({ date, status }: Omit<SeenSession, 'id'>, client: string, timeZone: string): string {
  const start = parseStoredInstant(date).toZonedDateTimeISO(timeZone);
  const now = [`${showDate(start)} ${showTime(start)}`, client, SESSION_STATUS_LABEL[status]].join(', ');
  return `Теперь там: ${now}. Отметка не\u00A0поставлена.`;
}
