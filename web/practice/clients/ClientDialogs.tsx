import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteClient } from '#web/practice/clients/actions.ts';
import { ClientDetailsDialog } from '#web/practice/clients/ClientDetailsDialog.tsx';
import { StoredClientForm } from '#web/practice/clients/ClientFormDialog.tsx';
import type { ClientExportDialogProps } from '#web/practice/clients/ClientExportDialog.tsx';
import { ClientPaper } from '#web/practice/clients/ClientPaper.tsx';
import type { ConsentTask } from '#web/practice/clients/consents/ClientConsents.tsx';
import type { ConsentDialogsProps } from '#web/practice/clients/consents/ConsentDialogs.tsx';
import type { ErasureDialogsProps } from '#web/practice/clients/erasure/ErasureDialogs.tsx';
import { clientQuery, refreshClients } from '#web/practice/clients/queries.ts';
import type { ClientCardRecord } from '#web/practice/clients/queries.ts';
import { sessionCountQuery } from '#web/practice/clients/session-queries.ts';
import { useArchive } from '#web/practice/clients/use-archive.ts';
import { counted, plural, SESSIONS } from '#web/ground/format/plural.ts';
import type { Forms } from '#web/ground/format/plural.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import type { ArchiveQuestionProps } from '#web/practice/series/end/ArchiveQuestion.tsx';
import { seriesQuery } from '#web/practice/series/queries.ts';
import { currentRules } from '#web/practice/series/words.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { useNow } from '#web/ui/page/use-now.ts';
import { confirmDeletion } from '#web/ui/dialog/confirm-deletion.ts';
import { openDialog } from '#web/ui/dialog/hosted.ts';

const ArchiveQuestion = lazyDialog<ArchiveQuestionProps>(
  async () => (await import('#web/practice/series/end/ArchiveQuestion.tsx')).ArchiveQuestion,
);

const ConsentDialogs = lazyDialog<ConsentDialogsProps>(
  async () => (await import('#web/practice/clients/consents/ConsentDialogs.tsx')).ConsentDialogs,
);

const ClientExportDialog = lazyDialog<ClientExportDialogProps>(
  async () => (await import('#web/practice/clients/ClientExportDialog.tsx')).ClientExportDialog,
);

const ErasureDialogs = lazyDialog<ErasureDialogsProps>(
  async () => (await import('#web/practice/clients/erasure/ErasureDialogs.tsx')).ErasureDialogs,
);

const WILL_BE_DELETED: Forms = { one: 'будет удалена', few: 'будут удалены', many: 'будет удалено' };

export interface ClientDialogsProps {
  id: string;
  card: ClientCardRecord | null;
  onClose: () => void;
}

/** Deleting a client deletes their sessions too (CLIENT-06); the details have already loaded the number. */
function SessionsDeletedToo({ client }: { client: string }) {
  const { data: count = 0 } = useQuery(sessionCountQuery(client));
  if (count === 0) return null;
  return (
    <p className="secondary">
      Вместе с&nbsp;клиентом {plural(count, WILL_BE_DELETED)} {counted(count, SESSIONS)} и&nbsp;всё, что в&nbsp;них
      записано.
    </p>
  );
}

/** A client's details, what opens over them, and the question before deleting. */
export function ClientDialogs({ id, card, onClose }: ClientDialogsProps) {
  const timeZone = useTimeZone();
  const [above, setAbove] = useState<'paper' | 'export' | 'erasure' | 'archive' | null>(null);
  const [task, setTask] = useState<ConsentTask | null>(null);
  const [deleting, setDeleting] = useState(false);
  const back = () => setAbove(null);
  const archive = useArchive((archived) => archived && onClose());
  const query = useQuery({ ...clientQuery(id), enabled: !deleting });
  const client = query.data;
  // The details show the client's usual time: both are there at once.
  const all = useQuery(seriesQuery());
  const series = currentRules(
    (all.data ?? []).filter((one) => one.client === id),
    useNow(),
  );
  const askToDelete = () =>
    confirmDeletion({
      title: 'Удалить клиента?',
      text: (
        <>
          <p>
            Вы уверены, что хотите удалить клиента <span translate="no">{client?.name}</span>? Это действие нельзя
            отменить.
          </p>
          <SessionsDeletedToo client={id} />
        </>
      ),
      remove: () => deleteClient(id),
      onDeleting: setDeleting,
      refresh: async () => {
        await refreshClients();
        onClose();
      },
      deleted: 'Клиент удален',
      failed: 'Ошибка при удалении клиента',
    });
  const moveToArchive = () => {
    if (!all.data) {
      if (all.isFetching) return toast.info('Серии ещё загружаются. Попробуйте ещё раз.');
      failureToast('Ошибка при загрузке серий', all.error);
      void all.refetch();
    } else if (series.length > 0) setAbove('archive');
    // The way back of another press is no reason to ignore this one.
    else if (client && !(archive.isPending && archive.variables.archived)) archive.mutate({ client, archived: true });
  };
  return (
    <>
      <ClientDetailsDialog
        query={query}
        card={card}
        onClose={onClose}
        onEdit={() => void openDialog((close) => <StoredClientForm id={id} onClose={close} />)}
        onDelete={() => void askToDelete()}
        onPrint={() => setAbove('paper')}
        onExport={() => setAbove('export')}
        onErase={() => setAbove('erasure')}
        onConsent={setTask}
        onArchive={moveToArchive}
      />
      {client && (
        <>
          <ArchiveQuestion
            opened={above === 'archive'}
            series={series}
            timeZone={timeZone}
            onCancel={back}
            onArchive={() => archive.mutateAsync({ client, archived: true })}
          />
          {above === 'paper' && <ClientPaper client={client} onClose={back} />}
          <ClientExportDialog opened={above === 'export'} client={client} onClose={back} />
          <ErasureDialogs
            opened={above === 'erasure'}
            client={client}
            onDeleting={setDeleting}
            onCancel={back}
            onDone={() => {
              onClose();
              void refreshClients();
            }}
          />
          {task && <ConsentDialogs opened client={client} task={task} onClose={() => setTask(null)} />}
        </>
      )}
    </>
  );
}
