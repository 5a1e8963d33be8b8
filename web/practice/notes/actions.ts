import { pb } from '#web/ground/api/client.ts';
import { ownId } from '#web/ground/api/session.ts';
import type { NoteInput, NoteRecord } from '#web/practice/notes/queries.ts';
import { type Attempt, createOnce } from '#web/practice/record-form/create-once.ts';

export function addNote(attempt: Attempt, note: NoteInput): Promise<NoteRecord> {
  const update = bodyOf(note);
  return createOnce<NoteRecord>(pb.collection('blog_posts'), {
    ...attempt,
    create: { user: ownId(), ...update },
    update,
  });
}

export function changeNote(id: string, changes: Partial<NoteInput>): Promise<NoteRecord> {
  return pb.collection('blog_posts').update<NoteRecord>(id, bodyOf(changes));
}

export function deleteNote(id: string): Promise<boolean> {
  return pb.collection('blog_posts').delete(id);
}

function bodyOf({ date, ...texts }: Partial<NoteInput>) {
  return { ...texts, ...(date && { date: `${date} 00:00:00.000Z` }) };
}
