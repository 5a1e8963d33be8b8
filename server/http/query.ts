import { badRequest } from '#domain/errors.ts';

/** The query of an address as Fastify reads it; the first value of a repeated key counts. */
export type Query = Readonly<Record<string, unknown>>;

export function queryText(query: Query, key: string): string {
  const value = query[key];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}

export interface Paging {
  page: number;
  perPage: number;
  /** Answer without counting. */
  skipTotal: boolean;
}

const PER_PAGE = { default: 30, max: 1000 } as const;
const TRUE = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSE = ['', '0', 'f', 'F', 'FALSE', 'false', 'False'];

/** Page 1 and 30 a page where nothing better is asked for, at most 1000 (API-02). */
export function readPaging(query: Query): Paging {
  const perPage = wholeNumber(query, 'perPage') ?? 0;
  const page = wholeNumber(query, 'page') ?? 1;
  const skipTotal = queryText(query, 'skipTotal');
  if (!TRUE.includes(skipTotal) && !FALSE.includes(skipTotal))
    throw badRequest('Invalid skipTotal: true or false expected.');
  return {
    page: Math.max(1, page),
    perPage: perPage <= 0 ? PER_PAGE.default : Math.min(perPage, PER_PAGE.max),
    skipTotal: TRUE.includes(skipTotal),
  };
}

function wholeNumber(query: Query, key: string): number | null {
  const text = queryText(query, key);
  if (text === '') return null;
  // Ten digits: far beyond any list, and its offset is still exact.
  if (!/^[+-]?\d{1,10}$/.test(text)) throw badRequest(`Invalid ${key}: a whole number expected.`);
  return Number(text);
}
