import { filled } from '#web/ground/api/filter.ts';
import type { ListRequest } from '#web/ground/api/list-request.ts';

const ofUser = (condition: string, user: string) => filled(`user = {:user} && ${condition}`, { user });

/** Requests waiting for a decision, newest first; further ones follow as these are decided on. */
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

/** A page of the requests already decided on, by date. */
export function requestHistory(user: string, page: number): ListRequest {
  return {
    collection: 'booking',
    page,
    perPage: 30,
    skipTotal: page > 1,
    filter: ofUser("status != 'pending'", user),
    sort: '-date',
    fields: 'id,name,phone,date,status,message,withdrawn',
  };
}
