import { COUNT, type ListRequest } from '#web/ground/api/list-request.ts';

/** The number of a practitioner's records in a collection. */
export function countOf(collection: 'clients' | 'sessions' | 'blog_posts'): ListRequest {
  return { collection, ...COUNT };
}
