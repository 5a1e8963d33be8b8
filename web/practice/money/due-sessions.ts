import { queryOptions } from '@tanstack/react-query';
import type { SessionMoney } from '#domain/money/money.ts';
import { pb } from '#web/ground/api/client.ts';
import { filled } from '#web/ground/api/filter.ts';
import { firstRows } from '#web/ground/api/first-rows.ts';

/** The most sessions offered: the oldest ones. */
const OFFERED = 30;

interface DueSession {
  id: string;
  date: string;
}

/** The unpaid sessions of a client, oldest first, and the one that the payment already refers to. */
export function dueSessionsQuery(client: string, named: string) {
  return queryOptions({
    queryKey: ['money', 'due-sessions', client, named],
    queryFn: async ({ signal }): Promise<DueSession[]> => {
      const { items } = await pb.send<{ items: SessionMoney[] }>('/api/money/sessions', { query: { client }, signal });
      const due = items.filter((one) => one.due > 0).slice(0, OFFERED);
      const ids = [...new Set([...due.map(({ id }) => id), ...(named === '' ? [] : [named])])];
      if (ids.length === 0) return [];
      const filter = ids.map((id) => filled('id = {:id}', { id })).join(' || ');
      return firstRows('sessions', OFFERED + 1, { filter, sort: 'date', fields: 'id,date', signal });
    },
    // Keeps the previous data only for the same client.
    placeholderData: (before, query) => (query?.queryKey[2] === client ? before : undefined),
  });
}
