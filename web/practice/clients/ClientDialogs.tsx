import { ClientDetailsDialog } from '#web/practice/clients/ClientDetailsDialog.tsx';
import type { ClientCardRecord } from '#web/practice/clients/queries.ts';
import { useClientTasks } from '#web/practice/clients/use-client-tasks.tsx';

interface ClientDialogsProps {
  id: string;
  card: ClientCardRecord | null;
  onClose: () => void;
}

/** A client's details, the dialogs above them, and the confirmation before deleting. */
export function ClientDialogs({ id, card, onClose }: ClientDialogsProps) {
  const { query, tasks, above } = useClientTasks(id, { onGone: onClose });
  return (
    <>
      <ClientDetailsDialog id={id} query={query} card={card} onClose={onClose} {...tasks} />
      {above}
    </>
  );
}
