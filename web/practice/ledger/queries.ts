import { queryOptions } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';
import { type NamedClient, toldApart } from '#domain/clients/told-apart.ts';
import type { AllClientsMoney, ClientMoney, YearMoney } from '#domain/money/money.ts';
import { pb } from '#web/ground/api/client.ts';
import { filled } from '#web/ground/api/filter.ts';
import { firstRows } from '#web/ground/api/first-rows.ts';
import type { PageQuery } from '#web/ground/api/page-query.ts';

/** The months of a year: money, meetings and clients. */
export function yearQuery(year: number) {
  return queryOptions({ ...wholeYear(year), select: ({ months }) => months });
}

/** The month of the practice's first session, from the same request. */
export function firstMonthQuery(year: number) {
  return queryOptions({ ...wholeYear(year), select: ({ first_month }) => first_month });
}

function wholeYear(year: number) {
  return queryOptions({
    queryKey: ['money', 'year', year],
    queryFn: async ({ signal }) => pb.send<YearMoney>('/api/money', { query: { year }, signal }),
  });
}

/** A client who owes something; the name is null if the client is deleted. */
export interface Debt extends ClientMoney {
  id: string;
  /** Told apart from namesakes. */
  name: string | null;
  /** The total of all debts, repeated in each row, because a page of a list has no other place for it. */
  all: number;
}

const PAGE = 30;

/** A page of the debtors, the oldest debt first. */
export function debtsQuery(): PageQuery<Debt> {
  return (page) => ({
    queryKey: ['money', 'debts', page],
    queryFn: async ({ signal }) => {
      const query = { owing: true, page, perPage: PAGE };
      const found = await pb.send<ListResult<ClientMoney> & AllClientsMoney>('/api/money/clients', { query, signal });
      const names = await readNames(
        found.items.map(({ client }) => client),
        signal,
      );
      const items = found.items.map((one): Debt => {
        const { client: id } = one;
        return { ...one, id, name: names.get(id) ?? null, all: found.due };
      });
      return { ...found, items };
    },
  });
}

async function readNames(ids: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const filter = ids.map((id) => filled('id = {:id}', { id })).join(' || ');
  const asked = { filter, fields: 'id,name,namesake,phone', signal };
  const clients = await firstRows<NamedClient & { id: string }>('clients', ids.length, asked);
  return new Map(clients.map((client) => [client.id, toldApart(client)]));
}
