import type { QueryClient } from '@tanstack/react-query';
import { pb } from '#web/api/client.ts';
import { createOnce } from '#web/api/create-once.ts';
import { readNewest } from '#web/api/newest.ts';
import { currentSession } from '#web/api/session.ts';
import { sessionQuery } from '#web/sessions/queries.ts';
import { bodyOf, changesOf, formOf } from '#web/sessions/session-form.ts';
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
): Promise<true> {
  const session = currentSession();
  if (session.status !== 'user') throw new Error('User not authenticated');
  const update = { ...bodyOf(values, options.timeZone), ...overlapFlag(options) };
  await createOnce(pb.collection('sessions'), { id, create: { ...update, user: session.user.id, client }, update });
  return true;
}

interface ChangeOptions extends SaveOptions {
  texts: SavedTexts;
  /** What is to be saved over what is stored now; null while there is something to decide on. */
  over: (newest: SessionForm) => SessionForm | null;
}

/**
 * Sends what was changed; nothing was, nothing is sent. The session is read anew before, so that what was changed
 * elsewhere meanwhile stays; false when the same was changed there.
 */
export async function changeSession(
  queryClient: QueryClient,
  id: string,
  { texts, over, ...options }: ChangeOptions,
): Promise<boolean> {
  const session = await readNewest(queryClient, sessionQuery(id));
  const values = over(formOf(session, options.timeZone));
  if (!values) return false;
  const changes = changesOf(values, session, options.timeZone, texts);
  if (Object.keys(changes).length > 0) {
    await pb.collection('sessions').update(id, { ...changes, ...overlapFlag(options) });
  }
  return true;
}

export async function deleteSession(id: string): Promise<void> {
  await pb.collection('sessions').delete(id);
}

function overlapFlag({ allowOverlap }: SaveOptions): { allowOverlap?: true } {
  return allowOverlap ? { allowOverlap: true } : {};
}
