import { filled } from '#web/ground/api/filter.ts';
import type { ListRequest } from '#web/ground/api/list-request.ts';

/** The unseen news, newest first, with their total. */
export function newsList(user: string): ListRequest {
  return {
    collection: 'news',
    page: 1,
    perPage: 50,
    skipTotal: false,
    filter: filled('user = {:user} && seen = false', { user }),
    sort: '-created',
    expand: 'client,booking',
    fields:
      'id,created,kind,session,client,booking,before,after,expand.client.name,expand.client.namesake,expand.client.phone,expand.client.letters_off,expand.booking.name',
  };
}
