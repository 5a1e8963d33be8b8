import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readAgain } from '#web/ground/api/read-again.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { deleteNote } from '#web/practice/notes/actions.ts';
import { noteQuery, type NoteRecord } from '#web/practice/notes/queries.ts';
import { noteDate, shareNote } from '#web/practice/notes/share-note.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDeletion } from '#web/ui/dialog/use-deletion.ts';
import { toast } from '#web/ui/toast/toast.ts';

type Note = Pick<NoteRecord, 'id' | 'title' | 'date'>;

interface NoteActions {
  share: (id: string) => Promise<void>;
  askToDelete: (note: Note) => void;
  /** The note whose deletion is under way or done. */
  going: string | null;
  question: ReactNode;
}

function nameOf(note: Note): string {
  return note.title === undefined
    ? `Заметка от\u00A0${showDate(noteDate(note))}, текст которой не\u00A0открывается,`
    : `Заметка «${note.title}»`;
}

/** Sharing and deleting, for the list and for an opened note; `onGone` leaves a note that is no more. */
export function useNoteActions(onGone?: () => Promise<void>): NoteActions {
  const queryClient = useQueryClient();
  const deletion = useDeletion<Note>({
    remove: ({ id }) => deleteNote(id),
    deleted: 'Заметка удалена',
    failed: 'Ошибка при удалении поста',
    onGone: async () => {
      await readAgain(['blog_posts']);
      await onGone?.();
      deletion.cancel();
    },
  });
  const share = async (id: string) => {
    try {
      // The list has only the beginning of the text, so the whole note is loaded.
      const note = await queryClient.fetchQuery(noteQuery(id));
      if ((await shareNote(note)) === 'copied') toast.success('Текст скопирован в буфер обмена');
    } catch {
      toast.error('Не удалось скопировать текст');
    }
  };
  return {
    share,
    askToDelete: deletion.ask,
    going: deletion.going?.id ?? null,
    question: (
      <ConfirmDialog title="Удалить заметку?" {...deletion.question}>
        {deletion.subject && nameOf(deletion.subject)} исчезнет. Это действие нельзя отменить.
      </ConfirmDialog>
    ),
  };
}
