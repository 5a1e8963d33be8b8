import type { SessionDialogsProps } from '#web/sessions/LastSessionDialog.tsx';
import { deferred } from '#web/parts/deferred.tsx';
import { lazyPart } from '#web/parts/lazy-part.tsx';

/** The dialogs of sessions, one at a time, for the screens that show sessions. */
export const SessionDialogs = deferred(
  lazyPart<SessionDialogsProps>(
    async () => (await import('#web/sessions/LastSessionDialog.tsx')).LastSessionDialog,
    ({ id }) => id !== null,
  ),
);
