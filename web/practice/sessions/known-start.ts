import type { QueryClient } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';

type Held = Pick<SessionTimeRecord, 'id' | 'date'>;

/** Where a list of this tab shows a session that is at `date` now; null where none does, or none since the last change. */
export function knownStart(queryClient: QueryClient, id: string, date: string): string | null {
  const lists = queryClient.getQueryCache().findAll({
    queryKey: ['sessions'],
    // What stands on the screen is being read again.
    predicate: (query) => query.isActive() || !query.state.isInvalidated,
  });
  const seen = lists
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => {
      const data = state.data as Held[] | Partial<ListResult<Held>> | null | undefined;
      return (Array.isArray(data) ? data : data?.items) ?? [];
    });
  return seen.find((one) => one.id === id && one.date !== date)?.date ?? null;
}
