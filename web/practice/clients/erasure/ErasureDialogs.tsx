import { useState } from 'react';
import type { Erasure } from '#domain/erasures/erasure.ts';
import { EraseDialog } from '#web/practice/clients/erasure/EraseDialog.tsx';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { ErasureAct } from '#web/practice/erasures/ErasureAct.tsx';

interface ErasureDialogsProps {
  client: ClientRecord;
  /** Called with true before the client is erased, and with false if that fails. */
  onDeleting: (deleting: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}

/** Erases a client, then shows the record of the erasure in place of the confirmation (OWN-05). */
export function ErasureDialogs({ client, onDeleting, onCancel, onDone }: ErasureDialogsProps) {
  const [erasure, setErasure] = useState<Erasure | null>(null);
  if (erasure) return <ErasureAct erasure={erasure} onClose={onDone} />;
  return <EraseDialog client={client} onDeleting={onDeleting} onErased={setErasure} onClose={onCancel} />;
}
