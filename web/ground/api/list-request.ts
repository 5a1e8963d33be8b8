/**
 * A request for a page of records. The inline script in the page sends those of the first screen before the program
 * loads.
 */
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

/** For a list that is read in full. */
export const WHOLE = { page: 1, perPage: 1000, skipTotal: true } as const;

/** Reads one record, only to get the total. */
export const COUNT = { page: 1, perPage: 1, skipTotal: false, fields: 'id' } as const;

/** The request as `GET /api/start` takes it: 'clients?page=1&…'. */
export function listText({ collection, ...query }: ListRequest): string {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `${collection}?${new URLSearchParams(texts).toString()}`;
}
