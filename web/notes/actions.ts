import { pb } from '#web/api/client.ts';
import { type Attempt, createOnce } from '#web/api/create-once.ts';
import { ownId } from '#web/api/session.ts';
import type { NoteInput, NoteRecord } from '#web/notes/queries.ts';

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

export function deleteNote(id: string): Promise<boolean> {
  return pb.collection('blog_posts').delete(id);
}

function bodyOf({ title, content, date }: NoteInput) {
  return { title: title.trim(), content: content.trim(), date: `${date} 00:00:00.000Z` };
}
