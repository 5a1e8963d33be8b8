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
import { useDeletion } from '#web/ui/dialog/use-deletion.ts';

const WILL_BE_DELETED: Forms = { one: 'будет удалена', few: 'будут удалены', many: 'будет удалено' };

export interface ClientDialogsProps {
  /** The client whose dialogs are open; null closes them. */
  id: string | null;
  card: ClientCardRecord | null;
  onClose: () => void;
}

/** Deleting a client deletes their sessions too (CLIENT-06); the details have already loaded the number. */
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

/** A client's details and the dialogs that replace them: the form, and the question before deleting. */
export function ClientDialogs({ id, card, onClose }: ClientDialogsProps) {
  const queryClient = useQueryClient();
  const [editing, setEditing] = useState(false);
  const deletion = useDeletion<string>({
    remove: deleteClient,
    deleted: 'Клиент удален',
    failed: 'Ошибка при удалении клиента',
    onGone: async () => {
      await refreshClients(queryClient);
      onClose();
    },
  });
  // A dialog that animates out keeps showing its client.
  const [about, setAbout] = useState(id);
  if (id !== null && id !== about) setAbout(id);
  if (id === null && editing) setEditing(false);
  if (id === null && deletion.asking) deletion.cancel();

  const query = useQuery({ ...clientQuery(about ?? ''), enabled: id !== null });
  const client = query.data ?? null;

  return (
    <>
      <ClientDetailsDialog
        opened={id !== null && !editing && !deletion.asking}
        query={query}
        card={card?.id === about ? card : null}
        onClose={onClose}
        onEdit={() => setEditing(true)}
        onDelete={() => about !== null && deletion.ask(about)}
      />
      {client && (
        <ClientFormDialog
          key={client.id}
          opened={id !== null && editing}
          client={client}
          deleted={statusOf(query.error) === 404}
          onClose={() => setEditing(false)}
        />
      )}
      <ConfirmDialog title="Удалить клиента?" {...deletion.question}>
        <p>Вы уверены, что хотите удалить клиента {client?.name}? Это действие нельзя отменить.</p>
        {client && <WhatGoesAlong client={client.id} />}
      </ConfirmDialog>
    </>
  );
}
