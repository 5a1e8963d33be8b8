import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { pb } from '#web/api/client.ts';
import { ownId } from '#web/api/session.ts';

export interface NoteRecord {
  id: string;
  title: string;
  content: string;
  /** A calendar date at 00:00:00.000Z; its first ten characters are the date. */
  date: string;
}

export interface NoteInput {
  title: string;
  content: string;
  /** 'YYYY-MM-DD' */
  date: string;
}

const PAGE = 20;

/** Notes by date, newest first, with the beginning of their text. */
export function notesQuery() {
  return infiniteQueryOptions({
    queryKey: ['blog_posts', 'list'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      pb.collection('blog_posts').getList<NoteRecord>(pageParam, PAGE, {
        filter: pb.filter('user = {:user}', { user: ownId() }),
        sort: '-date,-created',
        fields: 'id,title,date,content:beginning(420)',
        signal,
      }),
    getNextPageParam: (last) => (last.page < last.totalPages ? last.page + 1 : null),
  });
}

export function noteQuery(id: string) {
  return queryOptions({
    queryKey: ['blog_posts', 'one', id],
    queryFn: ({ signal }) => pb.collection('blog_posts').getOne<NoteRecord>(id, { signal }),
  });
}

/** The editor's form values of a stored note. */
export function noteInput({ title, content, date }: NoteRecord): NoteInput {
  return { title, content, date: date.slice(0, 10) };
}
