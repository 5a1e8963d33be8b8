import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';

/** The client's form, loaded once the screen is shown. */
export const LazyClientForm = lazyDialog(
  async () => (await import('#web/practice/clients/ClientFormDialog.tsx')).ClientFormDialog,
);
