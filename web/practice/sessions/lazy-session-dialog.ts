import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import type { SessionDialogProps } from '#web/practice/sessions/SessionDialog.tsx';

/** The dialog of a session, for the screens that show sessions. */
export const LazySessionDialog = lazyDialog<SessionDialogProps>(
  async () => (await import('#web/practice/sessions/SessionDialog.tsx')).SessionDialog,
);
