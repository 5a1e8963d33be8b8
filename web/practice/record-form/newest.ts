import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** Reads the record for a save, and publishes the saved record to the screens. */
export interface Source<Stored> {
  read: () => Promise<Stored>;
  seed: (record: Stored) => void;
}

/** A record that screens render from one query. */
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
 * Reads a record before it is changed, so that a recent change elsewhere is not overwritten unnoticed. Throws when the
 * request fails: then nothing is saved.
 */
export function readNewest<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  return queryClient.fetchQuery({ ...query, staleTime: 0 });
}
