import { sql } from 'kysely';
import { dueLetter, isAhead, type Meeting } from '#domain/letters/due-letter.ts';
import { MOVE_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { dropWaiting, queueClientLetters } from '#server/practice/letters/letter-rows.ts';
import { getsLetters, readRules } from '#server/practice/letters/recipients.ts';
import { findOwned } from '#server/records/store.ts';
import { replanReminders } from '#server/practice/letters/reminders.ts';

type Session = Row<'sessions'>;

/**
 * Plans, replaces and drops the letters of a session in the transaction of its change (LETTER-04). `announced`: another
 * letter names the new session already.
 */
export async function followSession(
  action: Action,
  before: Session | null,
  after: Session | null,
  { announced = false } = {},
): Promise<void> {
  const session = after ?? before;
  const nowMs = action.now.epochMilliseconds;
  if (!session || ![before, after].some((one) => one && meetingOf(one).startMs > nowMs)) return;
  if (before && after) {
    if (before.client !== after.client) {
      await followSession(action, before, null);
      return followSession(action, null, after);
    }
    if (before.date === after.date && before.status === after.status) return;
  }
  const stays = isAhead(meetingOrNull(after), nowMs);
  if (!(await getsLetters(action, session.client)) || !(await readRules(action))?.client_letters) {
    // An approval goes to the address that the visitor left, whatever the client gets.
    if (before && !stays) await dropWaiting(action, { sessions: [before.id] });
    return;
  }
  const dropped = before
    ? await dropWaiting(action, { sessions: [before.id] }, { but: stays ? ['session-reminder'] : [] })
    : [];
  const known = await readKnown(action, { session, before, dropped: dropped.map(({ id }) => id) });
  const waiting = dropped.find(({ state, kind }) => state === 'due' && kind !== 'session-cancelled')?.kind ?? null;
  const kind = announced
    ? null
    : dueLetter({
        before: meetingOrNull(before),
        after: meetingOrNull(after),
        // One that was taken back while it was handed over is no reason to keep silent about a meeting to come.
        toldMs: stays && known.isDoubtful ? null : known.toldMs,
        waiting: waiting === null || waiting === 'session-moved' ? waiting : 'session-planned',
        nowMs,
      });
  if (kind) {
    // A cancelled session keeps its time; that of a deleted one stands in the letter alone.
    const { date, duration, client } = kind === 'session-cancelled' && before ? before : session;
    const settles = action.now.add({ seconds: MOVE_SETTLES_SECONDS });
    const at = kind === 'session-moved' ? { at: settles } : {};
    const { sequence } = known;
    await queueClientLetters(action, [{ kind, client, session: session.id, start: date, duration, sequence, ...at }]);
  }
  if (after) await replanReminders(action, { sessions: [after.id] });
}

function meetingOrNull(session: Session | null): Meeting | null {
  return session && meetingOf(session);
}

function meetingOf({ client, date, status }: Session): Meeting {
  return { client, startMs: parseStoredInstant(date).epochMilliseconds, status };
}

interface Known {
  /** The start that the last letter gave; null for none. */
  toldMs: number | null;
  /** Whether that letter was taken back while it was handed over. */
  isDoubtful: boolean;
  /** SEQUENCE of the next letter; it rises also where the session gets another client. */
  sequence: number;
}

/**
 * Returns what the client knows of a session by letters that left, or that are handed over just now. The caller took
 * `dropped` back, and with them waited for a hand-over to end.
 */
async function readKnown(
  action: Action,
  { session, before, dropped }: { session: Session; before: Session | null; dropped: readonly string[] },
): Promise<Known> {
  const { id, client } = session;
  const letters = await lettersOf(action, id);
  const sequence = placeAfter(letters);
  const nothing = { toldMs: null, isDoubtful: false, sequence };
  if (!before) return nothing;
  const last = letters.findLast((letter) => letter.client === client && hasLeft(letter));
  if (last) {
    const isDoubtful = last.state === 'dropped' && !dropped.includes(last.id);
    return { toldMs: last.kind === 'session-cancelled' ? null : msOf(last.start), isDoubtful, sequence };
  }
  if (before.series === '') return nothing;
  const ofSeries = await leftLetters(action)
    .where('letters.series', 'in', await lineOf(action, before.series))
    .where('letters.series', '!=', sql.lit(''))
    .where('letters.kind', '=', 'series-planned')
    .execute();
  return { ...nothing, toldMs: ofSeries.some(hasLeft) ? msOf(before.date) : null };
}

/** Returns the place of a session's next letter. */
export async function nextSequence(action: Action, session: string): Promise<number> {
  return placeAfter(await lettersOf(action, session));
}

function placeAfter(letters: readonly { sequence: number }[]): number {
  return (letters.at(-1)?.sequence ?? -1) + 1;
}

/** Returns a series with those that it took over from, whose letters named its dates too. */
async function lineOf({ write, owner }: Action, series: string): Promise<string[]> {
  const line: string[] = [];
  for (let id = series; id !== '' && !line.includes(id);) {
    line.push(id);
    const row = await findOwned(write.trx, 'series', owner, id);
    id = row?.previous ?? '';
  }
  return line;
}

function lettersOf(action: Action, session: string) {
  return leftLetters(action)
    .where('letters.session', '=', session)
    .where('letters.session', '!=', sql.lit(''))
    .orderBy('letters.sequence')
    .execute();
}

function leftLetters({ write, owner }: Action) {
  return write.trx
    .selectFrom('letters')
    .leftJoin('outbox', (join) =>
      join
        .onRef('outbox.letter', '=', 'letters.id')
        .on('outbox.letter', '!=', sql.lit(''))
        .on('outbox.state', '=', 'sending')
        .on('outbox.handed', '>', 0),
    )
    .select(['letters.id', 'letters.client', 'letters.kind', 'letters.state', 'letters.start', 'letters.sequence'])
    .select('outbox.id as leaving')
    .where('letters.user', '=', owner);
}

function hasLeft({ state, leaving }: { state: string; leaving: string | null }): boolean {
  return state === 'sent' || state === 'unknown' || leaving !== null;
}

function msOf(stored: string): number {
  return parseStoredInstant(stored).epochMilliseconds;
}

/** Returns whether a letter that left names one of these sessions or their series. */
export async function isAnyKnown(
  action: Action,
  { series, sessions }: { series: string; sessions: readonly string[] },
): Promise<boolean> {
  const ofSeries = await leftLetters(action)
    .where('letters.series', 'in', await lineOf(action, series))
    .where('letters.series', '!=', sql.lit(''))
    .execute();
  if (ofSeries.some(hasLeft)) return true;
  if (sessions.length === 0) return false;
  const own = await leftLetters(action)
    .where('letters.session', 'in', [...sessions])
    .where('letters.session', '!=', sql.lit(''))
    .execute();
  return own.some(hasLeft);
}
