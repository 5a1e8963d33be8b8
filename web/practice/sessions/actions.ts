import type { SessionStatus } from '#domain/sessions/session.ts';
import { pb, quietly } from '#web/ground/api/client.ts';
import { firstRow } from '#web/ground/api/first-rows.ts';
import { currentSession } from '#web/ground/api/session.ts';
import { type Attempt, createOnce } from '#web/practice/record-form/create-once.ts';
import type { MadeSeries, SeriesRequest } from '#web/practice/series/calls.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import type { changesOf } from '#web/practice/sessions/session-form.ts';

/** The request body; `allowOverlap` saves it over taken time on purpose (SESSION-10). */
type SessionBody = ReturnType<typeof changesOf> & { allowOverlap?: true };

/** Creates a session with all its texts in one step (SESSION-08). */
export async function addSession(
  client: string,
  attempt: Attempt,
  update: SessionBody,
  silent: boolean,
): Promise<void> {
  const session = currentSession();
  if (session.status !== 'user') throw new Error('User not authenticated');
  const create = { ...update, user: session.user.id, client };
  await createOnce(pb.collection('sessions'), { ...attempt, create, update, options: quietly(silent) });
}

/** Returns the first session of a series; null if there is none or it cannot be read. */
export async function firstOfSeries({ client }: SeriesRequest, { series }: MadeSeries): Promise<string | null> {
  const filter = pb.filter('client = {:client} && series = {:series}', { client, series: series.id });
  // The series is saved; without its first session the list only highlights nothing.
  const first = await firstRow<{ id: string }>('sessions', { filter, sort: 'date', fields: 'id' }).catch(() => null);
  return first?.id ?? null;
}

export function changeSession(id: string, changes: SessionBody, silent: boolean): Promise<SessionRecord> {
  return pb.collection('sessions').update<SessionRecord>(id, changes, quietly(silent));
}

/** The result of a session. The server derives the outcome, except for a client who missed it or cancelled late. */
export interface Mark {
  status: SessionStatus;
  outcome?: 'no_show' | 'late' | '';
}

export async function deleteSession(id: string, silent: boolean): Promise<void> {
  await pb.collection('sessions').delete(id, quietly(silent));
}

/** Restores a deleted session at its own time, even if that is taken now (SESSION-17). */
export async function restoreSession(id: string, silent: boolean): Promise<void> {
  const body = { allowOverlap: true };
  await pb.send(`/api/sessions/${id}/restore`, { method: 'POST', body, ...quietly(silent) });
}
