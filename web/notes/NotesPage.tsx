import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { NoteEditor, StoredNoteEditor } from '#web/notes/NoteEditor.tsx';
import { NoteList } from '#web/notes/NoteList.tsx';
import { profileQuery } from '#web/practice/queries.ts';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';

const route = getRouteApi('/dashboard/notes');

/** Notes, and the sheet on which one is written: `?note=new` or `?note={id}` (NOTE-01, NOTE-02). */
export function NotesPage() {
  const { note } = route.useSearch();
  if (note === 'new') return <NewNote />;
  return note ? <StoredNoteEditor key={note} id={note} /> : <NoteList />;
}

/** A new note is of the practitioner's today, so their zone is waited for. */
function NewNote() {
  const profile = useQuery(profileQuery());
  if (profile.isPending) return <LoadingCards text="Загрузка..." columns={1} count={1} height={420} />;
  return <NoteEditor note={null} />;
}
