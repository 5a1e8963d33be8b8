import { queryOptions } from '@tanstack/react-query';
import type { RecordListOptions } from 'pocketbase';
import type { StoredInstant } from '#domain/time/instant.ts';
import { contains, filled } from '#web/ground/api/filter.ts';
import { firstRows } from '#web/ground/api/first-rows.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { ownId } from '#web/ground/api/session.ts';
import { type NamedClient, toldApart } from '#domain/clients/told-apart.ts';
import { searchWords } from '#domain/clients/client-search.ts';
import { findMatches } from '#web/practice/search/find-match.ts';
import { type FoundRecord, type FoundText, MOST } from '#web/practice/search/found.ts';
import { hitLine } from '#web/practice/search/hit-line.ts';
import { FORGET } from '#web/practice/search/queries.ts';
import { SHOWN_CLIENT } from '#web/practice/sessions/shown-client.ts';

/** A single letter occurs in every text. */
export const LEAST_LETTERS = 2;

/** The found rows, and the words that they were found for. */
export interface Hits<Row> {
  of: string;
  rows: Row[];
}

/** Identifies the searched words, to tell rows for the typed text from those for an earlier one. */
export function wordsKey(typed: string): string {
  return searchWords(typed).join(' ');
}

interface Texts<Stored, Row> {
  collection: string;
  fields: readonly string[];
  list: RecordListOptions;
  /** Keeps only a line of each text, so that whole texts do not stay in memory. */
  toRow: (stored: Stored) => Row;
}

/** The newest records that contain each typed word in one of the fields, and one more than is shown. */
function textsQuery<Stored, Row>(typed: string, most: number, { collection, fields, list, toRow }: Texts<Stored, Row>) {
  const words = searchWords(typed);
  const conditions = words.map((word) => `(${fields.map((field) => contains(field, word)).join(' || ')})`);
  const of = wordsKey(typed);
  return queryOptions({
    ...FORGET,
    queryKey: [collection, 'found', 'texts', of, most],
    enabled: of.length >= LEAST_LETTERS,
    queryFn: async ({ signal }): Promise<Hits<Row>> => {
      const filter = [filled('user = {:user}', { user: ownId() }), ...conditions].join(' && ');
      const found = await firstRows<Stored>(collection, most + 1, { ...list, filter, signal });
      return { of, rows: found.map(toRow) };
    },
  });
}

interface OfClient {
  client: string;
  expand?: { client?: NamedClient };
}

const nameOf = ({ expand }: OfClient): string => (expand?.client ? toldApart(expand.client) : '');

interface WrittenSession extends OfClient {
  id: string;
  date: StoredInstant;
  news: SealedText;
  thoughts: SealedText;
  description: SealedText;
  place: string;
}

export function sessionTextsQuery(typed: string, most: number) {
  return textsQuery(typed, most, {
    collection: 'sessions',
    fields: ['news', 'thoughts', 'description', 'place'],
    list: {
      sort: '-date',
      expand: 'client',
      fields: `id,date,client,news,thoughts,description,place,${SHOWN_CLIENT}`,
    },
    toRow: (session: WrittenSession): FoundRecord => {
      const { id, date, client, news, thoughts, description, place } = session;
      // The client's feed shows only these two texts of a session.
      const inFeed = hasSome(typed, news, thoughts);
      return {
        client,
        name: nameOf(session),
        session: { id, date, inFeed },
        line: inFeed ? lineOf(typed, news, thoughts) : lineOf(typed, description, place),
      };
    },
  });
}

interface WrittenClient extends NamedClient {
  id: string;
  description: SealedText;
  request: SealedText;
  agreement: SealedText;
  emergency: SealedText;
  contact: string;
  tags: string[];
}

export function clientTextsQuery(typed: string, most: number) {
  const fields = ['description', 'request', 'agreement', 'emergency', 'contact', 'tags'];
  return textsQuery(typed, most, {
    collection: 'clients',
    fields,
    list: { sort: '-created', fields: `id,name,namesake,phone,${fields.join()}` },
    toRow: ({ description, request, agreement, emergency, contact, tags, ...client }: WrittenClient): FoundRecord => ({
      client: client.id,
      name: toldApart(client),
      session: null,
      line: lineOf(typed, description, request, agreement, emergency, contact, tags.join(', ')),
    }),
  });
}

/** Notes by the words of their title and text, newest first. */
export function foundNotesQuery(typed: string) {
  return textsQuery(typed, MOST.notes, {
    collection: 'blog_posts',
    fields: ['title', 'content'],
    list: { sort: '-date', fields: 'id,title,date,content' },
    toRow: ({ id, title, date, content }: Record<'id' | 'date', string> & Record<'title' | 'content', SealedText>) => ({
      id,
      name: lineOf(typed, title),
      at: date.slice(0, 10),
      line: lineBeside(typed, title ?? '', content),
    }),
  });
}

/** Requests by the words of their name and message, newest first. */
export function foundRequestsQuery(typed: string, most: number) {
  return textsQuery(typed, most, {
    collection: 'booking',
    fields: ['name:lower', 'message'],
    list: { sort: '-created', fields: 'id,name,created,message' },
    toRow: ({ id, name, created, message }: Record<'id' | 'name' | 'created', string> & { message: SealedText }) => ({
      id,
      name,
      at: created,
      line: lineBeside(typed, name, message),
    }),
  });
}

interface NotedPayment extends OfClient {
  id: string;
  paid_on: string;
  note: SealedText;
}

/** Payments by the words of their note, newest first. */
export function foundPaymentsQuery(typed: string, most: number) {
  return textsQuery(typed, most, {
    collection: 'payments',
    fields: ['note'],
    list: { sort: '-paid_on', expand: 'client', fields: `id,client,paid_on,note,${SHOWN_CLIENT}` },
    toRow: (payment: NotedPayment): FoundText => ({
      id: payment.id,
      client: payment.client,
      name: nameOf(payment),
      at: payment.paid_on,
      line: lineOf(typed, payment.note),
    }),
  });
}

/** Templates by the words of their name and text, in their own order. */
export function foundTemplatesQuery(typed: string, most: number) {
  return textsQuery(typed, most, {
    collection: 'templates',
    fields: ['name', 'text'],
    list: { fields: 'id,name,text' },
    toRow: ({ id, name, text }: Record<'id' | 'name', string> & { text: SealedText }): FoundText => ({
      id,
      name,
      at: '',
      line: lineBeside(typed, name, text),
    }),
  });
}

function lineOf(typed: string, ...texts: readonly SealedText[]): string {
  return hitLine(
    texts.filter((text) => text !== undefined),
    typed,
  );
}

/** A line of the text, unless the name beside it already contains every typed word. */
function lineBeside(typed: string, name: string, text: SealedText): string {
  return searchWords(typed).every((word) => findMatches(name, word).length > 0) ? '' : lineOf(typed, text);
}

function hasSome(typed: string, ...texts: readonly SealedText[]): boolean {
  return texts.some((text) => text !== undefined && findMatches(text, typed).length > 0);
}
