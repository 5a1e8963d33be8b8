import { COUNT, type ListRequest } from '#web/api/list-request.ts';

/** The number of a practitioner's records in a collection. */
export function countOf(collection: 'clients' | 'sessions' | 'blog_posts'): ListRequest {
  return { collection, ...COUNT };
}
