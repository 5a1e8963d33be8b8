import { hasCode } from '#web/ground/api/errors.ts';
import { type Press, pressOn, sayTakenBack } from '#web/practice/letters/settling.ts';
import { CHANGED_ELSEWHERE, changeSeen, readState } from '#web/practice/own-profile/change-seen.ts';
import { refreshSessions, type SessionRecord } from '#web/practice/sessions/queries.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** A session before and after a save that moved it. */
export interface SavedMove {
  before: SessionRecord;
  after: SessionRecord;
  silent: boolean;
}

/** What a move can change along with the hour, and its undo takes back. */
type MovedFields = Pick<SessionRecord, 'date' | 'duration' | 'place' | 'status'>;

/** Reports a saved session; one that has moved can go back to its hour (SESSION-17). `to`: where letters about it go. */
export function saySaved(move: SavedMove | null, to: readonly string[]): void {
  if (!move || move.before.date === move.after.date) {
    toast.success('Сессия обновлена');
    return;
  }
  const { before, after, silent } = move;
  const press = pressOn(to, silent, before.date < after.date ? before.date : after.date);
  const undo = { text: 'Вернуть', onPress: () => void moveBack(before, after, press) };
  toast.success('Сессия обновлена', { undo });
}

async function moveBack(before: SessionRecord, after: SessionRecord, press: Press): Promise<void> {
  toast.dismissErrors();
  try {
    const isAsSaved = isSame(await readState(after.id), after);
    const back = { ...movedFields(before), allowOverlap: false };
    if (isAsSaved && (await changeSeen(after, back, press.silent)))
      toast.success(sayTakenBack('Сессия снова на\u00A0прежнем месте', press));
    else toast.info(CHANGED_ELSEWHERE);
  } catch (error) {
    if (hasCode(error, 'date', 'slot_taken')) toast.error('Прежнее время уже занято');
    else failureToast('Ошибка при обновлении сессии', error);
  }
  await refreshSessions();
}

function movedFields({ date, duration, place, status }: MovedFields): MovedFields {
  return { date, duration, place, status };
}

function isSame(one: MovedFields, other: MovedFields): boolean {
  const [first, second] = [movedFields(one), movedFields(other)];
  return JSON.stringify(first) === JSON.stringify(second);
}
