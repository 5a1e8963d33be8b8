import { holdsTime } from '#domain/sessions/session.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { releaseTime } from '#server/ground/db/held-time.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { deleteRow, leaveOnAccount } from '#server/records/delete-with-dependents.ts';
import { insertRow, type NewRecord, storeChanges } from '#server/records/store.ts';
import { requestOf } from '#server/practice/letters/asked.ts';
import { pressMeetings } from '#server/practice/letters/press.ts';
import { fixedPrice } from '#server/practice/money/fix-price.ts';
import { claimTime } from '#server/practice/sessions/claim-time.ts';
import { keepRemoved } from '#server/practice/sessions/removed-sessions.ts';
import { skipOccurrences } from '#server/practice/sessions/skip-occurrence.ts';
import { revokeVisitLinks } from '#server/practice/visit-links/visit-links.ts';

type Session = Decoded<'sessions'>;

/** Stores a session and holds its time. `request`: the request that it answers. */
export async function addSession(
  action: Action,
  session: NewRecord<'sessions'>,
  allowOverlap: boolean,
  answers: { request?: string } = {},
): Promise<Session> {
  // The row comes before the time, so that the id of another practitioner's session is refused first.
  const price = await fixedPrice(action, null, session);
  const row = { ...session, price, remind_from: printInstant(action.now) };
  const stored = await insertRow(action, 'sessions', row);
  await claimTime(action, stored, allowOverlap);
  pressMeetings(action, [{ session: stored.id, client: stored.client, before: null }], answers);
  return stored;
}

/**
 * Stores changed columns, and the session's time if its start, length or status requires that. A session that moves to
 * another client leaves its series.
 */
export async function changeSession(
  action: Action,
  before: Session,
  changed: Session,
  allowOverlap: boolean,
): Promise<Session> {
  const leaves = before.series !== '' && before.client !== changed.client;
  if (leaves) await skipOccurrence(action, before);
  const mayBeginToBeHeld = before.status !== changed.status || before.outcome !== changed.outcome;
  const after = {
    ...changed,
    ...(mayBeginToBeHeld && { price: await fixedPrice(action, before, changed) }),
    ...(leaves && { series: '', occurrence: '' }),
    ...(isChanged(before, changed) && { remind_from: printInstant(action.now) }),
  };
  if (takesOtherTime(before, after)) {
    await releaseTime(action.write, action.owner, { source: 'session', sourceId: before.id });
    await claimTime(action, after, allowOverlap);
  }
  const stored = await storeChanges(action, 'sessions', before, after);
  if (before.client !== stored.client) {
    // Visit links and payments belong to the client who had the session before.
    await revokeVisitLinks(action, stored.id);
    await leaveOnAccount(action, 'sessions', [stored.id]);
  }
  // Also an unchanged session that is saved silently: waiting letters about it are taken back.
  const isPressed = action.silent || isChanged(before, stored);
  if (isPressed || before.duration !== stored.duration || before.place !== stored.place) {
    pressMeetings(action, [{ session: before.id, client: before.client, before }]);
    if (before.client !== stored.client) {
      pressMeetings(action, [{ session: stored.id, client: stored.client, before: null }]);
    }
  }
  return stored;
}

/** Returns whether a change restarts the session's reminder. */
function isChanged(before: Session, after: Session): boolean {
  return before.client !== after.client || before.date !== after.date || before.status !== after.status;
}

function takesOtherTime(before: Session, after: Session): boolean {
  if (before.date !== after.date || before.duration !== after.duration) return true;
  return before.status !== after.status && holdsTime(before.status) !== holdsTime(after.status);
}

/** Deletes a session; the database releases its time, and its series skips the date. */
export async function deleteSession(action: Action, session: Session): Promise<void> {
  if (session.series !== '') await skipOccurrence(action, session);
  const request = await requestOf({ reader: action.write.trx, owner: action.owner }, session.id);
  await keepRemoved(action, [session.id]);
  await deleteRow(action, 'sessions', session.id);
  pressMeetings(
    action,
    [{ session: session.id, client: session.client, before: session }],
    request === '' ? {} : { request },
  );
}

async function skipOccurrence(action: Action, { id: session, series, client, occurrence }: Session): Promise<void> {
  await skipOccurrences(action, { id: series, client }, [{ occurrence, reason: 'deleted', session }]);
}
