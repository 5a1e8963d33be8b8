import { queryOptions } from '@tanstack/react-query';
import type { NamedClient } from '#domain/clients/told-apart.ts';
import type { ClientMoney, PayWay, SessionMoney } from '#domain/money/money.ts';
import { pb } from '#web/ground/api/client.ts';
import { filled } from '#web/ground/api/filter.ts';
import { firstRow } from '#web/ground/api/first-rows.ts';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import type { PricedClient, PricedSession } from '#web/practice/money/priced.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { ownId } from '#web/ground/api/session.ts';

export interface PaymentRecord {
  id: string;
  /** '' for an erased or deleted client. */
  client: string;
  /** '' for a payment on account. */
  session: string;
  /** Kopecks; negative for a refund. */
  amount: number;
  /** 'YYYY-MM-DD' in the practitioner's zone. */
  paid_on: string;
  way: PayWay;
  /** 0 if it is no package. */
  meetings: number;
  until: string;
  receipt: boolean;
  note: SealedText;
  expand?: { client?: NamedClient & { id: string }; session?: { id: string; date: string } };
}

/** The limit of one request. */
const MOST_IDS = 200;
const FIELDS =
  'id,client,session,amount,paid_on,way,meetings,until,receipt,note,expand.client.id,expand.client.name,expand.client.namesake,expand.client.phone,expand.session.id,expand.session.date';
const PAGE = 50;

interface Together {
  ids: string[];
  answer: Promise<Map<string, SessionMoney>>;
}

/** The pending request: sessions queried within the same moment share one. */
let together: Together | null = null;

function readTogether(): Together {
  const ids: string[] = [];
  const read = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    if (together?.ids === ids) together = null;
    const { items } = await pb.send<{ items: SessionMoney[] }>('/api/money/sessions', {
      query: { ids: ids.join(',') },
    });
    return new Map(items.map((one) => [one.id, one]));
  };
  return { ids, answer: read() };
}

/** The paid and unpaid amounts of a session; null if it is deleted. */
export function sessionMoneyQuery(id: string) {
  return queryOptions({
    queryKey: ['money', 'session', id],
    queryFn: async () => {
      if (!together || together.ids.length === MOST_IDS) together = readTogether();
      const { ids, answer } = together;
      ids.push(id);
      return (await answer).get(id) ?? null;
    },
  });
}

/** The money of all sessions of a client, by their start. */
export function clientSessionsMoneyQuery(client: string) {
  return queryOptions({
    queryKey: ['money', 'sessions-of', client],
    queryFn: async ({ signal }) => {
      const { items } = await pb.send<{ items: SessionMoney[] }>('/api/money/sessions', { query: { client }, signal });
      return items;
    },
  });
}

/** The start of the oldest held session without a price, of one client or of all; null if there is none. */
export function unpricedSinceQuery(client: string | undefined) {
  const filter = [
    "price = null && (status = 'completed' || (status = 'canceled' && (outcome = 'late' || outcome = 'no_show')))",
    client === undefined ? '' : filled('client = {:client}', { client }),
  ];
  return queryOptions({
    queryKey: ['money', 'unpriced-since', client ?? ''],
    queryFn: async ({ signal }) => {
      const oldest = await firstRow<{ date: string }>('sessions', {
        filter: [filled('user = {:user}', { user: ownId() }), ...filter].filter(Boolean).join(' && '),
        sort: 'date',
        fields: 'date',
        signal,
      });
      return oldest?.date ?? null;
    },
  });
}

/** What a client owes, has on account and in packages; null if there is nothing. */
export function clientMoneyQuery(client: string) {
  return queryOptions({
    queryKey: ['money', 'of-client', client],
    queryFn: async ({ signal }) => {
      const { items } = await pb.send<{ items: ClientMoney[] }>('/api/money/clients', { query: { client }, signal });
      return items[0] ?? null;
    },
  });
}

/** Which payments a list shows. */
export interface PaymentListing {
  /** All years if omitted. */
  year?: number;
  /** '' for all clients. */
  client: string;
  /** Only those without a receipt. */
  unreceipted?: boolean;
}

/** A page of payments, newest first, also within a day. */
export function paymentsQuery({ year, client, unreceipted = false }: PaymentListing): PageQuery<PaymentRecord> {
  const filter = [
    filled('user = {:user}', { user: ownId() }),
    year === undefined
      ? ''
      : filled('paid_on >= {:from} && paid_on <= {:to}', { from: `${year}-01-01`, to: `${year}-12-31` }),
    client === '' ? '' : filled('client = {:client}', { client }),
    unreceipted ? 'receipt = false && amount > 0' : '',
  ];
  return (page) => ({
    queryKey: ['money', 'payments', year ?? '', client, unreceipted, page],
    queryFn: ({ signal }) =>
      pb.collection('payments').getList<PaymentRecord>(page, PAGE, {
        filter: filter.filter(Boolean).join(' && '),
        sort: '-paid_on,-created',
        expand: 'client,session',
        fields: FIELDS,
        signal,
      }),
  });
}

export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: ['money', 'payment', id],
    queryFn: ({ signal }) =>
      pb.collection('payments').getOne<PaymentRecord>(id, { expand: 'client,session', fields: FIELDS, signal }),
  });
}

/**
 * What happens to the payments of a session when it is deleted: 'account' or back to its 'package'; null if there are
 * none.
 */
export type LeftMoney = 'account' | 'package' | null;

/** Used only for one confirmation: a session that has just been deleted must not be queried again. */
export function moneyLeftQuery(session: string) {
  return queryOptions({
    queryKey: ['left-money', session],
    gcTime: 0,
    queryFn: async ({ signal }): Promise<LeftMoney> => {
      const filter = filled('session = {:session}', { session });
      const [named, { items }] = await Promise.all([
        pb.collection('payments').getList(1, 1, { filter, fields: 'id', skipTotal: true, signal }),
        pb.send<{ items: SessionMoney[] }>('/api/money/sessions', { query: { ids: session }, signal }),
      ]);
      const [{ state, paid } = { state: 'none', paid: 0 }] = items;
      if (state === 'package') return 'package';
      return named.items.length > 0 || paid > 0 ? 'account' : null;
    },
  });
}

/** The sessions that a client's payments refer to. */
export function namedSessionsQuery(client: string) {
  return queryOptions({
    queryKey: ['money', 'named', client],
    queryFn: async ({ signal }) => {
      const filter = filled("client = {:client} && session != ''", { client });
      const payments = await pb.collection('payments').getFullList<Pick<PaymentRecord, 'session'>>({
        filter,
        fields: 'session',
        signal,
      });
      return new Set(payments.map(({ session }) => session));
    },
  });
}

/** How many payments a client has made, refunds included. */
export function paymentCountQuery(client: string) {
  return queryOptions({
    queryKey: ['money', 'payment-count', client],
    queryFn: async ({ signal }) => {
      const filter = filled('client = {:client}', { client });
      return (await pb.collection('payments').getList(1, 1, { filter, fields: 'id', signal })).totalItems;
    },
  });
}

/** The stored fields of a client that concern money. */
export function pricedClientQuery(id: string) {
  return queryOptions({
    queryKey: ['clients', 'priced', id],
    queryFn: ({ signal }) =>
      pb.collection('clients').getOne<PricedClient>(id, { fields: 'id,name,price,pay_way', signal }),
  });
}

/** The stored fields of a session that concern money. */
export function pricedSessionQuery(id: string) {
  return queryOptions({
    queryKey: ['sessions', 'priced', id],
    queryFn: ({ signal }) =>
      pb.collection('sessions').getOne<PricedSession>(id, { fields: 'id,status,outcome,price,waived', signal }),
  });
}

/** Refetches what a payment changes: the money of sessions, not the sessions themselves. */
export function refreshMoney(): Promise<void> {
  return readAgain(['money']);
}
