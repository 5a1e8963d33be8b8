import { standingOf } from '#domain/letters/difference.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { About, AboutMeeting } from '#server/practice/letters/about.ts';
import type { PlaceBefore, PlaceOf } from '#server/practice/letters/told.ts';

/** A session before its change; null before its creation. */
type Before = {
  date: string;
  duration: number;
  status: string;
  place: string;
  /** Only where it is changed by itself: when it was created, and since when it is cancelled. */
  created?: string;
  outcome_at?: string;
} | null;

/**
 * A changed session and the client whose meeting it is; a session that moves to another client is a change for both.
 */
export interface Pressed {
  session: string;
  client: string;
  before: Before;
  /** The places of the client and the practitioner before the change, where those changed. */
  places?: PlaceBefore;
}

export interface PressedOnce extends Pressed {
  silent: boolean;
}

/** Meetings that one letter is about. */
export interface Group extends About {
  series: string;
  /** The request that it approves or rejects; '' for none. */
  booking: string;
  atOnce: boolean;
}

export type Waiting = Pick<Row<'letters'>, 'id' | 'kind' | 'session' | 'series' | 'booking' | 'about' | 'handed'>;

interface Grouping {
  pressed: readonly PressedOnce[];
  loud: ReadonlyMap<string, PressedOnce>;
  shown: ReadonlyMap<string, number>;
  /** Waiting letters about changed meetings, before they were taken back. */
  met: readonly { letter: Waiting; about: About | null }[];
  /** How often each of them was handed over. */
  left: ReadonlyMap<string, number>;
  nowMs: number;
  isOwn: boolean;
  series: string;
  /** Sessions whose first letter answers a request, with that request. */
  answers: ReadonlyMap<string, string>;
  placeBefore: PlaceOf;
  isOfMany: boolean;
}

/**
 * Groups changed meetings by letter. One letter tells what was changed together, and what the waiting letters about the
 * same meetings would have told. Meetings that were changed silently or by the client leave the letter about others;
 * each answer to a request is a letter of its own.
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
    // The client knows their own change, so no state before it counts. If a later change leaves that state as it is,
    // the calendar still has to be updated.
    const isCarried = known?.shown === null;
    // Before a request was confirmed there was no meeting either.
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
