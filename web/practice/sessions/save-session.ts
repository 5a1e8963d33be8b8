import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import type { RecordRules } from '#web/practice/record-form/save-record.ts';
import {
  type Agreed,
  type ChangedSeries,
  changeSeries,
  createSeries,
  type SeriesRequest,
} from '#web/practice/series/calls.ts';
import type { AgreedChange } from '#web/practice/series/change/ChangeQuestion.tsx';
import type { Undo } from '#web/practice/series/change/undo.ts';
import { addSession, changeSession, firstOfSeries } from '#web/practice/sessions/actions.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import { changesOf, creationOf, isText, type SessionForm } from '#web/practice/sessions/session-form.ts';
import { noteSaved } from '#web/ui/page/just-saved.ts';

/** What the practitioner agreed to before the save: a new series as it was previewed, or a change of more than one session. */
export type Agreement = { newSeries: { wish: SeriesRequest; agreed: Agreed } } | { change: AgreedChange };

interface SessionSave {
  /** Of a new session; absent when editing. */
  client: string | undefined;
  timeZone: string;
  /** These fields are to take time that is taken already. */
  onPurpose: (fields: SessionForm) => boolean;
  /** null: the session alone. */
  agreement: Agreement | null;
}

/** What a save has done besides the session. */
interface Done {
  /** How many sessions of a new series were created. */
  made: number | null;
  /** A changed series, with what takes it back. */
  changed: { counts: ChangedSeries; undo: Undo | null } | null;
}

/** One save of a session, from the agreement to what is left for the session itself. */
export function sessionSave({ client, timeZone, onPurpose, agreement }: SessionSave) {
  const done: Done = { made: null, changed: null };
  const overlap = (fields: SessionForm): { allowOverlap?: true } => (onPurpose(fields) ? { allowOverlap: true } : {});

  const create: RecordRules<SessionForm, SessionRecord>['create'] = async (attempt, fields) => {
    if (agreement && 'newSeries' in agreement) {
      const { wish, agreed } = agreement.newSeries;
      const made = await createSeries(attempt.id, wish, agreed);
      done.made = made.created;
      return noteSaved(await firstOfSeries(wish, made));
    }
    if (client === undefined) throw new TypeError('a session without a client');
    await addSession(client, attempt, { ...creationOf(fields, timeZone), ...overlap(fields) });
    noteSaved(attempt.id);
  };

  const change: RecordRules<SessionForm, SessionRecord>['change'] = async (changes, { id }, fields) => {
    const left = { ...changes };
    // What is typed meanwhile concerns the session alone.
    if (agreement && 'change' in agreement && !done.changed) {
      const { series, wish, agreed, back, leavesThis } = agreement.change;
      const counts = await changeSeries(series, wish, agreed);
      done.changed = { counts, undo: back && { series: counts.series.id, wish: back } };
      for (const field of keysOf(left)) if (!leavesThis && !isText(field)) delete left[field];
    }
    if (keysOf(left).length === 0) return;
    return changeSession(id, { ...changesOf(left, fields, timeZone), ...overlap(fields) });
  };

  return { done, create: client === undefined ? undefined : create, change };
}
