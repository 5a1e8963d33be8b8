import { filled } from '#web/ground/api/filter.ts';
import type { ListRequest } from '#web/ground/api/list-request.ts';
import { historyFilter, type HistorySearch } from '#web/practice/booking/request-search.ts';

const ofUser = (condition: string, user: string) => filled(`user = {:user} && ${condition}`, { user });

/** The newest requests waiting for a decision; as these are decided on, further ones follow. */
export function newRequests(user: string): ListRequest {
  return {
    collection: 'booking',
    page: 1,
    perPage: 100,
    skipTotal: false,
    filter: ofUser("status = 'pending'", user),
    sort: '-created',
    fields: 'id,name,phone,date,status,message,time_zone,created,held_since,email',
  };
}

/** A page of the requests already decided on that match a search, by date. */
export function requestHistory(user: string, search: HistorySearch, page: number): ListRequest {
  return {
    collection: 'booking',
    page,
    perPage: 30,
    skipTotal: page > 1,
    filter: historyFilter(user, search),
    sort: '-date',
    fields: 'id,name,phone,date,status,message,withdrawn,client',
  };
}
