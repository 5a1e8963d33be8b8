import { holdsTime } from '#domain/sessions/session.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { holdTimes, releaseSessions } from '#server/ground/db/held-time.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { dropWaiting, piecesOf } from '#server/practice/letters/letter-rows.ts';
import { replanReminders } from '#server/practice/letters/reminders.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import type { NewRecord } from '#server/records/store.ts';
import { deleteRows, insertRows, updateRows } from '#server/records/store-many.ts';

const MINUTE = 60_000;

/** A start, a length and a status that take time; `deliberate` where it overlaps other time on purpose. */
interface Planned {
  date: string;
  duration: number;
  status: string;
  deliberate: boolean;
}

/** The columns that a change of many sessions sets. */
type Change = Pick<Row<'sessions'>, 'id' | 'date' | 'duration' | 'status' | 'series' | 'occurrence'>;

/**
 * Stores many sessions, holds their time and plans their reminders; other letters are the caller's. The caller knows under the practitioner's lock which of them
 * overlap.
 */
export async function addSessions(
  action: Action,
  planned: readonly (NewRecord<'sessions'> & Planned)[],
  { reminders = true } = {},
): Promise<void> {
  const rows = planned.map(({ deliberate: _deliberate, ...session }) => ({
    ...session,
    id: session.id ?? newRecordId(),
  }));
  await insertRows(action, 'sessions', rows);
  await holdAll(
    action,
    rows.map((row, at) => ({ ...row, deliberate: planned[at]?.deliberate ?? false })),
  );
  if (reminders) await replanReminders(action, { sessions: rows.map(({ id }) => id) });
}

/**
 * Changes many sessions and moves their time; all of it is free before any of it is taken again. `deliberate` is null
 * where a session keeps its time and changes its place in a series alone.
 */
export async function changeSessions(
  action: Action,
  changes: readonly (Change & { deliberate: boolean | null })[],
): Promise<void> {
  const moved = changes.flatMap(({ deliberate, ...change }) =>
    deliberate === null ? [] : [{ ...change, deliberate }],
  );
  await releaseSessions(
    action.write,
    action.owner,
    moved.map(({ id }) => id),
  );
  const rows = changes.map(({ deliberate: _deliberate, ...columns }) => columns);
  await updateRows(action, 'sessions', rows, 'occurrence');
  await holdAll(action, moved);
  for (const piece of piecesOf(moved)) {
    await dropWaiting(action, { sessions: piece.map(({ id }) => id) }, { but: ['session-reminder'] });
  }
  await replanReminders(action, { sessions: moved.map(({ id }) => id) });
}

/** Deletes many sessions; the database frees their time. */
export async function deleteSessions(action: Action, ids: readonly string[]): Promise<void> {
  await deleteRows(action, 'sessions', ids);
  for (const sessions of piecesOf(ids)) await dropWaiting(action, { sessions });
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
