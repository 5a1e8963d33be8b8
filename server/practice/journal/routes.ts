import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { JOURNAL_ACTIONS, JOURNAL_AUTHORS, type JournalEntry, type JournalPage } from '#domain/journal/journal.ts';
import { badRequest } from '#domain/errors.ts';
import { isStoredInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import { loose } from '#server/ground/db/query.ts';
import { JOURNAL_SUBJECTS } from '#server/ground/db/tables.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { pageOf, type Paging, readPaging } from '#server/ground/http/paging.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { CHANGES, readViewDays, VIEWS } from '#server/ground/journal/view-days.ts';
import { type Query, queryText, signedInOf } from '#server/ground/http/request.ts';
import { inOwnersTurn } from '#server/ground/limits/long-reads.ts';

const storedEntry = z.object({
  created: z.string(),
  action: z.enum(JOURNAL_ACTIONS),
  subject: z.enum(JOURNAL_SUBJECTS),
  record: z.string(),
  client: z.string(),
  fields: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  count: z.number(),
  author: z.enum(JOURNAL_AUTHORS),
  address: z.string(),
  device: z.string(),
}) satisfies z.ZodType<JournalEntry>;

/** The practitioner's own journal, of one client or of all. It has no other verb, because entries cannot be changed. */
export async function registerJournalRoutes(app: FastifyInstance, context: Context): Promise<void> {
  app.get<{ Querystring: Query }>('/api/journal', async (request): Promise<JournalPage> => {
    const { owner } = signedInOf(request);
    const { query } = request;
    const paging = readPaging(query);
    const client = queryText(query, 'client');
    const views = queryText(query, 'views');
    const before = queryText(query, 'before');
    if (!/^(|by-day|\d{4}-\d\d-\d\d)$/.test(views)) throw badRequest('Invalid views: by-day or a day expected.');
    if (before !== '' && !isStoredInstant(before)) throw badRequest('Invalid before: an instant expected.');
    // No client has such an id, so the page is empty.
    if (client !== '' && !RECORD_ID.test(client))
      return { ...pageOf([], paging, 0), names: {}, starts: {}, visitors: {}, days: [] };
    return readPage(context, owner, { client, views, before }, paging);
  });
}

interface Wanted {
  client: string;
  views: string;
  /** The instant before which all entries stand; '' for none. */
  before: string;
}

async function readPage(
  context: Context,
  owner: OwnerId,
  { client, views, before: end }: Wanted,
  paging: Paging,
): Promise<JournalPage> {
  const own = context.db.read.selectFrom('journal').where('user', '=', owner);
  let wanted = own;
  if (end !== '') {
    const newest = own.select('seq').where('created', '<', end).orderBy('created', 'desc').orderBy('seq', 'desc');
    wanted = wanted.where('seq', '<=', newest.limit(1));
  }
  if (client !== '') wanted = wanted.where('client', '=', client);
  if (views === 'by-day') wanted = wanted.where(CHANGES);
  else if (views !== '') wanted = wanted.where(VIEWS).where('day', '=', views);
  const first = (paging.page - 1) * paging.perPage;
  // The days of a page begin after the last row of the page before.
  const before = first === 0 ? 0 : 1;
  const readRows = () =>
    wanted
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(paging.perPage + before)
      .offset(first - before)
      .execute();
  const count = () => wanted.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const inTurn = <Result>(run: () => Promise<Result>) => inOwnersTurn({ owner, limits: context.limits }, run);
  // The first page is short; one far behind passes over all rows before it, and a count over all there are.
  const rows = first === 0 ? await readRows() : await inTurn(readRows);
  const total = paging.skipTotal ? null : await inTurn(count);
  // The schema omits the sign-in and the sequence number, which counts all practitioners' rows.
  const read = rows.map((row) => storedEntry.parse(row));
  const items = read.slice(before);
  const recordsOf = (of: string) => items.flatMap(({ subject, record }) => (subject === of ? record : []));
  const names = await presentOf(context, owner, ['clients', 'name'], [client, ...items.map((entry) => entry.client)]);
  const starts = await presentOf(context, owner, ['sessions', 'date'], recordsOf('sessions'));
  const visitors = await presentOf(context, owner, ['booking', 'name'], recordsOf('booking'));
  const isLast = total ? total.count <= first + items.length : items.length < paging.perPage;
  const earlier = before ? read[0] : end === '' ? undefined : { created: end };
  const ends = { earlier, last: isLast ? undefined : items.at(-1) };
  // A page behind the last one has no days.
  const isPage = before === 0 || read.length > 0;
  const days =
    views === 'by-day' && isPage ? await inTurn(() => readViewDays(context.db.read, owner, client, ends)) : [];
  return { ...pageOf(items, paging, total?.count ?? 0), names, starts, visitors, days };
}

/** Returns the text of each of the owner's rows among `ids` that is still there. */
async function presentOf(
  context: Context,
  owner: OwnerId,
  [table, column]: readonly ['clients' | 'booking', 'name'] | readonly ['sessions', 'date'],
  ids: readonly string[],
): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const found = loose(context.db.read).selectFrom<string>(table).select(['id', column]);
  const rows = await found
    .where('user', '=', owner)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return Object.fromEntries(rows.map((row) => [row['id'], String(row[column])]));
}
