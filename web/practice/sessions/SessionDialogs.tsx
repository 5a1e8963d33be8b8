import type { SessionDialogsProps } from '#web/practice/sessions/LastSessionDialog.tsx';
import { deferred } from '#web/ground/parts/deferred.tsx';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';

/** The dialogs of sessions, one at a time, for the screens that show sessions. */
export const SessionDialogs = deferred(
  lazyPart<SessionDialogsProps>(
    async () => (await import('#web/practice/sessions/LastSessionDialog.tsx')).LastSessionDialog,
    ({ id }) => id !== null,
  ),
);
