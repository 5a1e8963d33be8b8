import type { NoteRecord } from '#web/practice/notes/queries.ts';
import { showDate } from '#web/ground/format/dates.ts';

export function noteDate(note: Pick<NoteRecord, 'date'>): Temporal.PlainDate {
  return Temporal.PlainDate.from(note.date.slice(0, 10));
}

type OpenedNote = NoteRecord & { title: string; content: string };

export function isOpened(note: NoteRecord): note is OpenedNote {
  return note.title !== undefined && note.content !== undefined;
}

/** The shared data of a note: title, content and date (specification §2). */
function noteAsText(note: OpenedNote): string {
  return `${note.title}\n\n${note.content}\n\n${showDate(noteDate(note))}`;
}

/**
 * Shares with the device's own function, otherwise copies. Throws when neither works; 'cancelled' is the person's
 * choice.
 */
export async function shareNote(note: NoteRecord): Promise<'shared' | 'copied' | 'cancelled'> {
  if (!isOpened(note)) throw new TypeError('The note does not open.');
  const text = noteAsText(note);
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: note.title, text });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    }
  }
  await navigator.clipboard.writeText(text);
  return 'copied';
}
