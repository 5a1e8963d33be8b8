import { isAhead } from '#domain/letters/is-ahead.ts';
import { type ClientLetterKind, LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';

/** What a letter says of a meeting: its start, its length in minutes, and its place as far as letters name it. */
export interface Said {
  startMs: number;
  duration: number;
  place: string;
}

/**
 * A meeting as its client may know it: what holds; 'quiet' where no letter is about it, reserved or held
 * already; 'gone' where it is cancelled, deleted, over or another client's.
 */
export type Standing = Said | 'quiet' | 'gone';

/** A meeting that was pressed, of one client. */
export interface PressedMeeting {
  session: string;
  /** What the latest letter or page said; null where there was none, or where it cancelled the meeting. */
  told: Said | null;
  /** Whether the letter that said so is being sent, and may still be refused. */
  isDoubtful: boolean;
  /** What held before the first change that no letter has announced; null where the client made it. */
  before: Standing | null;
  now: Standing;
  /** Whether there is no such session any more, so that another one can take its place. */
  isDeleted: boolean;
  /** The meeting of their request that is approved, while no letter about that has left; null for none. */
  asked: Said | null;
}

/** What the next letter says of a meeting. */
export type Difference = { session: string } & (
  | { change: 'planned'; was: null; now: Said }
  | { change: 'moved' | 'changed'; was: Said; now: Said }
  | { change: 'cancelled'; was: Said; now: null }
  // Requested and approved; called off before any letter about it left.
  | { change: 'refused'; was: Said; now: null }
);

/** Whether a meeting does not take place. */
export function isOff(change: string): change is 'cancelled' | 'refused' {
  return change === 'cancelled' || change === 'refused';
}

/** A session that is the meeting which the client knows by another one, deleted since. */
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

/** Returns what a session is to a client; null is one that is deleted. */
export function standingOf(session: StoredMeeting | null, client: string, nowMs: number): Standing {
  if (!session || session.client !== client || session.status === 'canceled') return 'gone';
  if (session.status !== 'scheduled') return 'quiet';
  const { startMs, duration, place } = session;
  return isAhead(session, nowMs) ? { startMs, duration, place } : 'gone';
}

/** Returns what the next letter says of each meeting: nothing where the client knows it, or where it is as before. */
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
  // The client may expect a meeting at an hour that no letter named: announced as new, it would look like a second one.
  const was = known ?? (stood && stood.startMs !== now.startMs ? stood : null);
  if (!was) return { session, change: 'planned', was, now };
  if (was.startMs !== now.startMs) return { session, change: 'moved', was, now };
  if (!isSame(was, now)) return { session, change: 'changed', was, now };
  return isDoubtful ? { session, change: 'planned', was: null, now } : null;
}

/** Returns whether two letters would say the same of a meeting. */
export function isSame(one: Said, other: Said): boolean {
  return one.startMs === other.startMs && one.duration === other.duration && one.place === other.place;
}

function byTime(one: Difference, other: Difference): number {
  return timeOf(one) - timeOf(other);
}

/** The start that a letter names a difference by. */
export function timeOf({ now, was }: Difference): number {
  return now?.startMs ?? was?.startMs ?? 0;
}

/** Returns the kind of letter for these differences; null for none. `isApproval`: it confirms a request. */
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

/** When meetings were changed: first without a letter since, and last. */
export interface Presses {
  firstMs: number;
  lastMs: number;
}

/** Returns when a letter leaves: once the presses have settled, at once where a meeting begins before. */
export function leavesAt({ firstMs, lastMs }: Presses, told: readonly Difference[], nowMs: number): number {
  const { LAST, FIRST } = LETTER_SETTLES_SECONDS;
  const settledMs = Math.min(lastMs + LAST * 1000, firstMs + FIRST * 1000);
  const begins = told.some(({ was, now }) => [was, now].some((said) => said !== null && said.startMs <= settledMs));
  return begins ? nowMs : Math.max(settledMs, nowMs);
}
