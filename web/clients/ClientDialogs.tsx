import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { statusOf } from '#web/api/errors.ts';
import { deleteClient } from '#web/clients/actions.ts';
import { ClientDetailsDialog } from '#web/clients/ClientDetailsDialog.tsx';
import { ClientFormDialog } from '#web/clients/ClientFormDialog.tsx';
import { clientQuery, refreshClients } from '#web/clients/queries.ts';
import type { ClientCardRecord } from '#web/clients/queries.ts';
import { counted, plural, SESSIONS } from '#web/format/plural.ts';
import type { Forms } from '#web/format/plural.ts';
import { newestSessionsQuery } from '#web/sessions/queries.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const WILL_BE_DELETED: Forms = { one: 'будет удалена', few: 'будут удалены', many: 'будет удалено' };

export interface ClientDialogsProps {
  /** The client whose dialogs are open; null closes them. */
  id: string | null;
  card: ClientCardRecord | null;
  onClose: () => void;
}

/** A client's sessions go with the client (CLIENT-06); the details have read already how many there are. */
function WhatGoesAlong({ client }: { client: string }) {
  const { data } = useQuery(newestSessionsQuery(client));
  if (!data || data.totalItems === 0) return null;
  return (
    <p className="secondary">
      Вместе с&nbsp;клиентом {plural(data.totalItems, WILL_BE_DELETED)} {counted(data.totalItems, SESSIONS)} и&nbsp;всё,
      что в&nbsp;них записано.
    </p>
  );
}

/** The details of a client and what replaces them: editing, and the question before deleting. */
export function ClientDialogs({ id, card, onClose }: ClientDialogsProps) {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<'details' | 'edit' | 'delete'>('details');
  // A dialog that is leaving the screen goes on showing the client it was about.
  const [about, setAbout] = useState(id);
  if (id !== null && id !== about) setAbout(id);
  if (id === null && shown !== 'details') setShown('details');

  const query = useQuery({ ...clientQuery(about ?? ''), enabled: id !== null });
  const client = query.data ?? null;

  const remove = async () => {
    if (about === null) return;
    try {
      await deleteClient(about);
    } catch (error) {
      if (statusOf(error) !== 404) {
        failureToast('Ошибка при удалении клиента', error);
        return;
      }
      // Deleted elsewhere meanwhile: what was asked for is so.
    }
    // The list first: the focus returns to a card that is still there, or else to the screen.
    await refreshClients(queryClient);
    onClose();
    toast.success('Клиент удален');
  };

  return (
    <>
      <ClientDetailsDialog
        opened={id !== null && shown === 'details'}
        query={query}
        card={card?.id === about ? card : null}
        onClose={onClose}
        onEdit={() => setShown('edit')}
        onDelete={() => setShown('delete')}
      />
      {client && (
        <ClientFormDialog
          key={client.id}
          opened={id !== null && shown === 'edit'}
          client={client}
          deleted={statusOf(query.error) === 404}
          onClose={() => setShown('details')}
        />
      )}
      <ConfirmDialog
        opened={id !== null && shown === 'delete'}
        title="Удалить клиента?"
        onConfirm={remove}
        onCancel={() => setShown('details')}
      >
        <p>Вы уверены, что хотите удалить клиента {client?.name}? Это действие нельзя отменить.</p>
        {client && <WhatGoesAlong client={client.id} />}
      </ConfirmDialog>
    </>
  );
}
