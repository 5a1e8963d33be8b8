import { NoteEditor, StoredNoteEditor } from '#web/practice/notes/NoteEditor.tsx';

interface NoteSheetProps {
  /** 'new' or the id of a stored note; undefined while the list is shown. */
  note: string | undefined;
}

/** The sheet to write a note on. */
export function NoteSheet({ note }: NoteSheetProps) {
  if (!note) return null;
  return note === 'new' ? <NoteEditor note={null} /> : <StoredNoteEditor key={note} id={note} />;
}
