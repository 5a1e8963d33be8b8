import { countOptions } from '#web/ground/api/lists.ts';
import { countOf } from '#web/public/landing/lists.ts';

/** The number of a practitioner's records in a collection. */
export function countQuery(collection: 'clients' | 'sessions' | 'blog_posts') {
  return countOptions([collection, 'count'], countOf(collection));
}
