import { contains, filled } from '#web/ground/api/filter.ts';
import type { ListRequest } from '#web/ground/api/list-request.ts';

/**
 * A page of the notes, of one year or all (''), whose title or text contains every word; newest first, with the
 * beginning of their text.
 */
export function notesList(user: string, words: readonly string[], page: number, year = ''): ListRequest {
  const found = words.map((word) => `(${contains('title', word)} || ${contains('content', word)})`);
  return {
    collection: 'blog_posts',
    page,
    perPage: 20,
    skipTotal: page > 1,
    filter: [filled('user = {:user}', { user }), ...ofYear(year), ...found].join(' && '),
    sort: '-date,-created',
    fields: 'id,title,date,content:beginning(420)',
  };
}

function ofYear(year: string): string[] {
  if (!/^\d{4}$/.test(year)) return [];
  const span = { from: `${year}-01-01`, to: `${Number(year) + 1}-01-01` };
  return [filled('date >= {:from} && date < {:to}', span)];
}
