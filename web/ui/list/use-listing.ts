import { useQueries } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';
import { useState } from 'react';
import type { PageQuery } from '#web/ground/api/page-query.ts';

interface Listing<Asked, Item> {
  asked: Asked;
  /** The first page of each list. */
  first: readonly ListResult<Item>[];
}

/**
 * Queries the first pages of the requested lists. While others load, the previous ones stay; `shown` is null until the
 * first are loaded.
 */
export function useListing<Asked, Item>(asked: Asked, listsOf: (asked: Asked) => readonly PageQuery<Item>[]) {
  const results = useQueries({ queries: listsOf(asked).map((query) => query(1)) });
  const [last, setLast] = useState<Listing<Asked, Item> | null>(null);
  const first = results.flatMap(({ data }) => data ?? []);
  const waiting = first.length < results.length;
  const isLast = waiting || first.every((page, index) => page === last?.first[index]);
  const shown = isLast ? last : { asked, first };
  if (!isLast) setLast(shown);
  return { shown, waiting, failed: results.some(({ isError, data }) => isError && !data) };
}
