import { useMutation } from '@tanstack/react-query';
import { type SessionOutcome, type SessionStatus, statusInWords } from '#domain/sessions/session.ts';
import { readClock } from '#web/ground/browser/clock.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import { showDate, showTime } from '#web/ground/format/dates.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { type Press, sayTakenBack } from '#web/practice/letters/settling.ts';
import { CHANGED_ELSEWHERE, changeSeen, readState } from '#web/practice/own-profile/change-seen.ts';
import type { Mark } from '#web/practice/sessions/actions.ts';
import type { DaySession } from '#web/practice/sessions/day/day.ts';
import { refreshSessions, type SessionRecord } from '#web/practice/sessions/queries.ts';
import { shownClient } from '#web/practice/sessions/shown-client.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** By the word in the confirmation. A missed session frees its time, like a cancelled one. */
const MARKS = {
  Состоялась: { status: 'completed' },
  Неявка: { status: 'canceled', outcome: 'no_show' },
  Отменена: { status: 'canceled' },
  'Поздняя отмена': { status: 'canceled', outcome: 'late' },
  'Обычная отмена': { status: 'canceled', outcome: '' },
} as const satisfies Record<string, Mark>;

export type MarkWord = keyof typeof MARKS;

export interface Marking {
  word: MarkWord;
  /** The press, for a session to come whose mark sends a letter. */
  press?: Press | null;
  silent?: boolean;
  onDone?: () => void;
}

type Marked = Pick<DaySession, 'id' | 'status' | 'outcome' | 'start' | 'client'>;

/** Marks the result of a session. Each mark can be undone. */
export function useMark({ id, status, outcome, start, client }: Marked) {
  const timeZone = useTimeZone();
  const { cancel_hours } = useProfile();
  const what = `${showTime(start.toZonedDateTimeISO(timeZone))}, ${client}`;
  const mark = async (from: SessionStatus, next: Mark, done: () => void, silent = false) => {
    try {
      const seen = { id, date: printInstant(start), status: from };
      // Undoing a cancellation takes its own time back, even if that is taken now.
      if (!(await changeSeen(seen, { ...next, allowOverlap: true }, silent))) {
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
    // Pending until the row has been refetched, so that another press is ignored.
    await refreshSessions();
  };
  const before = status === 'canceled' ? { status, outcome: ownOutcome(outcome) } : { status };
  const undo = (from: SessionStatus, press: Press | null) =>
    void mark(from, before, () => toast.success(sayTakenBack(`Отметка снята: ${what}`, press)), press?.silent);
  const marking = useMutation({
    mutationFn: ({ word, press = null, silent = false, onDone }: Marking) => {
      const sayDone = (done: MarkWord) => {
        const onPress = () => undo(MARKS[done].status, press);
        const late = { text: 'Считать поздней', onPress: () => void sayLate() };
        const isLate = done === 'Отменена' && isLateBy(start, cancel_hours, readClock());
        toast.success(`${done}: ${what}`, { undo: { text: 'Вернуть', onPress }, ...(isLate && { action: late }) });
      };
      const sayLate = () => mark('canceled', MARKS['Поздняя отмена'], () => sayDone('Поздняя отмена'));
      const finish = () => {
        sayDone(word);
        onDone?.();
      };
      return mark(status, MARKS[word], finish, silent);
    },
  });
  return { what, marking };
}

/** The same for a stored session. */
export function useSessionMark(session: SessionRecord) {
  const { id, status, outcome, date } = session;
  return useMark({ id, status, outcome, start: parseStoredInstant(date), client: shownClient(session) });
}

/** The outcome that the practitioner could have set; only the server sets who cancelled. */
function ownOutcome(outcome: SessionOutcome): Mark['outcome'] & string {
  return outcome === 'late' || outcome === 'no_show' ? outcome : '';
}

/** Whether a cancellation at `now` is late by the practitioner's own rule for clients (MONEY-02). */
export function isLateBy(start: Temporal.Instant, hours: number, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, start.subtract({ hours })) > 0;
}

/** «Теперь там: 24.11.2026 10:00, Анна, Отмена…» */
function wordsOf(
  { date, status, outcome }: Awaited<ReturnType<typeof readState>>,
  client: string,
  timeZone: string,
): string {
  const start = parseStoredInstant(date).toZonedDateTimeISO(timeZone);
  const now = [`${showDate(start)} ${showTime(start)}`, client, statusInWords({ status, outcome })].join(', ');
  return `Теперь там: ${now}. Отметка не\u00A0поставлена.`;
}
