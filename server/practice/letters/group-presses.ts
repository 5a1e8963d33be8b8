import { standingOf } from '#domain/letters/difference.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { About, AboutMeeting } from '#server/practice/letters/about.ts';
import type { PlaceBefore, PlaceOf } from '#server/practice/letters/told.ts';

/** A session before it is changed; null before it is created. */
type Before = {
  date: string;
  duration: number;
  status: string;
  place: string;
  /** Of one that is changed alone: when it was made, and since when it is called off. */
  created?: string;
  outcome_at?: string;
} | null;

/** A session that a press changes, and whose meeting it is: of a session that changes hands each client's. */
export interface Pressed {
  session: string;
  client: string;
  before: Before;
  /** Of the client and the practitioner, where their places were others. */
  places?: PlaceBefore;
}

export interface PressedOnce extends Pressed {
  silent: boolean;
}

/** Meetings that one letter is about. */
export interface Group extends About {
  series: string;
  /** The request that it confirms or refuses; '' for none. */
  booking: string;
  atOnce: boolean;
}

export type Waiting = Pick<Row<'letters'>, 'id' | 'kind' | 'session' | 'series' | 'booking' | 'about' | 'handed'>;

interface Grouping {
  pressed: readonly PressedOnce[];
  loud: ReadonlyMap<string, PressedOnce>;
  shown: ReadonlyMap<string, number>;
  /** Letters that waited about pressed meetings, as they were. */
  met: readonly { letter: Waiting; about: About | null }[];
  /** Of those, how often each was handed over. */
  left: ReadonlyMap<string, number>;
  nowMs: number;
  isOwn: boolean;
  series: string;
  /** Sessions of which the first letter is the answer to a request, and that. */
  answers: ReadonlyMap<string, string>;
  placeBefore: PlaceOf;
  isOfMany: boolean;
}

/**
 * Puts pressed meetings together with those of the letters that waited for them: one letter tells what is pressed in one
 * go, and what waits about the same meetings with it. What is pressed silently, and what the client presses, leaves its
 * letter; an answer to a request is one of its own.
 */
export function groupsOf({
  pressed,
  loud,
  shown,
  met,
  left,
  nowMs,
  isOwn,
  series,
  answers,
  placeBefore,
  isOfMany,
}: Grouping): Group[] {
  const silent = new Set(pressed.flatMap(({ session }) => (loud.has(session) ? [] : [session])));
  const groups: Group[] = [];
  const carried = new Map<string, AboutMeeting & { firstMs: number }>();
  const rest: AboutMeeting[] = [];
  let firstMs = nowMs;
  let ofSeries = series;
  for (const { letter, about } of met) {
    if (!about) continue;
    // A letter that was handed over has arrived, or will be recorded as refused.
    const isGone = (left.get(letter.id) ?? 0) > 0;
    const meetings = about.meetings
      .filter(({ session }) => !silent.has(session))
      .map((meeting) => (isGone ? { ...meeting, before: null, shown: null } : meeting));
    const hers = meetings.filter(({ session }) => loud.has(session));
    const others = meetings.filter(({ session }) => !loud.has(session));
    const atOnce = about.meetings.every((meeting) => meeting.shown !== null);
    for (const meeting of hers) carried.set(meeting.session, { ...meeting, firstMs: about.firstMs });
    const isJoined = hers.some(({ session }) => !answers.has(session)) || (series !== '' && letter.series === series);
    if (isJoined && !isOwn && !atOnce) {
      rest.push(...others);
      firstMs = Math.min(firstMs, about.firstMs);
      ofSeries ||= letter.series ?? '';
    } else if (others.length > 0) {
      const { firstMs: first, lastMs, isOfMany: many } = about;
      const { series: of, booking } = letter;
      const stays = { firstMs: first, lastMs, isOfMany: many, series: of ?? '', booking: booking ?? '', atOnce };
      groups.push({ ...stays, meetings: others });
    }
  }
  const meetings: AboutMeeting[] = [];
  for (const { session, client, before, places } of loud.values()) {
    const known = carried.get(session);
    const at = shown.get(session);
    const booking = answers.get(session) ?? '';
    const stood = standingOf(
      before && { ...before, client, place: placeBefore(before.place, places), startMs: msOf(before.date) },
      client,
      nowMs,
    );
    // What the client pressed is what they know: nothing stood before that they could be spared. Where a later press
    // leaves it so, their calendar has still to follow.
    const isCarried = known?.shown === null;
    // Nor did anything before a request was confirmed.
    const first = booking !== '' && before === null ? null : stood;
    const since = Math.min(at ?? Infinity, known?.shown ?? Infinity);
    const meeting: AboutMeeting = Number.isFinite(since)
      ? { session, before: null, shown: since }
      : { session, before: isCarried ? known.before : first, shown: null };
    if (booking === '') meetings.push(meeting);
    else {
      const alone = { firstMs: known?.firstMs ?? nowMs, lastMs: nowMs, isOfMany, series: '', atOnce: isOwn };
      groups.push({ ...alone, booking, meetings: [meeting] });
    }
  }
  if (meetings.length + rest.length > 0) {
    groups.push({
      meetings: [...meetings, ...rest],
      firstMs,
      lastMs: nowMs,
      isOfMany,
      series: ofSeries,
      booking: '',
      atOnce: isOwn,
    });
  }
  return groups;
}

export function joinGroups(groups: readonly Group[]): Group {
  const [series = '', ...others] = new Set(groups.map((group) => group.series));
  return {
    meetings: groups.flatMap((group) => group.meetings),
    isOfMany: true,
    firstMs: Math.min(...groups.map((group) => group.firstMs)),
    lastMs: Math.max(...groups.map((group) => group.lastMs)),
    series: others.length === 0 ? series : '',
    booking: '',
    atOnce: false,
  };
}

export function msOf(stored: string): number {
  return parseStoredInstant(stored).epochMilliseconds;
}
