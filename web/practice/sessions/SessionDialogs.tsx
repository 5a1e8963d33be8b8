import type { SessionDialogProps } from '#web/practice/sessions/SessionDialog.tsx';
import { deferred } from '#web/ground/parts/deferred.tsx';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';

/** The dialogs of sessions, one at a time, for the screens that show sessions. */
export const SessionDialogs = deferred(
  lazyPart<SessionDialogProps>(
    async () => (await import('#web/practice/sessions/SessionDialog.tsx')).SessionDialog,
    ({ id }) => id !== null,
  ),
);
