import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import type { Collection } from '#server/records/collection.ts';
import { refuseRuleNames } from '#server/records/filter/filter.ts';
import { type Expression, parseFilter } from '#server/records/filter/parser.ts';
import { resolveFilter } from '#server/records/filter/resolve.ts';
import { queryText } from '#server/records/query.ts';
import { RECORD_ID } from '#server/records/record-id.ts';
import { readShape, type Shape } from '#server/records/shape.ts';

/** What a stream asked to be told of. */
export interface Topic {
  /** As it was sent, options included: events carry it as their name. */
  name: string;
  /** Filter, fields and relations as they were sent: of one collection, the same ones ask for the same. */
  options: string;
  collection: Collection;
  /** A record, or '*' for all of the collection. */
  record: string;
  filter: Expression | null;
  shape: Shape;
}

const TOPIC = /^([A-Za-z0-9_]+)\/(\*|[a-z0-9]+)(?:\?options=([^\r\n]*))?$/;

/** Reads a topic; null for one that will never have an event: another name, a wrong filter, nobody's collection. */
export function readTopic(name: string, context: Context): Topic | null {
  const [match, idOrName = '', record = '', options = ''] = TOPIC.exec(name) ?? [];
  const collection = context.collections.find(({ id, name: own }) => id === idOrName || own === idOrName.toLowerCase());
  if (match === undefined || !collection || !(record === '*' || RECORD_ID.test(record))) return null;
  if (collection.access[record === '*' ? 'list' : 'view'] === 'nobody') return null;
  const query = readOptions(options);
  if (!query) return null;
  try {
    const text = queryText(query, 'filter');
    refuseRuleNames(text);
    const filter = text === '' ? null : parseFilter(text);
    // Names are looked up anew for each event, whose time '@now' is; a wrong one is found out here.
    if (filter) resolveFilter(filter, { collection, collections: context.collections, now: context.now() });
    return { name, options, collection, record, filter, shape: readShape(query) };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** `{"query": {"filter": …, "fields": …, "expand": …}}`, URL-encoded; null where it cannot be read. */
function readOptions(encoded: string): Record<string, unknown> | null {
  if (encoded === '') return {};
  try {
    const options: unknown = JSON.parse(decodeURIComponent(encoded));
    if (typeof options !== 'object' || options === null || !('query' in options)) return {};
    const { query } = options;
    return typeof query === 'object' && query !== null ? { ...query } : {};
  } catch {
    return null;
  }
}
