/** A request for a page of records. The page's head sends those of the first screen before the program is here. */
export interface ListRequest {
  collection: string;
  page: number;
  perPage: number;
  skipTotal: boolean;
  filter?: string;
  fields?: string;
  sort?: string;
  expand?: string;
}

/** Pages of a list that is read whole. */
export const WHOLE = { page: 1, perPage: 1000, skipTotal: true } as const;

/** One record, for the total alone. */
export const COUNT = { page: 1, perPage: 1, skipTotal: false, fields: 'id' } as const;

/** The request as `GET /api/start` takes it: 'clients?page=1&…'. */
export function listText({ collection, ...query }: ListRequest): string {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${collection}?${new URLSearchParams(texts).toString()}`;
}
