import { queryOptions } from '@tanstack/react-query';
import { searchWords } from '#domain/clients/client-search.ts';
import { pb } from '#web/ground/api/client.ts';
import { pageOptions } from '#web/ground/api/lists.ts';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { ownId } from '#web/ground/api/session.ts';
import { notesList } from '#web/practice/notes/lists.ts';
import type { Loaded } from '#web/practice/record-form/changed-fields.ts';

export interface NoteRecord {
  id: string;
  title: SealedText;
  content: SealedText;
  /** A calendar date at 00:00:00.000Z; its first ten characters are the date. */
  date: string;
}

export interface NoteInput {
  title: string;
  content: string;
  /** 'YYYY-MM-DD' */
  date: string;
}

/** Notes whose title or text has every typed word, by date, newest first, with the beginning of their text. */
export function notesQuery(typed: string): PageQuery<NoteRecord> {
  const words = searchWords(typed);
  return (page) => pageOptions(['blog_posts', 'list', words, page], notesList(ownId(), words, page));
}

export function noteQuery(id: string) {
  return queryOptions({
    queryKey: ['blog_posts', 'one', id],
    queryFn: ({ signal }) => pb.collection('blog_posts').getOne<NoteRecord>(id, { signal }),
  });
}

/** The editor's form values of a stored note. */
export function noteInput({ title, content, date }: NoteRecord): Loaded<NoteInput> {
  return { title, content, date: date.slice(0, 10) };
}
