import { sql } from 'kysely';
import { LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { readAnnounced } from '#server/practice/letters/announced.ts';
import { msOf, type PressedOnce } from '#server/practice/letters/group-presses.ts';
import { readMeetings } from '#server/practice/letters/told.ts';

/** As the journal names what makes a meeting another one. */
const OF_A_MEETING = ['"client"', '"date"', '"duration"', '"place"'];

/** So many entries of the journal of a client are looked at: of two minutes there are fewer. */
const ENTRIES = 200;

/**
 * Returns the sessions that come back within two minutes after they were called off or deleted, and of which no letter
 * ever was: they were planned without one, so that their undo sends none (LETTER-04). The caller knows that no letter to
 * the client was planned, sent or dropped of late.
 */
export async function takenBack(
  action: Action,
  client: string,
  pressed: readonly PressedOnce[],
): Promise<ReadonlySet<string>> {
  const { write, owner, now } = action;
  const since = printInstant(now.subtract({ seconds: LETTER_SETTLES_SECONDS.LAST }));
  const back = pressed.filter(({ before }) => {
    if (before === null) return true;
    const { status, outcome_at = '', created = '' } = before;
    // One that began called off was no meeting yet.
    return status === 'canceled' && outcome_at >= since && outcome_at > created;
  });
  if (back.length === 0) return new Set();
  const { deleted, others } = await readChangesSince(action, client, since);
  const about = back.flatMap(({ session, before }) =>
    (before === null ? deleted.has(session) : (others.get(session) ?? '') < (before.outcome_at ?? ''))
      ? [{ session, before: null, shown: null }]
      : [],
  );
  const practice = { reader: write.trx, engine: write.engine, owner };
  const meetings = await readMeetings(practice, client, about, { nowMs: now.epochMilliseconds });
  const stood = new Map(back.map(({ session, before }) => [session, before && msOf(before.date)]));
  return new Set(
    meetings.flatMap(({ session, now: stands, sequence }) => {
      const at = stood.get(session);
      const isSame = typeof stands === 'object' && (at === null || at === stands.startMs);
      return sequence === 0 && isSame ? [session] : [];
    }),
  );
}

/**
 * Returns the sessions of a client that were deleted since a moment, and when each became another one since: another
 * client's until then, or elsewhere, at another time or of another length.
 */
async function readChangesSince({ write, owner }: Action, client: string, since: string) {
  const entries = await write.trx
    .selectFrom('journal')
    .select(['action', 'subject', 'record', 'fields', 'created'])
    .where('user', '=', owner)
    .where('client', '=', client)
    .orderBy('seq', 'desc')
    .limit(sql.lit(ENTRIES))
    .execute();
  const late = entries.filter(({ subject, created }) => subject === 'sessions' && created >= since);
  const deleted = late.filter(({ action }) => action === 'delete');
  const others = late.filter(
    ({ action, fields }) => action === 'update' && OF_A_MEETING.some((field) => fields.includes(field)),
  );
  return {
    deleted: new Set(deleted.map(({ record }) => record)),
    // The newest of each is the last to be set.
    others: new Map(others.toReversed().map(({ record, created }) => [record, created])),
  };
}

/** Returns those of a client's sessions of which no letter ever was, nor waits. */
export async function neverTold(
  { write, owner, now }: Action,
  client: string,
  sessions: readonly string[],
): Promise<ReadonlySet<string>> {
  const practice = { reader: write.trx, engine: write.engine, owner };
  const about = sessions.map((session) => ({ session, before: null, shown: null }));
  const meetings = await readMeetings(practice, client, about, { nowMs: now.epochMilliseconds });
  const waiting = await readAnnounced(practice, sessions);
  return new Set(
    meetings.flatMap(({ session, sequence }) => (sequence === 0 && !waiting.has(session) ? [session] : [])),
  );
}
