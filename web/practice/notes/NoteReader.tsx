import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { statusOf } from '#web/ground/api/errors.ts';
import { NOT_OPENED } from '#web/ground/api/sealed-text.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { KeptDraft } from '#web/practice/notes/KeptDraft.tsx';
import { NoteButtons } from '#web/practice/notes/NoteButtons.tsx';
import { NoteComing } from '#web/practice/notes/NoteComing.tsx';
import classes from '#web/practice/notes/Notes.module.css';
import { noteQuery, type NoteRecord } from '#web/practice/notes/queries.ts';
import { isOpened, noteDate } from '#web/practice/notes/share-note.ts';
import { askToDelete, useSharing } from '#web/practice/notes/use-note-actions.tsx';
import { BackLink } from '#web/ui/page/BackLink.tsx';

/** A note to read in full (NOTE-01). */
export function NoteReader({ id }: { id: string }) {
  const navigate = useNavigate();
  const share = useSharing();
  const [deleting, setDeleting] = useState(false);
  const query = useQuery({ ...noteQuery(id), enabled: !deleting });
  const note = statusOf(query.error) === 404 ? undefined : query.data;
  return note ? (
    <article className={classes.page} aria-label={note.title ?? NOT_OPENED}>
      <div className={`${classes.bar} screen-only`}>
        <BackLink to="/dashboard/notes">Заметки</BackLink>
        <NoteButtons
          id={id}
          onShare={isOpened(note) ? () => void share(id) : undefined}
          onDelete={() =>
            askToDelete(note, {
              onDeleting: setDeleting,
              onGone: () => navigate({ to: '/dashboard/notes', replace: true }),
            })
          }
        />
      </div>
      <KeptDraft note={id} />
      <NoteText note={note} />
    </article>
  ) : (
    <NoteComing query={query} />
  );
}

function NoteText({ note }: { note: NoteRecord }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed card has disappeared, so Tab continues here.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <div className={classes.sheet}>
      <p className="small secondary">{showDate(noteDate(note))}</p>
      <h1 ref={title} tabIndex={-1} className="anywhere">
        {note.title ?? NOT_OPENED}
      </h1>
      {note.content === undefined ? (
        <p className="secondary">Сохранённый текст остаётся как есть.</p>
      ) : (
        <p className={classes.readText} translate="no">
          {note.content}
        </p>
      )}
    </div>
  );
}
