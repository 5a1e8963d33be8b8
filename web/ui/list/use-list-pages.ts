import { useThrottledValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import type { PageQuery } from '#web/ground/api/page-query.ts';

export interface ListPages<Item> {
  at: (index: number) => Item | undefined;
  failed: boolean;
}

/** The least time between requests while a list scrolls fast, in milliseconds. */
const THROTTLE_MS = 100;

interface Seen {
  first: number;
  last: number;
  /** An item whose page stays loaded, independent of the others. */
  kept: number | null;
}

/** The pages of the visible records; a neighbouring page loads as soon as its edge is near. */
export function useListPages<Item>(
  query: PageQuery<Item>,
  perPage: number,
  total: number,
  { first, last, kept }: Seen,
): ListPages<Item> {
  const pageOf = (index: number) => Math.floor(Math.min(total - 1, Math.max(0, index)) / perPage) + 1;
  const near = perPage / 4;
  const span = useThrottledValue(`${pageOf(first - near)} ${pageOf(last + near)}`, THROTTLE_MS);
  const [from = 1, to = 1] = span.split(' ').map(Number);
  const pages = new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index));
  if (kept !== null) pages.add(pageOf(kept));
  const numbers = [...pages];
  const results = useQueries({ queries: numbers.map((page) => query(page)) });
  return {
    at: (index) => results[numbers.indexOf(pageOf(index))]?.data?.items[index % perPage],
    failed: results.some((result) => result.isError && !result.data),
  };
}
