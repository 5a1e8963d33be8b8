import { type Adoption, type Difference, differences } from '#domain/letters/difference.ts';
import type { Action } from '#server/ground/action.ts';
import { sql } from 'kysely';
import { type ClientLetterKind, LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import { printInstant } from '#domain/time/instant.ts';
import { preparedQuery } from '#server/ground/db/prepared-query.ts';
import { readAbout } from '#server/practice/letters/about.ts';
import { readAsked, readRequests } from '#server/practice/letters/asked.ts';
import {
  type Group,
  groupsOf,
  joinGroups,
  msOf,
  type PressedOnce,
  type Waiting,
} from '#server/practice/letters/group-presses.ts';
import { letterOfGroup } from '#server/practice/letters/letter-of-group.ts';
import {
  dropLetters,
  forgetAbout,
  planLetters,
  type PlannedLetter,
  WAITS,
} from '#server/practice/letters/letter-rows.ts';
import { getsLetters, readRecipient } from '#server/practice/letters/recipients.ts';
import { getsApproval } from '#server/practice/letters/request-letters.ts';
import { takenBack } from '#server/practice/letters/taken-back.ts';
import {
  adopt,
  type KnownMeeting,
  type PlaceOf,
  placesOf,
  type Practice,
  readGone,
  readMeetings,
  rememberTold,
} from '#server/practice/letters/told.ts';

/** Plans, replaces and drops the letters to one client about meetings that were pressed. */
export async function planPressed(
  action: Action,
  client: string,
  pressed: readonly PressedOnce[],
  { requests, series, isOfMany }: { requests: ReadonlyMap<string, string>; series: string; isOfMany: boolean },
): Promise<void> {
  const { write, owner, now } = action;
  const nowMs = now.epochMilliseconds;
  const isOwn = action.actor.kind === 'guest';
  const recipient = await readRecipient(action, client);
  const gets = getsLetters(recipient);
  const { waiting, isWrittenTo } = await readLetters(action, client);
  const ids = new Set(pressed.map(({ session }) => session));
  const place = { reader: write.trx, engine: write.engine, owner };
  const made = new Map(isOwn ? [] : [...(await readRequests(place, client))].filter(([session]) => ids.has(session)));
  for (const [session, request] of requests) made.set(session, request);
  // What a series adds can be what its client knows by sessions that went without a letter.
  const adds = series !== '' && pressed.some(({ before }) => before === null);
  const gone = adds ? await readGone(place, { client, series, nowMs }) : [];
  if (!gets && waiting.length === 0 && made.size === 0 && gone.length === 0 && !isOwn) return;
  const placeBefore = placesOf(recipient, nowMs);
  const shown = isOwn ? await showOwn(action, client, pressed, placeBefore) : new Map<string, number>();
  const letters = waiting.map((letter) => ({ letter, about: readAbout(letter.about) }));
  const isLoud = pressed.some(({ silent }) => !silent);
  const met = letters.filter(
    ({ letter, about }) =>
      about?.meetings.some(({ session }) => ids.has(session)) ||
      // What a series gets is told with what waits about it.
      (about && isLoud && series !== '' && letter.series === series && letter.handed === 0),
  );
  const spoken = pressed.filter(({ session, silent }) => !silent && !requests.has(session));
  const mayBeBack = gets && met.length === 0 && !isOwn && !isWrittenTo;
  const back = mayBeBack ? await takenBack(action, client, spoken) : new Set();
  const loud = new Map(
    pressed.filter(({ session, silent }) => !silent && !back.has(session)).map((meeting) => [meeting.session, meeting]),
  );
  const reminders = waiting.filter(({ kind, session }) => kind === 'session-reminder' && ids.has(session ?? ''));
  await takeBack(action, [...reminders, ...met.map(({ letter }) => letter)]);
  // Asked once more: a letter that was handed over meanwhile told what it said.
  const left = await handedOf(
    action,
    met.map(({ letter }) => letter.id),
  );
  const answers = new Map<string, string>();
  for (const [session, request] of made) {
    const isApproval = pressed.some((meeting) => meeting.session === session && meeting.before === null);
    if (isApproval || (await isUnanswered(place, { client, session, request, nowMs }))) answers.set(session, request);
  }
  for (const { letter, about } of met) {
    if (letter.booking === null || (left.get(letter.id) ?? 0) > 0) continue;
    for (const { session } of about?.meetings ?? []) answers.set(session, letter.booking);
  }
  const groups = groupsOf({ pressed, loud, shown, met, left, nowMs, isOwn, series, answers, placeBefore, isOfMany });
  const others = letters.flatMap(({ letter, about }) => {
    if (!about || letter.handed > 0 || met.some((one) => one.letter === letter)) return [];
    return [{ letter, group: { ...about, series: letter.series ?? '', booking: letter.booking ?? '', atOnce: false } }];
  });
  if (groups.length === 0 && others.length === 0) return;
  const read = async ({ booking, meetings }: Group): Promise<KnownMeeting[]> => {
    const asked = booking === '' ? null : await readAsked(place, booking);
    return readMeetings(place, client, meetings, { nowMs, asked });
  };
  const known = new Map<Group, KnownMeeting[]>();
  for (const group of [...groups, ...others.map((other) => other.group)]) known.set(group, await read(group));
  const asked = [...known.values()].flat();
  const named = new Set(asked.map(({ session }) => session));
  const goneUnnamed = gone.filter(({ session }) => !named.has(session));
  const { adoptions } = differences([...asked, ...(await readMeetings(place, client, goneUnnamed, { nowMs }))], nowMs);
  const adopted = new Set(adoptions.flatMap(({ from, to }: Adoption) => [from, to]));
  await adopt(action, adoptions);
  const told = (group: Group): Difference[] =>
    differences(
      (known.get(group) ?? []).filter(({ session }) => !adopted.has(session)),
      nowMs,
    ).differences;
  const isOff = (group: Group): boolean => {
    const all = told(group);
    return group.booking === '' && all.length > 0 && all.every(({ change }) => change === 'cancelled');
  };
  // What is called off in one go, a vacation for instance, may come in several calls.
  const off = groups.filter((group) => isOfMany && isOff(group) && !group.atOnce);
  const joined = off.length === 0 ? [] : others.filter(({ group }) => group.isOfMany && isOff(group));
  const changed = others.filter(
    (other) => joined.includes(other) || other.group.meetings.some(({ session }) => adopted.has(session)),
  );
  await takeBack(
    action,
    changed.map(({ letter }) => letter),
  );
  const one = off.length + joined.length > 1 ? [...off, ...joined.map(({ group }) => group)] : [];
  const final = [
    ...groups.filter((group) => !one.includes(group)),
    ...changed.map(({ group }) => group).filter((group) => !one.includes(group)),
    ...(one.length > 0 ? [joinGroups(one)] : []),
  ];
  if (one.length > 0)
    known.set(
      final.at(-1) as Group,
      one.flatMap((group) => known.get(group) ?? []),
    );
  const planned: PlannedLetter[] = [];
  for (const group of final) {
    const isAddressed = group.booking === '' ? gets : await getsApproval(action, group.booking, gets);
    const letter = isAddressed ? letterOfGroup(client, group, told(group), nowMs) : null;
    if (letter) planned.push(letter);
  }
  await planLetters(action, planned);
}

/** Whether the first letter about a session is still the answer to its request, which is to come. */
async function isUnanswered(
  place: Practice,
  { client, session, request, nowMs }: { client: string; session: string; request: string; nowMs: number },
): Promise<boolean> {
  const asked = await readAsked(place, request);
  if (!asked || asked.startMs <= nowMs) return false;
  const [meeting] = await readMeetings(place, client, [{ session, before: null, shown: null }], { nowMs, asked });
  return meeting?.asked !== null;
}

/** Kinds that are about no meeting which was pressed. */
const APART: readonly ClientLetterKind[] = ['session-reminder', 'request-received', 'request-rejected'];

/**
 * Returns the letters to a client that wait or would be repeated, and whether any about meetings was planned or dropped
 * within the time in which presses settle.
 */
async function readLetters(
  { write, owner, now }: Action,
  client: string,
): Promise<{ waiting: Waiting[]; isWrittenTo: boolean }> {
  const since = printInstant(now.subtract({ seconds: LETTER_SETTLES_SECONDS.FIRST }));
  const letters = await findLetters(write.trx, owner, client, since);
  return {
    waiting: letters.filter(({ waits }) => waits === 1),
    isWrittenTo: letters.some(({ kind, updated }) => updated >= since && !APART.includes(kind)),
  };
}

const findLetters = preparedQuery((db, value) =>
  db
    .selectFrom('letters')
    .select(['id', 'kind', 'session', 'series', 'booking', 'about', 'handed', 'updated'])
    .select(sql<number>`case when ${WAITS} then 1 else 0 end`.as('waits'))
    .where('user', '=', value(0))
    .where('client', '=', value(1))
    .where((row) => row.or([WAITS, row('updated', '>=', value(2))]))
    .orderBy('created')
    .orderBy('id'),
);

async function handedOf({ write, owner }: Action, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await write.trx
    .selectFrom('letters')
    .select(['id', 'handed'])
    .where('user', '=', owner)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, handed }) => [id, handed]));
}

async function takeBack(action: Action, letters: readonly Pick<Waiting, 'id'>[]): Promise<void> {
  if (letters.length === 0) return;
  const ids = letters.map(({ id }) => id);
  await dropLetters(action, { ids });
  await forgetAbout(action, ids);
}

/**
 * Remembers what the page of a visit shows its client, who pressed there: the meeting as it was, unless they were told,
 * and as it is. Returns the sequence of that for each session.
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
