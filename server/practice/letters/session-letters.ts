import { mayHaveArrived } from '#domain/letters/attempt.ts';
import { letterOfChange, isAhead, type Meeting } from '#domain/letters/letter-of-change.ts';
import { MOVE_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { dropLetters, planLetters } from '#server/practice/letters/letter-rows.ts';
import { getsLetters } from '#server/practice/letters/recipients.ts';
import { findOwned } from '#server/records/store.ts';

type Session = Decoded<'sessions'>;

/**
 * Plans, replaces and drops the letters of a session in the transaction of its change (LETTER-04). Its reminder is
 * decided when it falls due.
 */
export async function planSessionLetters(action: Action, before: Session | null, after: Session | null): Promise<void> {
  const session = after ?? before;
  const nowMs = action.now.epochMilliseconds;
  if (!session || ![before, after].some((one) => one && meetingOf(one).startMs > nowMs)) return;
  if (before && after && before.client !== after.client) {
    await planSessionLetters(action, before, null);
    return planSessionLetters(action, null, after);
  }
  const stays = isAhead(meetingOrNull(after), nowMs);
  const isTold = await getsLetters(action, session.client);
  // An approval goes to the address that the visitor left, also where the client gets none.
  const dropped = before && (isTold || !stays) ? await dropLetters(action, { sessions: [before.id] }) : [];
  if (!isTold) return;
  const known = before ? await readKnown(action, before, dropped) : NOTHING;
  const waiting = dropped.find(({ state, kind }) => state === 'dropped' && NEWS.includes(kind))?.kind ?? null;
  const kind = letterOfChange({
    before: meetingOrNull(before),
    after: meetingOrNull(after),
    // A dropped letter may still have left: send the next one anyway.
    toldMs: stays && known.isDoubtful ? null : known.toldMs,
    waiting: waiting === null || waiting === 'session-moved' ? waiting : 'session-planned',
    nowMs,
  });
  if (!kind) return;
  // A cancelled session keeps its time; that of a deleted one stands in the letter alone.
  const { date: start, duration, client } = kind === 'session-cancelled' && before ? before : session;
  const settles = action.now.add({ seconds: MOVE_SETTLES_SECONDS });
  const at = kind === 'session-moved' ? { at: settles } : {};
  await planLetters(action, [{ kind, client, session: session.id, start, duration, ...at }]);
}

/** Letters about a meeting to come. */
const NEWS: readonly Decoded<'letters'>['kind'][] = ['request-approved', 'session-planned', 'session-moved'];

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
}

const NOTHING: Known = { toldMs: null, isDoubtful: false };

/**
 * Returns what the client knows of a session by letters that left, or that are handed over just now. The caller took
 * `dropped` back, and with them waited for a hand-over to end.
 */
async function readKnown(
  action: Action,
  { id, client, date, series }: Session,
  dropped: readonly { id: string }[],
): Promise<Known> {
  const letters = await lettersTo(action).where('session', '=', id).orderBy('sequence').execute();
  const last = letters.findLast((letter) => letter.client === client && mayHaveArrived(letter));
  if (last) {
    const isDoubtful = last.state === 'dropped' && !dropped.some((letter) => letter.id === last.id);
    return { toldMs: last.kind === 'session-cancelled' ? null : msOf(last.start), isDoubtful };
  }
  if (series === '') return NOTHING;
  const ofSeries = await lettersTo(action)
    .where('series', 'in', await lineOf(action, series))
    .where('kind', '=', 'series-planned')
    .execute();
  return { ...NOTHING, toldMs: ofSeries.some(mayHaveArrived) ? msOf(date) : null };
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

function lettersTo({ write, owner }: Action) {
  return write.trx
    .selectFrom('letters')
    .select(['id', 'client', 'kind', 'state', 'start', 'handed'])
    .where('user', '=', owner);
}

function msOf(stored: string): number {
  return parseStoredInstant(stored).epochMilliseconds;
}

/** Returns whether a letter that left names one of these sessions or their series. */
export async function isAnyKnown(
  action: Action,
  { series, sessions }: { series: string; sessions: readonly string[] },
): Promise<boolean> {
  const ofSeries = await lettersTo(action)
    .where('series', 'in', await lineOf(action, series))
    .execute();
  if (ofSeries.some(mayHaveArrived)) return true;
  if (sessions.length === 0) return false;
  const own = await lettersTo(action)
    .where('session', 'in', [...sessions])
    .execute();
  return own.some(mayHaveArrived);
}
