import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads a record anew before it is written over, so that what changed elsewhere a moment ago is not lost unseen. Throws
 * as the reading does: without an answer nothing is saved.
 */
export function readNewest<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  return queryClient.fetchQuery({ ...query, staleTime: 0 });
}
