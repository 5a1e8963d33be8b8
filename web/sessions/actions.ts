import { pb } from '#web/api/client.ts';
import { createOnce } from '#web/api/create-once.ts';
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

/** Creates a session with everything written about it in one step (SESSION-08); `id` is one for all attempts. */
export async function addSession(
  { id, client }: { id: string; client: string },
  values: SessionForm,
  options: SaveOptions,
): Promise<void> {
  const session = currentSession();
  if (session.status !== 'user') throw new Error('User not authenticated');
  const update = { ...bodyOf(values, options.timeZone), ...overlapOf(options) };
  await createOnce(pb.collection('sessions'), { id, create: { ...update, user: session.user.id, client }, update });
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
