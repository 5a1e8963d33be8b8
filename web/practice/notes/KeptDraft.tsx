import { Link } from '@tanstack/react-router';
import { hasDrafts } from '#web/ground/api/drafts.ts';
import classes from '#web/practice/notes/Notes.module.css';

/** A link to a draft of this tab: of a new note, or of the stored note with this id. */
export function KeptDraft({ note }: { note: string }) {
  if (!hasDrafts(`note-${note}`)) return null;
  return (
    <p className={`${classes.kept} screen-only`}>
      Есть несохранённый черновик
      <Link to="/dashboard/notes" search={note === 'new' ? { note } : { note, edit: '1' }}>
        Продолжить
      </Link>
    </p>
  );
}
