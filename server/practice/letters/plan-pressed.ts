import { type Adoption, type Difference, differences } from '#domain/letters/difference.ts';
import type { Action } from '#server/ground/action.ts';
import { type AskedRequest, readAsked } from '#server/practice/letters/asked.ts';
import { type AllPressed, beginPresses, type ClientPress } from '#server/practice/letters/begin-presses.ts';
import { type Group, groupsOf, joinGroups, type Waiting } from '#server/practice/letters/group-presses.ts';
import { letterOfGroup } from '#server/practice/letters/letter-of-group.ts';
import { dropLetters, forgetAbout, planLetters, type PlannedLetter } from '#server/practice/letters/letter-rows.ts';
import { getsApproval } from '#server/practice/letters/request-letters.ts';
import { adopt } from '#server/practice/letters/remember-told.ts';
import { isValid, type Known, type KnownMeeting, meetingsOf, readKnown } from '#server/practice/letters/told.ts';

/** Plans, replaces and drops the letters to clients about changed meetings. */
export async function planPressed(action: Action, all: AllPressed): Promise<void> {
  const { write, owner, now } = action;
  const presses = await beginPresses(action, all);
  if (presses.length === 0) return;
  await takeBack(
    action,
    presses.flatMap(({ reminders, met }) => [...reminders, ...met.map(({ letter }) => letter)]),
  );
  // Read after they were taken back: a letter that was handed over meanwhile counts as sent.
  const left = await handedOf(
    action,
    presses.flatMap(({ met }) => met.map(({ letter }) => letter.id)),
  );
  const practice = { reader: write.trx, engine: write.engine, owner };
  const requests = presses.flatMap(({ made, letters }) => [
    ...made.values(),
    ...letters.flatMap(({ letter }) => letter.booking ?? []),
  ]);
  const sessions = presses.flatMap(({ pressed, letters, gone }) => [
    ...pressed.map(({ session }) => session),
    ...gone.map(({ session }) => session),
    ...letters.flatMap(({ about }) => about?.meetings.map(({ session }) => session) ?? []),
  ]);
  const known = await readKnown(practice, [...new Set(sessions)], now.epochMilliseconds);
  const asked = await readAsked(practice, [...new Set(requests)]);
  const planned: PlannedLetter[] = [];
  for (const press of presses) {
    const stands = { left, known, asked, isOfMany: all.meetings.length > 1 };
    planned.push(...(await lettersOf(action, press, stands)));
  }
  await planLetters(action, planned);
}

/** What is known once the waiting letters are taken back. */
interface Stands {
  /** How often each letter was handed over. */
  left: ReadonlyMap<string, number>;
  known: Known;
  /** The requests from which the meetings were created. */
  asked: ReadonlyMap<string, AskedRequest>;
  /** Whether several meetings were changed together, of whatever clients. */
  isOfMany: boolean;
}

/** Returns the letters to plan for one client. */
async function lettersOf(
  action: Action,
  { client, pressed, series, gets, made, gone, placeBefore, shown, loud, letters, met }: ClientPress,
  { left, known: stands, asked: askedOf, isOfMany }: Stands,
): Promise<PlannedLetter[]> {
  const nowMs = action.now.epochMilliseconds;
  const isOwn = action.actor.kind === 'guest';
  const isUnanswered = (session: string, request: string): boolean => {
    const asked = askedOf.get(request)?.waitsFor;
    if (!asked || asked.startMs <= nowMs) return false;
    const [meeting] = meetingsOf(stands, client, [{ session, before: null, shown: null }], { nowMs, asked });
    return meeting?.asked !== null;
  };
  const answers = new Map<string, string>();
  for (const [session, request] of made) {
    const isNew = pressed.some((meeting) => meeting.session === session && meeting.before === null);
    // A session that returns to its client was confirmed before.
    const isTold =
      stands.get(session)?.told.some((row) => row.client === client && row.cancelled === 0 && isValid(row)) ?? false;
    if ((isNew && !isTold) || isUnanswered(session, request)) answers.set(session, request);
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
  if (groups.length === 0 && others.length === 0) return [];
  const read = ({ booking, meetings }: Group): KnownMeeting[] =>
    meetingsOf(stands, client, meetings, { nowMs, asked: askedOf.get(booking)?.waitsFor ?? null });
  const known = new Map([...groups, ...others.map((other) => other.group)].map((group) => [group, read(group)]));
  const asked = [...known.values()].flat();
  const named = new Set(asked.map(({ session }) => session));
  const goneUnnamed = gone.filter(({ session }) => !named.has(session));
  const concerned = [...asked, ...meetingsOf(stands, client, goneUnnamed, { nowMs })];
  const { adoptions } = differences(concerned, nowMs);
  const adopted = new Set(adoptions.flatMap(({ from, to }: Adoption) => [from, to]));
  await adopt(action, client, adoptions, concerned);
  const told = (group: Group): Difference[] =>
    differences(
      (known.get(group) ?? []).filter(({ session }) => !adopted.has(session)),
      nowMs,
    ).differences;
  const isOff = (group: Group): boolean => {
    const all = told(group);
    return group.booking === '' && all.length > 0 && all.every(({ change }) => change === 'cancelled');
  };
  // Sessions that are cancelled together, for instance for a vacation, may arrive in several requests.
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
    const isAddressed = group.booking === '' ? gets : await getsApproval(action, askedOf.get(group.booking), gets);
    const letter = isAddressed ? letterOfGroup(client, group, told(group), nowMs) : null;
    if (letter) planned.push(letter);
  }
  return planned;
}

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
