import type { SavedTexts } from '#web/sessions/session-form.ts';
import { drawnLater } from '#web/ui/drawn-later.tsx';
import { part } from '#web/ui/part.tsx';

export interface SessionDialogsProps {
  /** The session whose dialog is open; null closes it. */
  id: string | null;
  onClose: () => void;
  texts?: SavedTexts;
}

/** The dialogs of sessions, one at a time, for the screens that show sessions. */
export const SessionDialogs = drawnLater(
  part<SessionDialogsProps>(
    async () => (await import('#web/sessions/LastSessionDialog.tsx')).LastSessionDialog,
    ({ id }) => id !== null,
  ),
);
