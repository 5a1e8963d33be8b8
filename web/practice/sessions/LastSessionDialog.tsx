import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { SessionDialog } from '#web/practice/sessions/SessionDialog.tsx';
import type { SavedTexts } from '#web/practice/sessions/session-form.ts';

export interface SessionDialogsProps {
  /** The session whose dialog is open; null closes it. */
  id: string | null;
  onClose: () => void;
  texts?: SavedTexts;
}

/** The dialog of the last opened session, which stays rendered while it animates out. */
export function LastSessionDialog({ id, onClose, texts = 'completed' }: SessionDialogsProps) {
  const write = useSearch({ strict: false, select: (search) => search.write === '1' });
  const [about, setAbout] = useState(id);
  if (id !== null && id !== about) setAbout(id);
  return (
    about !== null && (
      <SessionDialog key={about} id={about} opened={id !== null} write={write} onClose={onClose} texts={texts} />
    )
  );
}
