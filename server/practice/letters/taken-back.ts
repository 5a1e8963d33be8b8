import { sql } from 'kysely';
import { LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { readAnnounced } from '#server/practice/letters/announced.ts';
import { msOf, type PressedOnce } from '#server/practice/letters/group-presses.ts';
import { readMeetings } from '#server/practice/letters/told.ts';

/** Fields of journal entries whose change makes a session another meeting. */
const OF_A_MEETING = ['"client"', '"date"', '"duration"', '"place"'];

/** How many of a client's newest journal entries are read; two minutes have fewer. */
const ENTRIES = 200;

/**
 * Returns the sessions that are restored within two minutes after they were cancelled or deleted and about which there
 * never was a letter. They were planned without one, so undoing that sends none either (LETTER-04). The caller makes
 * sure that no letter to the client was planned, sent or dropped lately.
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
    // A session that was created as cancelled was no meeting before.
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
 * Returns a client's sessions that were deleted since a moment, and when each of the others last changed its client,
 * place, time or length since then.
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
    // Reversed, so that the newest entry of each session wins.
    others: new Map(others.toReversed().map(({ record, created }) => [record, created])),
  };
}

/** Returns those of a client's sessions about which there never was a letter and none waits. */
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
