import type { StoredInstant } from '#domain/time/instant.ts';
import { filled } from '#web/ground/api/filter.ts';
import type { ListRequest } from '#web/ground/api/list-request.ts';
import type { SessionOrder } from '#web/ground/browser/storage.ts';
import { listFilter, type SessionList } from '#web/practice/sessions/session-filter.ts';

/** The fields that a card shows, and the client's phone for the session's dialog. */
export const CARD_FIELDS =
  'id,date,duration,status,outcome,series,price,waived,client,expand.client.id,expand.client.name,expand.client.namesake,expand.client.phone';

/** Cards per page. */
export const SESSIONS_PAGE = 30;

/** Two weeks of most practices. */
const NEAREST_PAGE = 60;

/** A page of the sessions that start after a boundary, or of the others, depending on `part`. */
export function partList(part: SessionList, order: SessionOrder, page: number): ListRequest {
  return {
    collection: 'sessions',
    page,
    perPage: order === 'nearest' ? NEAREST_PAGE : SESSIONS_PAGE,
    skipTotal: page > 1,
    filter: listFilter(part),
    sort: order === 'nearest' ? 'date' : '-date',
    expand: 'client',
    fields: CARD_FIELDS,
  };
}

/** The next session still to take place, of all clients or of one. */
export function nextList(user: string, now: StoredInstant, client: string | null): ListRequest {
  const filter = [
    filled('user = {:user}', { user }),
    filled("date > {:now} && status != 'canceled' && status != 'completed'", { now }),
    client === null ? '' : filled('client = {:client}', { client }),
  ];
  return {
    collection: 'sessions',
    page: 1,
    perPage: 1,
    skipTotal: true,
    filter: filter.filter(Boolean).join(' && '),
    sort: 'date',
    expand: 'client',
    fields: CARD_FIELDS,
  };
}
