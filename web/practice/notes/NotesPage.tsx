import { getRouteApi } from '@tanstack/react-router';
import { NoteList } from '#web/practice/notes/NoteList.tsx';
import { NoteReader } from '#web/practice/notes/NoteReader.tsx';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';

const route = getRouteApi('/dashboard/notes');

// Loads on demand: the editor needs the date field and form validation, reading does not.
const NoteSheet = lazyPart(async () => (await import('#web/practice/notes/NoteSheet.tsx')).NoteSheet, {
  isOpened: ({ note }) => note !== undefined,
  coming: <LoadingCards text="Загрузка..." columns={1} count={1} height={420} />,
});

/**
 * The notes: the list, a note to read (`?note={id}`), and the sheet to write on (`&edit=1` or `?note=new`) (NOTE-01,
 * NOTE-02).
 */
export function NotesPage() {
  const { note, edit } = route.useSearch();
  const written = note === 'new' || edit ? note : undefined;
  return (
    <>
      {note === undefined && <NoteList />}
      {note !== undefined && written === undefined && <NoteReader key={note} id={note} />}
      <NoteSheet note={written} />
    </>
  );
}
