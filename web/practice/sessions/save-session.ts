import { hasCode } from '#web/ground/api/errors.ts';
import { type Press, pressOn, sayTakenBack } from '#web/practice/letters/settling.ts';
import { CHANGED_ELSEWHERE, changeSeen, readState } from '#web/practice/own-profile/change-seen.ts';
import { refreshSessions, type SessionRecord } from '#web/practice/sessions/queries.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import type { RecordRules } from '#web/practice/record-form/save-record.ts';
import { type Agreed, changeSeries, createSeries, type SeriesRequest } from '#web/practice/series/calls.ts';
import type { AgreedChange } from '#web/practice/series/change/ChangeQuestion.tsx';
import { addSession, changeSession, firstOfSeries } from '#web/practice/sessions/actions.ts';
import { changesOf, creationOf, isText, type SessionForm } from '#web/practice/sessions/session-form.ts';
import { noteSaved } from '#web/ui/page/just-saved.ts';

/** What the practitioner agreed to before the save: a new series as previewed, or a change of several sessions. */
export type Agreement = { newSeries: { wish: SeriesRequest; agreed: Agreed } } | { change: AgreedChange };

interface SessionSave {
  /** The client of a new session; absent when editing. */
  client: string | undefined;
  timeZone: string;
  /** Whether these fields may overlap taken time on purpose. */
  onPurpose: (fields: SessionForm) => boolean;
  /** null if only this session is saved. */
  agreement: Agreement | null;
  /** Sends no letters to the client. */
  silent: boolean;
}

/** The results of a save that have to be reported. */
interface Done {
  /** How many sessions of a new series were created. */
  made: number | null;
  /** Reports a changed series. */
  sayChanged: (() => void) | null;
  /** The change of the session itself. */
  move: SavedMove | null;
}

/** Fields that belong to the session itself, not to its series. */
function isOwn(field: keyof SessionForm): boolean {
  return isText(field) || field === 'place' || field === 'price';
}

/** The requests of one save: first what was agreed for the series, then the remaining changes of the session itself. */
export function sessionSave({ client, timeZone, onPurpose, agreement, silent }: SessionSave) {
  const done: Done = { made: null, sayChanged: null, move: null };
  const overlap = (fields: SessionForm): { allowOverlap?: true } => (onPurpose(fields) ? { allowOverlap: true } : {});

  const create: RecordRules<SessionForm, SessionRecord>['create'] = async (attempt, fields) => {
    if (agreement && 'newSeries' in agreement) {
      const { wish, agreed } = agreement.newSeries;
      const made = await createSeries(attempt.id, wish, agreed, silent);
      done.made = made.created;
      return noteSaved(await firstOfSeries(wish, made));
    }
    if (client === undefined) throw new TypeError('a session without a client');
    await addSession(client, attempt, { ...creationOf(fields, timeZone), ...overlap(fields) }, silent);
    noteSaved(attempt.id);
  };

  const change: RecordRules<SessionForm, SessionRecord>['change'] = async (changes, newest, fields) => {
    const left = { ...changes };
    // Only for the first request of a save: values typed meanwhile concern only the session.
    if (agreement && 'change' in agreement && !done.sayChanged) {
      const { series, wish, agreed, leavesThis, report } = agreement.change;
      const counts = await changeSeries(series, wish, agreed, silent);
      done.sayChanged = () => report(counts);
      for (const field of keysOf(left)) if (!leavesThis && !isOwn(field)) delete left[field];
    }
    if (keysOf(left).length === 0) return;
    const after = await changeSession(newest.id, { ...changesOf(left, fields, timeZone), ...overlap(fields) }, silent);
    // A save can send several requests, because values typed meanwhile are saved too.
    done.move = { before: done.move?.before ?? newest, after, silent };
    return after;
  };

  return { done, create: client === undefined ? undefined : create, change };
}

/** A session before and after a save that moved it. */
interface SavedMove {
  before: SessionRecord;
  after: SessionRecord;
  silent: boolean;
}

/** The fields that a move can change, and that its undo restores. */
type MovedFields = Pick<SessionRecord, 'date' | 'duration' | 'place' | 'status'>;

/** Reports a saved session; a moved one can be moved back (SESSION-17). `to`: the addresses for letters about it. */
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
