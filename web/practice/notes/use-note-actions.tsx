import { useQueryClient } from '@tanstack/react-query';
import { isolated } from '#domain/text/isolated.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { deleteNote } from '#web/practice/notes/actions.ts';
import { noteQuery, type NoteRecord } from '#web/practice/notes/queries.ts';
import { COPY_FAILED, noteDate, shareNote } from '#web/practice/notes/share-note.ts';
import { confirmDeletion } from '#web/ui/dialog/confirm-deletion.ts';
import { toast } from '#web/ui/toast/toast.ts';

type Note = Pick<NoteRecord, 'id' | 'title' | 'date'>;

function nameOf(note: Note): string {
  return note.title === undefined
    ? `Заметка от\u00A0${showDate(noteDate(note))}, текст которой не\u00A0открывается,`
    : `Заметка «${isolated(note.title)}»`;
}

/** Deletes a note after a confirmation; `onGone` then closes it. */
export function askToDelete(
  note: Note,
  { onDeleting, onGone }: { onDeleting?: (deleting: boolean) => void; onGone?: () => Promise<void> } = {},
): void {
  void confirmDeletion({
    title: 'Удалить заметку?',
    text: `${nameOf(note)} исчезнет. Это действие нельзя отменить.`,
    remove: () => deleteNote(note.id),
    refresh: async () => {
      await readAgain(['blog_posts']);
      await onGone?.();
    },
    ...(onDeleting && { onDeleting }),
    deleted: 'Заметка удалена',
    failed: 'Ошибка при удалении поста',
  });
}

/** Returns a function that shares a whole note. */
export function useSharing(): (id: string) => Promise<void> {
  const queryClient = useQueryClient();
  return async (id) => {
    try {
      // The list has only the beginning of the text, so the whole note is loaded.
      const note = queryClient.fetchQuery(noteQuery(id));
      if ((await shareNote(note)) === 'copied') toast.success('Текст скопирован в буфер обмена');
    } catch {
      toast.error(COPY_FAILED);
    }
  };
}
