import { useThrottledValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';

/** Reads one page of a list, the first being 1; only the first has to tell the total. */
export type PageQuery<Item> = (
  page: number,
) => UseQueryOptions<ListResult<Item>, Error, ListResult<Item>, readonly unknown[]>;

export interface ListPages<Item> {
  at: (index: number) => Item | undefined;
  failed: boolean;
  retry: () => void;
}

/** At most so often a list that flies by is asked for. */
const PAUSE = 100;

/** The pages on which the records from `first` to `last` stand, and the next one as soon as its beginning is near. */
export function useListPages<Item>(
  query: PageQuery<Item>,
  perPage: number,
  total: number,
  { first, last }: { first: number; last: number },
): ListPages<Item> {
  const near = perPage / 4;
  const from = Math.floor(Math.max(0, first - near) / perPage);
  const to = Math.floor(Math.min(total - 1, last + near) / perPage);
  const span = useThrottledValue(`${from} ${to}`, PAUSE);
  const [start = 0, end = 0] = span.split(' ').map(Number);
  const pages = Array.from({ length: end - start + 1 }, (_, index) => start + index + 1);
  const results = useQueries({ queries: pages.map((page) => query(page)) });
  return {
    at: (index) => results[Math.floor(index / perPage) - start]?.data?.items[index % perPage],
    failed: results.some((result) => result.isError && !result.data),
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}
