import type { QueryClient } from '@tanstack/react-query';

/**
 * Where this tab last saw a session, before the lists are read again; null where no screen has shown it, or none since
 * the last change.
 */
export function knownStart(queryClient: QueryClient, id: string): string | null {
  const current = queryClient.getQueryCache().findAll({
    queryKey: ['sessions'],
    predicate: ({ state }) => !state.isInvalidated,
  });
  for (const { state } of current.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)) {
    const found = startIn(state.data, id);
    if (found !== null) return found;
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
