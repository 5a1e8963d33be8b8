import { differences, kindOf, type Said, standingOf } from '#domain/letters/difference.ts';
import { parseStoredInstant, type StoredInstant } from '#domain/time/instant.ts';
import type { Leaving } from '#web/practice/letters/leaving.ts';
import type { LetterRecord } from '#web/practice/sessions/letter-words.ts';

/** The fields of a stored session that letters about it depend on. */
export interface ToldSession {
  date: StoredInstant;
  duration: number;
  place: string;
  status: string;
  series: string;
  /** How often the client moved it by their link. */
  moves: number;
}

/** The values after the save. */
export interface Wished {
  startMs: number;
  duration: number;
  place: string;
  status: string;
}

type Letter = Pick<LetterRecord, 'kind' | 'state' | 'start' | 'created' | 'expand'>;

/** The letters about a session and whether its client was notified; undefined while they load. */
export interface KnownLetters {
  letters: readonly Letter[] | undefined;
  isTold: boolean | undefined;
}

/**
 * Whether the client may have been notified other than by the session's own letters: a series has its own letter, and
 * the client's page shows what they did there.
 */
export function isToldElsewhere({ series, moves }: Pick<ToldSession, 'series' | 'moves'>): boolean {
  return series !== '' || moves > 0;
}

/**
 * Returns the address for a letter about a session: the answer to a request goes to the address given in that request.
 */
export function addressOf(kind: Leaving | null, client: string, letters: readonly Letter[] | undefined): string {
  if (kind !== 'request-approved' && kind !== 'request-rejected') return client;
  return letters?.find((letter) => letter.expand?.booking?.email)?.expand?.booking?.email ?? client;
}

/**
 * Returns the letter that an action about one session sends, compared with what the client was told last; null for
 * none. `session` is null for a new one, `wished` for a deleted one. While the letters load, the client counts as
 * notified.
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
    // While a letter is waiting to be sent, the stored session is not what the client knows.
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

/** What the client was told last; null if that is nothing, or the cancellation. */
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

/** The wish of a request whose approval was not sent yet; null if it was answered, or if there is no request. */
function askedIn(letters: readonly Letter[] | undefined): Said | null {
  const approval = letters?.find(({ kind }) => kind === 'request-approved');
  const answered = letters?.some(
    ({ kind, state }) => kind === 'request-rejected' && (state === 'sent' || state === 'unknown'),
  );
  if (!approval || answered) return null;
  return { startMs: parseStoredInstant(approval.start).epochMilliseconds, duration: 0, place: '' };
}
