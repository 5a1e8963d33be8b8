import { differences, kindOf, type Said, standingOf } from '#domain/letters/difference.ts';
import { parseStoredInstant, type StoredInstant } from '#domain/time/instant.ts';
import type { Leaving } from '#web/practice/letters/leaving.ts';
import type { LetterRecord } from '#web/practice/sessions/letter-words.ts';

/** A stored session, as far as letters about it depend on it. */
export interface ToldSession {
  date: StoredInstant;
  duration: number;
  place: string;
  status: string;
  series: string;
  /** How often the client moved it by their link. */
  moves: number;
}

/** What it is to become. */
export interface Wished {
  startMs: number;
  duration: number;
  place: string;
  status: string;
}

type Letter = Pick<LetterRecord, 'kind' | 'state' | 'start' | 'created' | 'expand'>;

/** What is known of the letters about a session; undefined while it loads. */
export interface KnownLetters {
  letters: readonly Letter[] | undefined;
  isTold: boolean | undefined;
}

/** Whether a session's own letters do not say all that its client knows: a series has one, and a page shows what is pressed there. */
export function isToldElsewhere({ series, moves }: Pick<ToldSession, 'series' | 'moves'>): boolean {
  return series !== '' || moves > 0;
}

/** Returns where a letter about a session goes: what answers a request to the address that the visitor gave there. */
export function addressOf(kind: Leaving | null, client: string, letters: readonly Letter[] | undefined): string {
  if (kind !== 'request-approved' && kind !== 'request-rejected') return client;
  return letters?.find((letter) => letter.expand?.booking?.email)?.expand?.booking?.email ?? client;
}

/**
 * Returns the letter that a press sends about one session, by what its letters told; null for none. `session` is null of
 * a new one, `wished` of one that is deleted. While its letters load, it counts as told.
 */
export function letterOfSession(
  session: ToldSession | null,
  wished: Wished | null,
  known: KnownLetters,
  nowMs: number,
): Leaving | null {
  const { letters } = known;
  const client = 'client';
  const stored = session && { ...wishOf(session), client };
  const waits = letters?.some(({ state, kind }) => state === 'due' && kind !== 'session-reminder') ?? false;
  const meeting = {
    session: '',
    told: session && toldBy(session, known),
    isDoubtful: false,
    // While a letter waits, what it is compared with is not what stands now.
    before: waits || !stored ? null : standingOf(stored, client, nowMs),
    now: standingOf(wished && { ...wished, client }, client, nowMs),
    isDeleted: wished === null,
    asked: askedIn(letters),
  };
  const kind = kindOf(differences([meeting], nowMs).differences, meeting.asked !== null && meeting.told === null);
  return kind === 'request-approved' ||
    kind === 'request-rejected' ||
    kind === 'session-planned' ||
    kind === 'session-moved' ||
    kind === 'session-changed' ||
    kind === 'session-cancelled'
    ? kind
    : null;
}

function wishOf({ date, duration, place, status }: ToldSession): Wished {
  return { startMs: parseStoredInstant(date).epochMilliseconds, duration, place, status };
}

/** What the client was told last; null where that is nothing, or that it is off. */
function toldBy(session: ToldSession, { letters, isTold = true }: KnownLetters): Said | null {
  const { startMs, duration, place } = wishOf(session);
  const last = letters
    ?.filter(({ state, kind }) => (state === 'sent' || state === 'unknown') && !kind.startsWith('request-re'))
    .toSorted((one, other) => one.created.localeCompare(other.created))
    .at(-1);
  if (last?.kind === 'session-cancelled') return null;
  if (last) return { startMs: parseStoredInstant(last.start).epochMilliseconds, duration, place };
  const isSeen = letters === undefined || (isToldElsewhere(session) && isTold);
  return isSeen ? { startMs, duration, place } : null;
}

/** What a request asked for, whose approval was not told yet; null where an answer was, or none was asked for. */
function askedIn(letters: readonly Letter[] | undefined): Said | null {
  const approval = letters?.find(({ kind }) => kind === 'request-approved');
  const answered = letters?.some(
    ({ kind, state }) => kind === 'request-rejected' && (state === 'sent' || state === 'unknown'),
  );
  if (!approval || answered) return null;
  return { startMs: parseStoredInstant(approval.start).epochMilliseconds, duration: 0, place: '' };
}
