import { holdsTime } from '#domain/sessions/session.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { releaseTime } from '#server/ground/db/held-time.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { deleteRow } from '#server/records/delete-with-dependents.ts';
import { insertRow, type NewRecord } from '#server/records/store.ts';
import { storeChanges } from '#server/records/update-record.ts';
import { planSessionLetters } from '#server/practice/letters/session-letters.ts';
import { claimTime } from '#server/practice/sessions/claim-time.ts';
import { skipOccurrences } from '#server/practice/sessions/skip-occurrence.ts';
import { revokeVisitLinks } from '#server/practice/visit-links/visit-links.ts';

type Session = Decoded<'sessions'>;

/** Stores a session and holds its time. `announced`: another letter than that of a planned session names it. */
export async function addSession(
  action: Action,
  session: NewRecord<'sessions'>,
  allowOverlap: boolean,
  { announced = false } = {},
): Promise<Session> {
  // The row first: a session id of another practitioner is refused before its time could change.
  const stored = await insertRow(action, 'sessions', { ...session, remind_from: printInstant(action.now) });
  await claimTime(action, stored, allowOverlap);
  if (!announced) await planSessionLetters(action, null, stored);
  return stored;
}

/**
 * Stores changed columns and moves the session's time where its start, length or status requires it. Another client's
 * session leaves its series.
 */
export async function changeSession(
  action: Action,
  before: Session,
  changed: Session,
  allowOverlap: boolean,
): Promise<Session> {
  const leaves = before.series !== '' && before.client !== changed.client;
  if (leaves) await skipOccurrence(action, before);
  const after = {
    ...changed,
    ...(leaves && { series: '', occurrence: '' }),
    ...(isChanged(before, changed) && { remind_from: printInstant(action.now) }),
  };
  if (takesOtherTime(before, after)) {
    await releaseTime(action.write, action.owner, { source: 'session', sourceId: before.id });
    await claimTime(action, after, allowOverlap);
  }
  const stored = await storeChanges(action, 'sessions', before, after);
  // The links are in the hands of the client whose session it was.
  if (before.client !== stored.client) await revokeVisitLinks(action, stored.id);
  if (isChanged(before, stored)) await planSessionLetters(action, before, stored);
  return stored;
}

/** Whether a change of a session is one that its client gets to know. */
function isChanged(before: Session, after: Session): boolean {
  return before.client !== after.client || before.date !== after.date || before.status !== after.status;
}

function takesOtherTime(before: Session, after: Session): boolean {
  if (before.date !== after.date || before.duration !== after.duration) return true;
  return before.status !== after.status && holdsTime(before.status) !== holdsTime(after.status);
}

/** Deletes the session; the database frees its time, and its series leaves it out. */
export async function deleteSession(action: Action, session: Session): Promise<void> {
  if (session.series !== '') await skipOccurrence(action, session);
  await deleteRow(action, 'sessions', session.id);
  await planSessionLetters(action, session, null);
}

async function skipOccurrence(action: Action, { series, client, occurrence }: Session): Promise<void> {
  await skipOccurrences(action, { id: series, client }, [{ occurrence, reason: 'deleted' }]);
}
