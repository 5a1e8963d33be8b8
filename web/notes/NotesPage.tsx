import { getRouteApi } from '@tanstack/react-router';
import { NoteList } from '#web/notes/NoteList.tsx';
import type { NoteSheetProps } from '#web/notes/NoteSheet.tsx';
import { lazyPart } from '#web/parts/lazy-part.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';

const route = getRouteApi('/dashboard/notes');

// The editor needs the date field and form validation, which the list does not load.
const NoteSheet = lazyPart<NoteSheetProps>(
  async () => (await import('#web/notes/NoteSheet.tsx')).NoteSheet,
  ({ note }) => note !== undefined,
  <LoadingCards text="Загрузка..." columns={1} count={1} height={420} />,
);

/** Notes, and the sheet to write one on: `?note=new` or `?note={id}` (NOTE-01, NOTE-02). */
export function NotesPage() {
  const { note } = route.useSearch();
  return (
    <>
      {note === undefined && <NoteList />}
      <NoteSheet note={note} />
    </>
  );
}
