import { ActionIcon } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { IconPencil, IconShare2, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { showDate } from '#web/format/dates.ts';
import classes from '#web/notes/Notes.module.css';
import { deleteNote } from '#web/notes/actions.ts';
import { noteQuery, notesQuery, type NoteRecord } from '#web/notes/queries.ts';
import { noteDate, shareNote } from '#web/notes/share-note.ts';
import { AddButton } from '#web/ui/page/AddButton.tsx';
import { CardGrid, Sheet } from '#web/ui/page/CardGrid.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDeletion } from '#web/ui/dialog/use-deletion.ts';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ShowMore } from '#web/ui/page/ShowMore.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { useLoadFailure } from '#web/ui/page/use-load-failure.ts';

const LOAD_FAILED = 'Не удалось загрузить заметки';

export function NoteList() {
  const queryClient = useQueryClient();
  const notes = useInfiniteQuery(notesQuery());
  const deletion = useDeletion<NoteRecord>({
    remove: ({ id }) => deleteNote(id),
    deleted: 'Заметка удалена',
    failed: 'Ошибка при удалении поста',
    onGone: async () => {
      await queryClient.invalidateQueries({ queryKey: ['blog_posts'] });
      deletion.cancel();
    },
  });
  useLoadFailure(notes.isError && !notes.data, LOAD_FAILED);
  const list = notes.data?.pages.flatMap((page) => page.items) ?? [];

  const share = async (id: string) => {
    try {
      // The list has only the beginning of the text, so the whole note is loaded.
      const note = await queryClient.fetchQuery(noteQuery(id));
      if ((await shareNote(note)) === 'copied') toast.success('Текст скопирован в буфер обмена');
    } catch {
      toast.error('Не удалось скопировать текст');
    }
  };
  return (
    <div className={classes.page}>
      <PageHeader
        title="Заметки"
        action={<AddButton link={{ to: '/dashboard/notes', search: { note: 'new' } }}>Новая заметка</AddButton>}
      />
      {notes.isPending && <LoadingCards text="Загрузка заметок..." columns={1} count={4} height={140} />}
      {notes.isError && !notes.data && (
        <ErrorState title={LOAD_FAILED} onRetry={() => void notes.refetch()} retrying={notes.isFetching} />
      )}
      {notes.data && list.length === 0 && (
        <EmptyState title="Заметок пока нет" hint="Добавьте первую запись: мысль после встречи, конспект, план." />
      )}
      <CardGrid columns={1}>
        {list.map((note) => (
          <li key={note.id}>
            <Sheet as="article" className={classes.card} aria-label={note.title}>
              <div className={classes.text}>
                <p className="small secondary">{showDate(noteDate(note))}</p>
                <h2 className={classes.title}>{note.title}</h2>
                <p className={classes.excerpt}>{note.content}</p>
              </div>
              <div className={classes.actions}>
                <ActionIcon variant="subtle" color="gray" aria-label="Поделиться" onClick={() => void share(note.id)}>
                  <IconShare2 aria-hidden size={18} stroke={1.6} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label="Редактировать"
                  renderRoot={(props) => <Link to="/dashboard/notes" search={{ note: note.id }} {...props} />}
                >
                  <IconPencil aria-hidden size={18} stroke={1.6} />
                </ActionIcon>
                <ActionIcon variant="subtle" color="gray" aria-label="Удалить" onClick={() => deletion.ask(note)}>
                  <IconTrash aria-hidden size={18} stroke={1.6} />
                </ActionIcon>
              </div>
            </Sheet>
          </li>
        ))}
      </CardGrid>
      <ShowMore query={notes} />
      <ConfirmDialog title="Удалить заметку?" {...deletion.question}>
        Заметка «{deletion.subject?.title}» исчезнет. Это действие нельзя отменить.
      </ConfirmDialog>
    </div>
  );
}
