import { getRouteApi } from '@tanstack/react-router';
import { NoteEditor, StoredNoteEditor } from '#web/notes/NoteEditor.tsx';
import { NoteList } from '#web/notes/NoteList.tsx';

const route = getRouteApi('/dashboard/notes');

/** Notes, and the sheet on which one is written: `?note=new` or `?note={id}` (NOTE-01, NOTE-02). */
export function NotesPage() {
  const { note } = route.useSearch();
  if (note === 'new') return <NoteEditor note={null} />;
  return note ? <StoredNoteEditor key={note} id={note} /> : <NoteList />;
}
