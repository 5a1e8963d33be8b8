import type { StoredInstant } from '#domain/time/instant.ts';
import { contains, filled, searchFilter } from '#web/ground/api/filter.ts';
import type { SessionSearch, Span } from '#web/practice/sessions/day/session-search.ts';

/** The query of one session list: its user, its side of the boundary and its search. */
export interface SessionList {
  user: string;
  part: 'upcoming' | 'past';
  boundary: StoredInstant;
  search: SessionSearch;
}

/**
 * The server accepts 50 comparisons in 2,000 characters: enough for twenty years of a date, or of a time in a zone
 * without clock changes, and for ten years of a time in a zone with two changes a year.
 */
const MOST_SPANS = 21;

/** The earliest time that a search without a year covers; null for any other search, which covers all past sessions. */
export function searchedSince(search: SessionSearch, boundary: StoredInstant): StoredInstant | null {
  if (search.by !== 'time' || !search.anyYear) return null;
  const past = nearest(
    search.spans.filter(({ from }) => from <= boundary),
    boundary,
  );
  return past.at(-1)?.from ?? null;
}

/**
 * The server's filter: 'upcoming' starts after the boundary, 'past' at it or before. Sessions of erased clients are
 * excluded.
 */
export function listFilter({ user, part, boundary, search }: SessionList): string {
  const side = part === 'upcoming' ? 'date > {:boundary}' : 'date <= {:boundary}';
  return [
    filled('user = {:user}', { user }),
    filled(side, { boundary }),
    "client != ''",
    askedFor(search, part, boundary),
  ]
    .filter(Boolean)
    .join(' && ');
}

function askedFor(search: SessionSearch, part: SessionList['part'], boundary: StoredInstant): string {
  if (search.by === 'nothing') return '';
  if (search.by === 'client') return searchFilter('client.search_text', search.terms);
  const reachable = search.spans.filter(({ from, to }) => (part === 'upcoming' ? to > boundary : from <= boundary));
  const spans = nearest(reachable, boundary);
  const clocks = [...new Set(spans.map(({ clock }) => clock))];
  // A time that no clock shows must match no session.
  if (clocks.length === 0) return "id = ''";
  return anyOf(
    clocks.map((clock) =>
      spansFilter(
        clock,
        spans.filter((span) => span.clock === clock),
      ),
    ),
  );
}

function nearest(spans: Span[], boundary: StoredInstant): Span[] {
  const upcoming = spans.filter(({ from }) => from > boundary).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const past = spans.filter(({ from }) => from <= boundary).toSorted((a, b) => (a.from < b.from ? 1 : -1));
  return [...upcoming, ...past].slice(0, MOST_SPANS);
}

/** Each UTC time is compared once, however many spans of the year share it. */
function spansFilter(clock: string | undefined, spans: Span[]): string {
  const within = anyOf(spans.map(({ from, to }) => filled('date >= {:from} && date < {:to}', { from, to })));
  return clock === undefined ? within : `${contains('date', ` ${clock}:`)} && ${within}`;
}

function anyOf(conditions: string[]): string {
  return `(${conditions.map((condition) => `(${condition})`).join(' || ')})`;
}
