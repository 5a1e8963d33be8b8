import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** Where a save reads the record from, and shows to the screens what it has become. */
export interface Source<Stored> {
  read: () => Promise<Stored>;
  seed: (record: Stored) => void;
}

/** A record that screens show from one query. */
export function cached<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Source<Data> {
  return {
    read: () => readNewest(queryClient, query),
    seed: (record) => void queryClient.setQueryData<Data>(query.queryKey, record),
  };
}

/**
 * Reads a record before it is changed, so that a change made elsewhere a moment ago is not overwritten unseen. Throws
 * where the request fails: then nothing is saved.
 */
export function readNewest<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  return queryClient.fetchQuery({ ...query, staleTime: 0 });
}
