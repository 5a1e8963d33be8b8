import { readClock } from '#web/ground/browser/clock.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import { showDayAndMonth } from '#web/ground/format/dates.ts';
import { counted, type Forms, plural, SESSIONS } from '#web/ground/format/plural.ts';
import { changeTogether, inPieces } from '#web/practice/availability/use-cancelling.ts';
import { CHANGED_ELSEWHERE } from '#web/practice/own-profile/change-seen.ts';
import { awaitsMark, type DaySession } from '#web/practice/sessions/day/day.ts';
import { readOpenOfDay } from '#web/practice/sessions/day/queries.ts';
import { refreshSessions } from '#web/practice/sessions/queries.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const TOOK_PLACE: Forms = { one: 'Состоялась', few: 'Состоялись', many: 'Состоялось' };

/**
 * Marks all sessions of a day that wait for a mark as held, shown or not, and reports their number; the toast offers an
 * undo. Sessions that another window changes meanwhile are left alone.
 */
export async function markDay(day: Temporal.PlainDate, timeZone: string): Promise<void> {
  try {
    const now = readClock();
    const waiting = (await readOpenOfDay(day, timeZone)).filter((session) => awaitsMark(session, now));
    const marked: DaySession[] = [];
    try {
      await change(waiting, 'completed', marked);
    } finally {
      if (marked.length > 0) sayMarked(marked, showDayAndMonth(day));
    }
    if (marked.length < waiting.length) toast.info(CHANGED_ELSEWHERE);
  } catch (error) {
    failureToast('Ошибка при обновлении сессии', error);
  }
  await refreshSessions();
}

function sayMarked(marked: readonly DaySession[], day: string): void {
  const words = `${counted(marked.length, SESSIONS)}, ${day.replace(' ', '\u00A0')}`;
  const undo = { text: 'Вернуть', onPress: () => void takeBack(marked) };
  toast.success(`${plural(marked.length, TOOK_PLACE)} ${words}`, { undo });
}

async function takeBack(marked: readonly DaySession[]): Promise<void> {
  const restored: DaySession[] = [];
  try {
    for (const status of ['scheduled', 'reserved'] as const) {
      const former = marked.filter((session) => session.status === status);
      await change(
        former.map((session) => ({ ...session, status: 'completed' })),
        status,
        restored,
      );
    }
    if (restored.length > 0) toast.success(`Отметка снята: ${counted(restored.length, SESSIONS)}`);
    if (restored.length < marked.length) toast.info(CHANGED_ELSEWHERE);
  } catch (error) {
    failureToast('Ошибка при обновлении сессии', error);
  }
  await refreshSessions();
}

/** Changes those sessions that are still as shown in this window, and adds each changed one to `done`. */
async function change(sessions: readonly DaySession[], status: SessionStatus, done: DaySession[]): Promise<void> {
  const seen = sessions.map((session) => ({ ...session, date: printInstant(session.start) }));
  for (const piece of inPieces(seen)) done.push(...(await changeTogether(piece, status)));
}
