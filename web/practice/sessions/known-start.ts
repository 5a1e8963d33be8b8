import type { Query, QueryClient } from '@tanstack/react-query';

/** Of each list what it held last, and before that: a list can be read again before the event of a move is here. */
const held = new WeakMap<Query, { data: unknown; before: unknown }>();

/** Keeps what lists of sessions held before they were read again; returns the function that ends it. */
export function keepStarts(queryClient: QueryClient): () => void {
  const keep = (query: Query) => {
    const { data } = query.state;
    const last = held.get(query);
    if (query.queryKey[0] === 'sessions' && last?.data !== data) held.set(query, { data, before: last?.data });
  };
  const cache = queryClient.getQueryCache();
  cache.findAll({ queryKey: ['sessions'] }).forEach(keep);
  return cache.subscribe(({ query }) => keep(query));
}

/**
 * Where this tab last saw a session that is at `date` now; null where no screen has shown it, or none since the last
 * change.
 */
export function knownStart(queryClient: QueryClient, id: string, date: string): string | null {
  const current = queryClient.getQueryCache().findAll({
    queryKey: ['sessions'],
    // What stands on the screen is being read again.
    predicate: (query) => query.isActive() || !query.state.isInvalidated,
  });
  for (const query of current.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)) {
    for (const data of [query.state.data, held.get(query)?.before]) {
      const found = startIn(data, id);
      if (found !== null && found !== date) return found;
    }
  }
  return null;
}

function startIn(data: unknown, id: string): string | null {
  if (typeof data !== 'object' || data === null) return null;
  if ('id' in data && data.id === id && 'date' in data && typeof data.date === 'string') return data.date;
  for (const inner of Object.values(data)) {
    const found = startIn(inner, id);
    if (found !== null) return found;
  }
  return null;
}
