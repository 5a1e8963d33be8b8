import type { ClientFormDialogProps } from '#web/clients/ClientFormDialog.tsx';
import { lazyPart } from '#web/parts/lazy-part.tsx';

/** The client's form, loaded once the screen is shown. */
export const LazyClientForm = lazyPart<ClientFormDialogProps>(
  async () => (await import('#web/clients/ClientFormDialog.tsx')).ClientFormDialog,
  ({ opened }) => opened,
);
