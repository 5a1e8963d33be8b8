import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';

/** The dialog of a session, for the screens that show sessions. */
export const LazySessionDialog = lazyDialog(
  async () => (await import('#web/practice/sessions/SessionDialog.tsx')).SessionDialog,
);
