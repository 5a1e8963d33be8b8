import type { StoredInstant } from '#domain/time/instant.ts';
import { contains, filled, searchFilter } from '#web/api/filter.ts';
import type { SessionSearch, Span } from '#web/sessions/session-search.ts';

/** The sessions of one list: whose they are, on which side of the boundary they start and what was searched. */
export interface SessionList {
  user: string;
  part: 'upcoming' | 'past';
  boundary: StoredInstant;
  search: SessionSearch;
}

/** The server reads 50 comparisons in 2,000 characters; a zone that changes its clock twice a year needs 21 in ten. */
const MOST_SPANS = 21;

/** What the server is asked for: 'upcoming' starts after the boundary, 'past' has begun by then. */
export function listFilter({ user, part, boundary, search }: SessionList): string {
  const side = part === 'upcoming' ? 'date > {:boundary}' : 'date <= {:boundary}';
  return [filled('user = {:user}', { user }), filled(side, { boundary }), askedFor(search, part, boundary)]
    .filter(Boolean)
    .join(' && ');
}

function askedFor(search: SessionSearch, part: SessionList['part'], boundary: StoredInstant): string {
  if (search.by === 'nothing') return '';
  if (search.by === 'client') return searchFilter('client.search_text', search.terms);
  const reachable = search.spans.filter(({ from, to }) => (part === 'upcoming' ? to > boundary : from <= boundary));
  const spans = nearest(reachable, boundary);
  const clocks = [...new Set(spans.map(({ clock }) => clock))];
  // A time that no clock shows is looked for and not found.
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

/** One time of UTC is asked for once, however many stretches of the year it stands for. */
function spansFilter(clock: string | undefined, spans: Span[]): string {
  const within = anyOf(spans.map(({ from, to }) => filled('date >= {:from} && date < {:to}', { from, to })));
  return clock === undefined ? within : `${contains('date', ` ${clock}:`)} && ${within}`;
}

function anyOf(conditions: string[]): string {
  return `(${conditions.map((condition) => `(${condition})`).join(' || ')})`;
}
