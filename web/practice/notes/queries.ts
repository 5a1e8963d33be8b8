import { queryOptions } from '@tanstack/react-query';
import { searchWords } from '#domain/clients/client-search.ts';
import { pb } from '#web/ground/api/client.ts';
import { firstRow } from '#web/ground/api/first-rows.ts';
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

/** Which notes a list shows: all, or those of a year, that contain every typed word in title or text. */
export interface NoteListing {
  q: string;
  /** '' for all. */
  year: string;
}

/** Notes by date, newest first, with the beginning of their text. */
export function notesQuery({ q, year }: NoteListing): PageQuery<NoteRecord> {
  const words = searchWords(q);
  return (page) => pageOptions(['blog_posts', 'list', words, year, page], notesList(ownId(), words, page, year));
}

/** The years from the current one, or that of the newest note, down to that of the oldest. */
export function noteYearsQuery(thisYear: number, enabled: boolean) {
  return queryOptions({
    queryKey: ['blog_posts', 'years', thisYear],
    enabled,
    queryFn: async ({ signal }) => {
      const yearBy = async (sort: string) => {
        const note = await firstRow<Pick<NoteRecord, 'date'>>('blog_posts', { sort, fields: 'date', signal });
        return Number(note?.date.slice(0, 4) ?? thisYear);
      };
      const [newest, oldest] = await Promise.all([yearBy('-date'), yearBy('date')]);
      const last = Math.max(newest, thisYear);
      return Array.from({ length: last - oldest + 1 }, (_, at) => String(last - at));
    },
  });
}

export function noteQuery(id: string) {
  return queryOptions({
    queryKey: ['blog_posts', 'one', id],
    queryFn: ({ signal }) => pb.collection('blog_posts').getOne<NoteRecord>(id, { signal }),
  });
}

/** The form values of a stored note. */
export function noteInput({ title, content, date }: NoteRecord): Loaded<NoteInput> {
  return { title, content, date: date.slice(0, 10) };
}
