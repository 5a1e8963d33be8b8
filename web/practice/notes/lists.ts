import { contains, filled } from '#web/ground/api/filter.ts';
import type { ListRequest } from '#web/ground/api/list-request.ts';

/** A page of the notes whose title or text has every word, by date, newest first, with the beginning of their text. */
export function notesList(user: string, words: readonly string[], page: number): ListRequest {
  const found = words.map((word) => `(${contains('title', word)} || ${contains('content', word)})`);
  return {
    collection: 'blog_posts',
    page,
    perPage: 20,
    skipTotal: page > 1,
    filter: [filled('user = {:user}', { user }), ...found].join(' && '),
    sort: '-date,-created',
    fields: 'id,title,date,content:beginning(420)',
  };
}
