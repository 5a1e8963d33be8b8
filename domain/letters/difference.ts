import { isAhead } from '#domain/letters/is-ahead.ts';
import { type ClientLetterKind, LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';

/**
 * What a letter says about a meeting: its start (epoch milliseconds), its length in minutes, and a hash of its place as
 * letters name it.
 */
export interface Said {
  startMs: number;
  duration: number;
  place: string;
}

/**
 * A meeting as its client may know it: what holds; 'quiet' while no letter is about it, because it is reserved or
 * already held; 'gone' where it is cancelled, deleted, over or another client's.
 */
export type Standing = Said | 'quiet' | 'gone';

/** A meeting of one client that was changed ("pressed"). */
export interface PressedMeeting {
  session: string;
  /** The meeting as last sent or shown to the client; null if never, or if it was cancelled there. */
  told: Said | null;
  /** Whether a change dropped the latest letter while it was being sent, so that it may never arrive. */
  isDoubtful: boolean;
  /** The state before the first change that no sent letter contains; null if the client made that change. */
  before: Standing | null;
  now: Standing;
  /** Whether the session is deleted, so that another one can replace it. */
  isDeleted: boolean;
  /** The meeting of the client's approved request, while no letter about the approval has left; null otherwise. */
  asked: Said | null;
}

/** What the next letter says about a meeting. */
export type Difference = { session: string } & (
  | { change: 'planned'; was: null; now: Said }
  | { change: 'moved' | 'changed'; was: Said; now: Said }
  | { change: 'cancelled'; was: Said; now: null }
  // It was requested and approved, and cancelled before any letter about it left.
  | { change: 'refused'; was: Said; now: null }
);

/** Returns whether a change means that the meeting does not take place. */
export function isOff(change: string): change is 'cancelled' | 'refused' {
  return change === 'cancelled' || change === 'refused';
}

/** `to` is a new session that replaces the deleted session `from`, which was sent to the client. */
export interface Adoption {
  from: string;
  to: string;
}

interface StoredMeeting {
  client: string;
  startMs: number;
  duration: number;
  place: string;
  status: string;
}

/** Returns the state of a session for a client at `nowMs` (epoch milliseconds); null is a deleted session. */
export function standingOf(session: StoredMeeting | null, client: string, nowMs: number): Standing {
  if (!session || session.client !== client || session.status === 'canceled') return 'gone';
  if (session.status !== 'scheduled') return 'quiet';
  const { startMs, duration, place } = session;
  return isAhead(session, nowMs) ? { startMs, duration, place } : 'gone';
}

/**
 * Returns what the next letter says about each meeting, ordered by time: nothing where the client knows its state, or
 * where the state is as before. Sessions that replace identical deleted ones are returned as adoptions instead.
 * `nowMs`: epoch milliseconds.
 */
export function differences(
  meetings: readonly PressedMeeting[],
  nowMs: number,
): { differences: Difference[]; adoptions: Adoption[] } {
  const all = meetings.flatMap((meeting) => differenceOf(meeting, nowMs) ?? []);
  const deleted = new Set(meetings.filter(({ isDeleted }) => isDeleted).map(({ session }) => session));
  const adoptions: Adoption[] = [];
  const untold = new Set(meetings.filter(({ told }) => !told).map(({ session }) => session));
  const planned = all.filter(
    ({ session, change }) => change === 'planned' || (change === 'moved' && untold.has(session)),
  );
  for (const { session, change, was } of all) {
    if (change !== 'cancelled' || !deleted.has(session)) continue;
    const at = planned.findIndex(({ now }) => now && isSame(now, was));
    const [same] = at < 0 ? [] : planned.splice(at, 1);
    if (same) adoptions.push({ from: session, to: same.session });
  }
  const paired = new Set(adoptions.flatMap(({ from, to }) => [from, to]));
  return { differences: all.filter(({ session }) => !paired.has(session)).toSorted(byTime), adoptions };
}

function differenceOf(
  { session, told, isDoubtful, before, now, asked }: PressedMeeting,
  nowMs: number,
): Difference | null {
  if (now === 'quiet') return null;
  const known = told;
  if (now === 'gone') {
    const was = known ?? asked;
    if (before === 'gone' || !was || was.startMs <= nowMs) return null;
    return { session, change: known ? 'cancelled' : 'refused', was, now: null };
  }
  const stood = typeof before === 'object' ? before : null;
  if (!isDoubtful && stood && isSame(stood, now)) return null;
  // The client may expect the meeting at a time that no letter named: announced as new, it would look like a second
  // one.
  const was = known ?? (stood && stood.startMs !== now.startMs ? stood : null);
  if (!was) return { session, change: 'planned', was, now };
  if (was.startMs !== now.startMs) return { session, change: 'moved', was, now };
  if (!isSame(was, now)) return { session, change: 'changed', was, now };
  return isDoubtful ? { session, change: 'planned', was: null, now } : null;
}

/** Returns whether two letters would say the same about a meeting. */
export function isSame(one: Said, other: Said): boolean {
  return one.startMs === other.startMs && one.duration === other.duration && one.place === other.place;
}

function byTime(one: Difference, other: Difference): number {
  return timeOf(one) - timeOf(other);
}

/**
 * Returns the start by which a letter names a meeting, in epoch milliseconds: the new one or, for a cancelled one, the
 * former.
 */
export function timeOf({ now, was }: Difference): number {
  return now?.startMs ?? was?.startMs ?? 0;
}

/** Returns the kind of letter for these differences; null without any. `isApproval`: it approves a request. */
export function kindOf(told: readonly Difference[], isApproval = false): ClientLetterKind | null {
  const [first, ...others] = told;
  if (!first) return null;
  const changes = new Set(told.map(({ change }) => change));
  if (changes.size > 1) return 'series-moved';
  const isSeveral = others.length > 0;
  switch (first.change) {
    case 'planned':
      if (isSeveral) return 'series-planned';
      return isApproval ? 'request-approved' : 'session-planned';
    case 'moved':
      return isSeveral ? 'series-moved' : 'session-moved';
    case 'changed':
      return 'session-changed';
    case 'cancelled':
      return 'session-cancelled';
    case 'refused':
      return 'request-rejected';
    default:
      return first satisfies never;
  }
}

/** When meetings were changed, in epoch milliseconds: the first time since the last letter, and the last time. */
export interface Presses {
  firstMs: number;
  lastMs: number;
}

/**
 * Returns when a letter leaves (epoch milliseconds): once the changes have settled, immediately if a meeting begins
 * before that.
 */
export function leavesAt({ firstMs, lastMs }: Presses, told: readonly Difference[], nowMs: number): number {
  const { LAST, FIRST } = LETTER_SETTLES_SECONDS;
  const settledMs = Math.min(lastMs + LAST * 1000, firstMs + FIRST * 1000);
  const begins = told.some(({ was, now }) => [was, now].some((said) => said !== null && said.startMs <= settledMs));
  return begins ? nowMs : Math.max(settledMs, nowMs);
}
