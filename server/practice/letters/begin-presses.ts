import { sql } from 'kysely';
import { type ClientLetterKind, LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { idSlot, idsOf, perEngine, preparedQuery } from '#server/ground/db/query.ts';
import { type About, type AboutMeeting, readAbout } from '#server/practice/letters/about.ts';
import { readRequests } from '#server/practice/letters/asked.ts';
import { msOf, type PressedOnce, type Waiting } from '#server/practice/letters/group-presses.ts';
import { WAITS } from '#server/practice/letters/letter-rows.ts';
import { getsLetters, type Recipient, readRecipients } from '#server/practice/letters/recipients.ts';
import { takenBack } from '#server/practice/letters/taken-back.ts';
import { type PlaceOf, placesOf, readGone, readMeetings } from '#server/practice/letters/told.ts';
import { rememberTold } from '#server/practice/letters/remember-told.ts';

/** All meetings that a transaction changed ("pressed"). */
export interface AllPressed {
  meetings: readonly PressedOnce[];
  /** The request from which a session was created, where the caller named it. */
  requests: ReadonlyMap<string, string>;
  /** The series with which a client's meetings were changed, by client. */
  series: ReadonlyMap<string, string>;
}

interface LetterAbout {
  letter: Waiting;
  about: About | null;
}

/** The changed meetings of one client, with what is known before the waiting letters are taken back. */
export interface ClientPress {
  client: string;
  pressed: readonly PressedOnce[];
  series: string;
  /** Whether the client gets letters. */
  gets: boolean;
  /** The requests from which the changed sessions were created. */
  made: ReadonlyMap<string, string>;
  /** Meetings that the client knows by sessions of the series that are deleted now. */
  gone: readonly AboutMeeting[];
  placeBefore: PlaceOf;
  shown: ReadonlyMap<string, number>;
  loud: ReadonlyMap<string, PressedOnce>;
  letters: readonly LetterAbout[];
  /** Those of the letters that are about changed meetings. */
  met: readonly LetterAbout[];
  reminders: readonly Waiting[];
}

/** Returns the changes of each client whom a letter can concern. */
export async function beginPresses(action: Action, all: AllPressed): Promise<ClientPress[]> {
  const { write, owner } = action;
  const byClient = Map.groupBy(all.meetings, ({ client }) => client);
  const clients = [...byClient.keys()];
  // For all clients at once: one statement per client would take longer under the practitioner's lock.
  const recipients = await readRecipients(action, clients);
  const letters = await readLetters(action, clients);
  const isOwn = action.actor.kind === 'guest';
  const practice = { reader: write.trx, engine: write.engine, owner };
  const requests = isOwn ? new Map<string, Map<string, string>>() : await readRequests(practice, clients);
  const presses: ClientPress[] = [];
  for (const [client, pressed] of byClient) {
    const made = new Map(
      pressed.flatMap(({ session }) => {
        const request = requests.get(client)?.get(session);
        return request === undefined ? [] : [[session, request] as const];
      }),
    );
    for (const [session, request] of all.requests) made.set(session, request);
    const known = { made, recipient: recipients.get(client), letters: letters.get(client) ?? [] };
    const press = await beginPress(action, { client, pressed, series: all.series.get(client) ?? '' }, known, all);
    if (press) presses.push(press);
  }
  return presses;
}

async function beginPress(
  action: Action,
  { client, pressed, series }: Pick<ClientPress, 'client' | 'pressed' | 'series'>,
  known: { made: ReadonlyMap<string, string>; recipient: Recipient | undefined; letters: readonly FoundLetter[] },
  { requests }: AllPressed,
): Promise<ClientPress | null> {
  const { write, owner, now } = action;
  const { made, recipient } = known;
  const nowMs = now.epochMilliseconds;
  const isOwn = action.actor.kind === 'guest';
  const gets = getsLetters(recipient);
  const { waiting, isWrittenTo } = waitingOf(known.letters, sinceOf(action));
  const ids = new Set(pressed.map(({ session }) => session));
  // Sessions added to a series may replace deleted ones that the client still knows.
  const adds = series !== '' && pressed.some(({ before }) => before === null);
  const practice = { reader: write.trx, engine: write.engine, owner };
  const gone = adds ? await readGone(practice, { client, series, nowMs }) : [];
  if (!gets && waiting.length === 0 && made.size === 0 && gone.length === 0 && !isOwn) return null;
  const placeBefore = placesOf(recipient, nowMs);
  const shown = isOwn ? await showOwn(action, client, pressed, placeBefore) : new Map<string, number>();
  const letters = waiting.map((letter) => ({ letter, about: readAbout(letter.about) }));
  const isLoud = pressed.some(({ silent }) => !silent);
  const met = letters.filter(
    ({ letter, about }) =>
      about?.meetings.some(({ session }) => ids.has(session)) ||
      // Sessions added to a series are announced in its letter that still waits.
      (about && isLoud && series !== '' && letter.series === series && letter.handed === 0),
  );
  const spoken = pressed.filter(({ session, silent }) => !silent && !requests.has(session));
  const mayBeBack = gets && met.length === 0 && !isOwn && !isWrittenTo;
  const back = mayBeBack ? await takenBack(action, client, spoken) : new Set();
  const loud = new Map(
    pressed.filter(({ session, silent }) => !silent && !back.has(session)).map((meeting) => [meeting.session, meeting]),
  );
  const reminders = waiting.filter(({ kind, session }) => kind === 'session-reminder' && ids.has(session ?? ''));
  return { client, pressed, series, gets, made, gone, placeBefore, shown, loud, letters, met, reminders };
}

/** Kinds that are not about a meeting that changed. */
const APART: readonly ClientLetterKind[] = ['session-reminder', 'request-received', 'request-rejected'];

/**
 * Returns the letters to a client that wait or would be retried, and whether any letter about meetings was planned or
 * dropped within the time in which changes settle.
 */
function waitingOf(letters: readonly FoundLetter[], since: string): { waiting: FoundLetter[]; isWrittenTo: boolean } {
  return {
    waiting: letters.filter(({ waits }) => waits === 1),
    isWrittenTo: letters.some(({ kind, updated }) => updated >= since && !APART.includes(kind)),
  };
}

function sinceOf({ now }: Action): string {
  return printInstant(now.subtract({ seconds: LETTER_SETTLES_SECONDS.FIRST }));
}

type FoundLetter = Awaited<ReturnType<(typeof findLetters)['sqlite']>>[number];

async function readLetters(action: Action, clients: readonly string[]): Promise<Map<string | null, FoundLetter[]>> {
  const { write, owner } = action;
  const find = findLetters[write.engine];
  const letters = await find(write.trx, owner, idsOf(write.engine, clients), sinceOf(action));
  // Sorted here: with the order in the query, SQLite would read every letter of the practice by its creation.
  const inOrder = letters.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  return Map.groupBy(inOrder, ({ client }) => client);
}

function orderOf({ created, id }: FoundLetter): string {
  return `${created} ${id}`;
}

const findLetters = perEngine((engine) =>
  preparedQuery((db, value) =>
    db
      .selectFrom('letters')
      .select(['id', 'kind', 'client', 'session', 'series', 'booking', 'about', 'handed', 'created', 'updated'])
      .select(sql<number>`case when ${WAITS} then 1 else 0 end`.as('waits'))
      .where('user', '=', value(0))
      .where('client', 'in', idSlot(engine, value(1)))
      .where((row) => row.or([WAITS, row('updated', '>=', value(2))])),
  ),
);

/**
 * Stores what the visit's page shows the client who just changed it there: the meeting as it was, unless they were told
 * of it, and as it is. Returns the sequence of the latter for each session.
 */
async function showOwn(
  action: Action,
  client: string,
  pressed: readonly PressedOnce[],
  placeBefore: PlaceOf,
): Promise<Map<string, number>> {
  const { write, owner, now } = action;
  const nowMs = now.epochMilliseconds;
  const place = { reader: write.trx, engine: write.engine, owner };
  const about = pressed.map(({ session }) => ({ session, before: null, shown: null }));
  const shown = new Map<string, number>();
  for (const { session, told, now: stands, uid, sequence } of await readMeetings(place, client, about, { nowMs })) {
    const before = pressed.find((meeting) => meeting.session === session)?.before ?? null;
    const stood = before && { startMs: msOf(before.date), duration: before.duration, place: placeBefore(before.place) };
    const known = told ?? stood;
    if (!known) continue;
    const next = told ? sequence : sequence + 1;
    const named = { session, uid, cancelled: false };
    await rememberTold(write, { owner, client, letter: null }, [
      ...(told ? [] : [{ ...named, sequence, said: known }]),
      typeof stands === 'object'
        ? { ...named, sequence: next, said: stands }
        : { ...named, sequence: next, said: known, cancelled: true },
    ]);
    shown.set(session, next);
  }
  return shown;
}
