import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, notFound } from '#domain/errors.ts';
import {
  type AllClientsMoney,
  type ClientMoney,
  PAY_WAYS,
  type PricedSessions,
  type SessionMoney,
  type YearMoney,
} from '#domain/money/money.ts';
import { paymentValues } from '#domain/money/money-values.ts';
import { MONEY_TABLES } from '#domain/money/csv-columns.ts';
import { act } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { readBody, readInput } from '#server/ground/http/bodies.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { type Page, pageOf, readPaging } from '#server/ground/http/paging.ts';
import { type Query, queryText, signedInOf } from '#server/ground/http/request.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { LongRead } from '#server/ground/limits/long-reads.ts';
import { moneyOfClients } from '#server/practice/money/client-money.ts';
import { payments } from '#server/practice/money/collection.ts';
import { exportYear } from '#server/practice/money/export-year.ts';
import { paySession } from '#server/practice/money/pay-session.ts';
import type { MoneyScope } from '#server/practice/money/read-money.ts';
import { moneyOfClient, moneyOfSessions } from '#server/practice/money/session-money.ts';
import { setPrices } from '#server/practice/money/set-prices.ts';
import { readYear } from '#server/practice/money/year.ts';
import { toWire } from '#server/records/fields.ts';
import { findOwned } from '#server/records/store.ts';

const MOST_IDS = 200;
/** The last year whose instants are stored as texts of the usual length. */
const LAST_YEAR = 9900;
const REFUSED = 'An error occurred while validating the submitted data.';

const paidBody = z.object({
  way: z.enum(['', ...PAY_WAYS]).default(''),
  paid_on: paymentValues.shape.paid_on.default(''),
});

const pricesBody = z.object({
  from: z.iso.date().transform((day) => Temporal.PlainDate.from(day)),
  client: z.string().default(''),
  confirm: z.boolean().default(false),
});

const tableQuery = z.object({ of: z.enum(MONEY_TABLES) });

function isId(text: string): boolean {
  return RECORD_ID.test(text);
}

/** Returns the id, or one that no record has: PostgreSQL cannot compare a text with a NUL. */
function idOf(text: string): string {
  return isId(text) ? text : '-';
}

interface OfQuery {
  Querystring: Query;
}

/** The routes for payments, debts and income. */
export function registerMoneyRoutes(app: FastifyInstance, context: Context): void {
  /** Runs a read that may be long, in pieces. */
  const reading = async <Result>(
    request: FastifyRequest,
    run: (scope: MoneyScope, now: Temporal.Instant, read: LongRead) => Promise<Result>,
  ): Promise<Result> => {
    const { owner } = signedInOf(request);
    const { db, limits } = context;
    using read = new LongRead({ owner, limits, isGone: () => request.raw.socket.destroyed });
    return await run({ reader: db.read, engine: db.engine, owner }, context.now(), read);
  };

  app.get<OfQuery>('/api/money/sessions', async (request): Promise<{ items: SessionMoney[] }> => {
    const [client, ids] = [queryText(request.query, 'client'), queryText(request.query, 'ids')];
    signedInOf(request);
    const list = ids.split(',').filter((id) => id !== '');
    if ((client === '') === (list.length === 0) || list.length > MOST_IDS) throw refused('ids');
    const items = await reading(request, (scope, now, read) =>
      client === '' ? moneyOfSessions(scope, list.filter(isId), now, read) : moneyOfClient(scope, idOf(client), now),
    );
    return { items };
  });

  app.post<{ Params: { id: string } }>('/api/sessions/:id/paid', async (request) => {
    const actor = signedInOf(request);
    const press = readInput(paidBody, readBody(request.body));
    const { id } = request.params;
    if (!RECORD_ID.test(id)) throw notFound();
    await context.quota.admit(actor.owner);
    const now = context.now();
    const { payment, ...paid } = await act({ context, actor, now }, actor.owner, (action) =>
      paySession(action, id, press),
    );
    return { payment: toWire(payments, payment, { actor, now }), ...paid };
  });

  app.post('/api/money/prices', async (request): Promise<PricedSessions> => {
    const actor = signedInOf(request);
    const order = readInput(pricesBody, readBody(request.body));
    return act({ context, actor, now: context.now() }, actor.owner, async (action) => {
      const { client } = order;
      const isKnown =
        client === '' || (isId(client) && (await findOwned(action.write.trx, 'clients', actor.owner, client)));
      if (!isKnown) throw badRequest(REFUSED, { client: FIELD_ERROR.missingRelation });
      return setPrices(action, order);
    });
  });

  app.get<OfQuery>('/api/money', async (request): Promise<YearMoney> => {
    signedInOf(request);
    const year = yearOf(request);
    return reading(request, (scope, now, read) => readYear(scope, year, now, read));
  });

  app.get<OfQuery>('/api/money/clients', async (request): Promise<Page<ClientMoney> & AllClientsMoney> => {
    signedInOf(request);
    const paging = readPaging(request.query);
    const owing = queryText(request.query, 'owing');
    if (!['', 'true', 'false'].includes(owing)) throw refused('owing');
    const only = queryText(request.query, 'client');
    const which = { owing: owing === 'true', only: only && idOf(only) };
    const all = await reading(request, (scope, now, read) => moneyOfClients(scope, which, now, read));
    const first = (paging.page - 1) * paging.perPage;
    const due = all.reduce((sum, one) => sum + one.due, 0);
    return { ...pageOf(all.slice(first, first + paging.perPage), paging, all.length), due };
  });

  app.get<OfQuery>('/api/money/export', async (request, reply) => {
    const actor = signedInOf(request);
    const year = yearOf(request);
    const { of } = readInput(tableQuery, { of: queryText(request.query, 'of') });
    const csv = await reading(request, (scope, now, read) => exportYear(scope, { year, of }, now, read));
    await act({ context, actor, now: context.now() }, actor.owner, (action) =>
      writeEntry(action, { action: 'export', subject: of }),
    );
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${of}.csv"`)
      .header('cache-control', 'no-store')
      .send(csv);
  });
}

/** Returns the year of a query; null without one. */
function yearOf({ query }: FastifyRequest<OfQuery>): number | null {
  const year = queryText(query, 'year');
  if (year === '') return null;
  if (!/^[1-9]\d{3}$/.test(year) || Number(year) > LAST_YEAR) throw refused('year');
  return Number(year);
}

function refused(field: string): Error {
  return badRequest(REFUSED, { [field]: FIELD_ERROR.invalidValue });
}
