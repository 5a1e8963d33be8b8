import type { UseQueryOptions } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';

/** Reads one page of a list, counted from 1; only the first page has to carry the total. */
export type PageQuery<Item> = (page: number) => UseQueryOptions<ListResult<Item>, Error, ListResult<Item>>;
