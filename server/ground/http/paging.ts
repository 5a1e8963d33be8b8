import { setImmediate as nextTurn } from 'node:timers/promises';
import { badRequest } from '#domain/errors.ts';
import { type Query, queryText } from '#server/ground/http/request.ts';

export interface Paging {
  page: number;
  perPage: number;
  /** Whether the caller needs no totals. */
  skipTotal: boolean;
}

export interface Page<Item = unknown> {
  items: Item[];
  page: number;
  perPage: number;
  totalItems: number;
  totalPages: number;
}

const PER_PAGE = { default: 30, max: 1000 } as const;
const TRUE = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSE = ['', '0', 'f', 'F', 'FALSE', 'false', 'False'];

/** Reads page and size: by default page 1 with 30 items, at most 1000 (API-02). */
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
  // Ten digits are far beyond any list, and the offset is still exact.
  if (!/^[+-]?\d{1,10}$/.test(text)) throw badRequest(`Invalid ${key}: a whole number expected.`);
  return Number(text);
}

/** Returns a page with its totals; -1 where they are not counted. */
export function pageOf<Item>(items: Item[], { page: number, perPage, skipTotal }: Paging, total: number): Page<Item> {
  const totals = skipTotal
    ? { totalItems: -1, totalPages: -1 }
    : { totalItems: total, totalPages: Math.ceil(total / perPage) };
  return { items, page: number, perPage, ...totals };
}

/** Characters of JSON that are produced in one piece. */
const PRINTED_AT_ONCE = 256 * 1024;

/** Returns a page as JSON. Long texts are serialised in pieces, between which other requests run. */
export async function printPage({ items, ...rest }: Page): Promise<Buffer> {
  const printed: Buffer[] = [];
  let piece = '{"items":[';
  for (const [at, item] of items.entries()) {
    piece += `${at === 0 ? '' : ','}${JSON.stringify(item)}`;
    if (piece.length < PRINTED_AT_ONCE) continue;
    printed.push(Buffer.from(piece));
    piece = '';
    await nextTurn();
  }
  return Buffer.concat([...printed, Buffer.from(`${piece}],${JSON.stringify(rest).slice(1)}`)]);
}
