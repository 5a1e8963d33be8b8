import { inOrder } from '#web/practice/calendar/calendar-entries.ts';
import type { DayEntries, DayRequest } from '#web/practice/calendar/calendar-entries.ts';
import type { DaySession } from '#web/practice/calendar/sessions-by-day.ts';
import { sideBySide } from '#web/practice/sessions/day-layout.ts';
import type { ClockSpan, Share } from '#web/practice/sessions/day-layout.ts';

/** The position of an entry in a day: its time and its share of the width. */
type Place = ClockSpan & Share;
export type Block = Place & DaySession;
export type RequestPlace = Place & DayRequest;

/** The roving-tabindex id of an entry: the part of a session on a later day has its own. */
export function stopOf(place: Block | RequestPlace): string {
  const id = 'session' in place ? place.session.id : place.request.id;
  return place.part.after > 0 ? `${id}+${place.part.after}` : id;
}

/** Places the entries of a day; a block is as tall as the part of its session or request on that day. */
export function layOutDay(entries: DayEntries): { blocks: Block[]; requests: RequestPlace[] } {
  const placed = sideBySide(inOrder(entries).map((one) => ({ ...one, from: one.part.from, to: one.part.to })));
  return {
    blocks: placed.filter((one) => 'session' in one),
    requests: placed.filter((one) => 'request' in one),
  };
}
