import { pb } from '#web/api/client.ts';
import { currentSession } from '#web/api/session.ts';
import type { SessionRecord } from '#web/sessions/queries.ts';
import { bodyOf, changesOf } from '#web/sessions/session-form.ts';
import type { SavedTexts, SessionForm } from '#web/sessions/session-form.ts';

interface SaveOptions {
  /** The practitioner's zone, in which date and time were chosen. */
  timeZone: string;
  /** Saves over time that is taken, on purpose (SESSION-10). */
  allowOverlap: boolean;
}

/** Creates a session with everything written about it in one step (SESSION-08). */
export async function addSession(client: string, values: SessionForm, options: SaveOptions): Promise<void> {
  const session = currentSession();
  if (session.status !== 'user') throw new Error('User not authenticated');
  const body = bodyOf(values, options.timeZone);
  await pb.collection('sessions').create({ ...body, user: session.user.id, client, ...overlapOf(options) });
}

/** Sends what was changed; nothing was, nothing is sent. */
export async function changeSession(
  session: SessionRecord,
  values: SessionForm,
  { texts, ...options }: SaveOptions & { texts: SavedTexts },
): Promise<void> {
  const changes = changesOf(values, session, options.timeZone, texts);
  if (Object.keys(changes).length === 0) return;
  await pb.collection('sessions').update(session.id, { ...changes, ...overlapOf(options) });
}

export async function deleteSession(id: string): Promise<void> {
  await pb.collection('sessions').delete(id);
}

function overlapOf({ allowOverlap }: SaveOptions): { allowOverlap?: true } {
  return allowOverlap ? { allowOverlap: true } : {};
}
