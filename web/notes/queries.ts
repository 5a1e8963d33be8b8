import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { pb } from '#web/api/client.ts';
import { type Attempt, createOnce } from '#web/api/create-once.ts';
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

/** Notes by date, the newest first, with the beginning of their text. */
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

export function addNote(attempt: Attempt, note: NoteInput): Promise<NoteRecord> {
  const update = bodyOf(note);
  return createOnce<NoteRecord>(pb.collection('blog_posts'), {
    ...attempt,
    create: { user: ownId(), ...update },
    update,
  });
}

/** Sends what differs from `newest`: what was changed elsewhere meanwhile stays as it is. */
export async function changeNote(id: string, note: NoteInput, newest: NoteInput): Promise<void> {
  const body = bodyOf(note);
  const changes = {
    ...(note.title !== newest.title && { title: body.title }),
    ...(note.content !== newest.content && { content: body.content }),
    ...(note.date !== newest.date && { date: body.date }),
  };
  if (Object.keys(changes).length > 0) await pb.collection('blog_posts').update(id, changes);
}

/** The fields of a stored note as the editor shows them. */
export function noteInput({ title, content, date }: NoteRecord): NoteInput {
  return { title, content, date: date.slice(0, 10) };
}

function bodyOf({ title, content, date }: NoteInput) {
  return { title: title.trim(), content: content.trim(), date: `${date} 00:00:00.000Z` };
}

export function deleteNote(id: string): Promise<boolean> {
  return pb.collection('blog_posts').delete(id);
}
