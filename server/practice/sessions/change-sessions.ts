import { holdsTime } from '#domain/sessions/session.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { holdTimes, releaseSessions } from '#server/ground/db/held-time.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { idList } from '#server/ground/db/query.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import {
  dropRemoved,
  findRemoved,
  keepRemoved,
  putBack,
  type Removed,
} from '#server/practice/sessions/removed-sessions.ts';
import type { NewRecord } from '#server/records/store.ts';
import { deleteRows } from '#server/records/delete-with-dependents.ts';
import { insertRows, updateRows } from '#server/records/store-many.ts';

const MINUTE = 60_000;

/** A start, a length and a status; `deliberate`: it overlaps other time on purpose. */
interface Planned {
  date: string;
  duration: number;
  status: string;
  deliberate: boolean;
}

/** The columns that a change of many sessions sets. */
type Change = Pick<Decoded<'sessions'>, 'id' | 'date' | 'duration' | 'status' | 'series' | 'occurrence'>;

/**
 * Stores many sessions, holds their time and returns their ids; letters are up to the caller, who checks under the
 * practitioner's lock which of them overlap. `reminders`: false for an imported series whose reminders have not begun.
 * `takesBack`: the change of a series whose removed sessions are restored as they were, except for a status that this
 * change sets.
 */
export async function addSessions(
  action: Action,
  planned: readonly (NewRecord<'sessions'> & Planned)[],
  { reminders = true, takesBack }: { reminders?: boolean; takesBack?: TakenBack } = {},
): Promise<string[]> {
  const remind_from = reminders ? printInstant(action.now) : '';
  const rows = planned.map(({ deliberate: _deliberate, ...session }) => ({
    ...session,
    remind_from,
    id: session.id ?? newRecordId(),
  }));
  const back = takesBack ? await takeBack(action, rows, takesBack) : new Set();
  await insertRows(
    action,
    'sessions',
    rows.filter((row) => !back.has(row)),
  );
  await holdAll(
    action,
    rows.map((row, at) => ({ ...row, deliberate: planned[at]?.deliberate ?? false })),
  );
  return rows.map(({ id }) => id);
}

interface TakenBack {
  by: string;
  status: string | undefined;
}

/** Restores those of the planned sessions that a change removed recently, under their former ids, and returns them. */
async function takeBack<Session extends NewRecord<'sessions'> & { id: string }>(
  action: Action,
  planned: readonly Session[],
  { by, status }: TakenBack,
): Promise<Set<Session>> {
  const removed = await findRemoved(action, { by });
  const back = new Map<Session, Removed>();
  for (const session of planned) {
    const { date, duration, series, occurrence } = session;
    const same = removed.find(({ session: was }) => was['date'] === date && was['duration'] === duration);
    if (!same) continue;
    session.id = same.session.id;
    back.set(session, { ...same, session: { ...same.session, series, occurrence, ...(status && { status }) } });
  }
  await putBack(action, [...back.values()]);
  // Sessions that this change does not restore must not return with a later one, which has another rule.
  await dropRemoved(
    action,
    removed.map(({ session }) => session.id),
  );
  return new Set(back.keys());
}

/**
 * Changes many sessions and their time; all their old time is released before any new time is held. `deliberate` is
 * null where a session keeps its time and only its series or occurrence changes.
 */
export async function changeSessions(
  action: Action,
  changes: readonly (Change & { deliberate: boolean | null })[],
): Promise<void> {
  const moved = changes.flatMap(({ deliberate, ...change }) =>
    deliberate === null ? [] : [{ ...change, deliberate }],
  );
  const ids = moved.map(({ id }) => id);
  await releaseSessions(action.write, action.owner, ids);
  // Only for sessions that move; the others keep their reminder.
  await action.write.trx
    .updateTable('sessions')
    .set({ remind_from: printInstant(action.now) })
    .where('user', '=', action.owner)
    .where('id', 'in', idList(action.write.engine, ids))
    .execute();
  const rows = changes.map(({ deliberate: _deliberate, ...columns }) => columns);
  await updateRows(action, 'sessions', rows, 'occurrence');
  await holdAll(action, moved);
}

/** Deletes many sessions, for a change of their series; the database releases their time. */
export async function deleteSessions(action: Action, ids: readonly string[], by: string): Promise<void> {
  await keepRemoved(action, ids, by);
  await deleteRows(action, 'sessions', ids);
}

async function holdAll({ write, owner }: Action, sessions: readonly (Planned & { id: string })[]): Promise<void> {
  const held = sessions
    .filter(({ status }) => holdsTime(status))
    .map(({ id, date, duration, deliberate }) => {
      const startMs = parseStoredInstant(date).epochMilliseconds;
      return { source: 'session' as const, sourceId: id, startMs, endMs: startMs + duration * MINUTE, deliberate };
    });
  await holdTimes(write, owner, held);
}
