import type { QueryClient } from '@tanstack/react-query';
import { pb } from '#web/api/client.ts';
import { type Attempt, createOnce } from '#web/api/create-once.ts';
import { readNewest } from '#web/api/newest.ts';
import { currentSession } from '#web/api/session.ts';
import type { Sent } from '#web/api/use-draft.ts';
import { sessionQuery } from '#web/sessions/queries.ts';
import { bodyOf, changesOf, formOf, textsOf } from '#web/sessions/session-form.ts';
import type { SavedTexts, SessionForm, StoredSession } from '#web/sessions/session-form.ts';

interface SaveOptions {
  /** The practitioner's zone, in which date and time were chosen. */
  timeZone: string;
  /** Whether these values may be saved over time that is taken, on purpose (SESSION-10). */
  mayOverlap: (values: SessionForm) => boolean;
}

/** Creates a session with everything written about it in one step (SESSION-08). */
export async function addSession(
  client: string,
  attempt: Attempt,
  values: SessionForm,
  options: SaveOptions,
): Promise<Sent<SessionForm>> {
  const session = currentSession();
  if (session.status !== 'user') throw new Error('User not authenticated');
  const update = { ...bodyOf(values, options.timeZone), ...overlapFlag(values, options) };
  await createOnce(pb.collection('sessions'), {
    ...attempt,
    create: { ...update, user: session.user.id, client },
    update,
  });
  return { sent: values, now: values };
}

interface ChangeOptions extends SaveOptions {
  texts: SavedTexts;
  /** What is to be saved over what is stored now; null while there is something to decide on. */
  over: (newest: SessionForm) => SessionForm | null;
}

/**
 * Sends what was changed; nothing was, nothing is sent. The session is read anew before, so that what was changed
 * elsewhere meanwhile stays; null when the same was changed there. Texts that this save leaves out count as not sent.
 */
export async function changeSession(
  queryClient: QueryClient,
  id: string,
  { texts, over, ...options }: ChangeOptions,
): Promise<Sent<SessionForm> | null> {
  const query = sessionQuery(id);
  const session = await readNewest(queryClient, query);
  const values = over(formOf(session, options.timeZone));
  if (!values) return null;
  const changes = changesOf(values, session, options.timeZone, texts);
  const answer =
    Object.keys(changes).length > 0
      ? await pb
          .collection('sessions')
          .update<StoredSession>(id, { ...changes, ...overlapFlag(values, options) }, { fields: STORED_FIELDS })
      : session;
  queryClient.setQueryData(query.queryKey, { ...session, ...answer });
  const now = formOf(answer, options.timeZone);
  return { sent: { ...values, news: now.news, thoughts: now.thoughts, ...textsOf(values, texts) }, now };
}

const STORED_FIELDS = 'date,duration,status,news,thoughts';

export async function deleteSession(id: string): Promise<void> {
  await pb.collection('sessions').delete(id);
}

function overlapFlag(values: SessionForm, { mayOverlap }: SaveOptions): { allowOverlap?: true } {
  return mayOverlap(values) ? { allowOverlap: true } : {};
}
