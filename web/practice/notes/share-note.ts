import type { NoteRecord } from '#web/practice/notes/queries.ts';
import { copyText } from '#web/ui/dialog/copy-text.tsx';
import { showDate } from '#web/ground/format/dates.ts';

export function noteDate(note: Pick<NoteRecord, 'date'>): Temporal.PlainDate {
  return Temporal.PlainDate.from(note.date.slice(0, 10));
}

type OpenedNote = NoteRecord & { title: string; content: string };

export function isOpened(note: NoteRecord): note is OpenedNote {
  return note.title !== undefined && note.content !== undefined;
}

export const COPY_FAILED = 'Не удалось скопировать текст';

/** The shared text of a note: title, content and date (specification §2). */
function noteAsText(note: OpenedNote): string {
  return `${note.title}\n\n${note.content}\n\n${showDate(noteDate(note))}`;
}

/**
 * Shares a note that may still be loading with the device's share function; otherwise copies it or, 'left', shows it to
 * copy by hand. Throws if the note fails to load; 'cancelled' if the person cancels.
 */
export async function shareNote(coming: Promise<NoteRecord>): Promise<'shared' | 'copied' | 'left' | 'cancelled'> {
  const opened = coming.then((note) => {
    if (!isOpened(note)) throw new TypeError('The note does not open.');
    return { title: note.title, text: noteAsText(note) };
  });
  if (typeof navigator.share === 'function') {
    const data = await opened;
    try {
      await navigator.share(data);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    }
  }
  const text = opened.then((data) => data.text);
  return (await copyText(text, COPY_FAILED)) ? 'copied' : 'left';
}
