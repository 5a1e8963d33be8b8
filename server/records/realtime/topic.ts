import { AppError } from '#domain/errors.ts';
import type { Collection, RecordContext } from '#server/records/collection.ts';
import { readExpression } from '#server/records/filter/filter.ts';
import type { Expression } from '#server/records/filter/parser.ts';
import { queryText } from '#server/ground/http/request.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { readShape, type Shape } from '#server/records/shape.ts';

/** The options of a topic. */
interface Asked {
  /** Its names are looked up again for each event, whose time '@now' is. */
  filter: Expression | null;
  shape: Shape;
}

/** A topic that a stream subscribes to. */
export interface Topic extends Asked {
  /** As sent, options included: events use it as their name. */
  name: string;
  /** Filter, fields and relations as sent: within one collection, equal texts have equal results. */
  options: string;
  collection: Collection;
  /** A record, or '*' for all of the collection. */
  record: string;
}

const TOPIC = /^([A-Za-z0-9_]+)\/(\*|[a-z0-9]+)(?:\?options=([^\r\n]*))?$/;

/**
 * Returns the topics of a stream without those that can never have an event: an unknown name, a wrong filter, a
 * collection closed to all callers. Options of the `known` topics are not parsed again.
 */
export function readTopics(names: readonly string[], context: RecordContext, known: readonly Topic[]): Topic[] {
  const asked = new Map<string, Asked | null>(
    known.map((topic) => [askedName(topic.collection, topic.options), topic]),
  );
  return names.flatMap((name) => {
    const address = readAddress(name, context);
    if (!address) return [];
    const { collection, options, record } = address;
    const key = askedName(collection, options);
    const before = asked.get(key);
    const found = before === undefined ? readAsked(collection, options, context) : before;
    asked.set(key, found);
    return found ? [{ name, options, collection, record, filter: found.filter, shape: found.shape }] : [];
  });
}

function askedName(collection: Collection, options: string): string {
  return `${collection.name} ${options}`;
}

function readAddress(name: string, context: RecordContext): Pick<Topic, 'collection' | 'record' | 'options'> | null {
  const [match, idOrName = '', record = '', options = ''] = TOPIC.exec(name) ?? [];
  const collection = context.collections.find(({ id, name: own }) => id === idOrName || own === idOrName.toLowerCase());
  if (match === undefined || !collection || !(record === '*' || RECORD_ID.test(record))) return null;
  if (collection.access[record === '*' ? 'list' : 'view'] === 'nobody') return null;
  return { collection, record, options };
}

function readAsked(collection: Collection, options: string, context: RecordContext): Asked | null {
  const query = readOptions(options);
  if (!query) return null;
  try {
    const scope = { collection, collections: context.collections, now: context.now() };
    const filter = readExpression(queryText(query, 'filter'), scope)?.expression ?? null;
    return { filter, shape: readShape(query) };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** `{"query": {"filter": …, "fields": …, "expand": …}}`, URL-encoded; null if it cannot be read. */
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
