import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { deleteClient } from '#web/practice/clients/actions.ts';
import { StoredClientForm } from '#web/practice/clients/ClientFormDialog.tsx';
import { EraseInstead } from '#web/practice/clients/EraseInstead.tsx';
import { ClientPaper } from '#web/practice/clients/ClientPaper.tsx';
import type { ConsentTask } from '#web/practice/clients/consents/ClientConsents.tsx';
import { clientQuery, type ClientRecord, refreshClients } from '#web/practice/clients/queries.ts';
import { sessionCountQuery } from '#web/practice/clients/session-queries.ts';
import { useArchive } from '#web/practice/clients/use-archive.ts';
import { counted, plural, SESSIONS } from '#web/ground/format/plural.ts';
import type { Forms } from '#web/ground/format/plural.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { paymentCountQuery } from '#web/practice/money/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { seriesQuery } from '#web/practice/series/queries.ts';
import { currentRules } from '#web/practice/series/words.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { useNow } from '#web/ui/page/use-now.ts';
import { confirmDeletion } from '#web/ui/dialog/confirm-deletion.ts';
import { openDialog } from '#web/ui/dialog/hosted.ts';

const ArchiveQuestion = lazyDialog(
  async () => (await import('#web/practice/series/end/ArchiveQuestion.tsx')).ArchiveQuestion,
);

const ConsentDialogs = lazyDialog(
  async () => (await import('#web/practice/clients/consents/ConsentDialogs.tsx')).ConsentDialogs,
);

const ClientExportDialog = lazyDialog(
  async () => (await import('#web/practice/clients/ClientExportDialog.tsx')).ClientExportDialog,
);

const ErasureDialogs = lazyDialog(
  async () => (await import('#web/practice/clients/erasure/ErasureDialogs.tsx')).ErasureDialogs,
);

const WILL_BE_DELETED: Forms = { one: 'будет удалена', few: 'будут удалены', many: 'будет удалено' };

const WILL_STAY: Forms = { one: 'Останется', few: 'Останутся', many: 'Останется' };
const PAYMENTS: Forms = { one: 'оплата', few: 'оплаты', many: 'оплат' };

/** The actions for a client, in the details and on the client's page. */
export interface ClientTasks {
  onEdit: () => void;
  onDelete: () => void;
  onPrint: () => void;
  onExport: () => void;
  onArchive: () => void;
  onConsent: (task: ConsentTask) => void;
}

interface ClientTasksOptions {
  /** Called when the client is no longer shown here: deleted, erased or archived. */
  onGone: () => void;
  onDeleting?: (deleting: boolean) => void;
  /** Keeps showing the client after archiving them. */
  staysArchived?: boolean;
}

/** Deleting a client deletes their sessions too (CLIENT-06); the details have already loaded the number. */
function SessionsDeletedToo({ client }: { client: string }) {
  const { data: count = 0 } = useQuery(sessionCountQuery(client));
  if (count === 0) return null;
  return (
    <p className="secondary">
      Вместе с&nbsp;клиентом {plural(count, WILL_BE_DELETED)} {counted(count, SESSIONS)} и&nbsp;всё, что в&nbsp;них
      записано. Об&nbsp;отмене назначенных встреч программа клиенту не&nbsp;напишет.
    </p>
  );
}

/** Payments stay in the books; `useClientTasks` has already loaded the number. */
function PaymentsKept({ client }: { client: string }) {
  const { data: count = 0 } = useQuery(paymentCountQuery(client));
  if (count === 0) return null;
  return (
    <p className="secondary">
      {plural(count, WILL_STAY)} в&nbsp;«Деньгах» {counted(count, PAYMENTS)} этого клиента, без имени и&nbsp;примечаний.
    </p>
  );
}

/** Returns the client, the actions, and their dialogs. */
export function useClientTasks(
  id: string,
  { onGone, onDeleting, staysArchived = false }: ClientTasksOptions,
): { query: UseQueryResult<ClientRecord>; tasks: ClientTasks; above: ReactNode } {
  const timeZone = useTimeZone();
  const [above, setAbove] = useState<'paper' | 'export' | 'erasure' | 'archive' | null>(null);
  const [task, setTask] = useState<ConsentTask | null>(null);
  const [deleting, setDeleting] = useState(false);
  const back = () => setAbove(null);
  const archive = useArchive((archived) => {
    if (!archived) return;
    back();
    if (!staysArchived) onGone();
  });
  const query = useQuery({ ...clientQuery(id), enabled: !deleting });
  const stopReading = (begun: boolean) => {
    setDeleting(begun);
    onDeleting?.(begun);
  };
  // Loaded in advance for the confirmation before deleting.
  useQuery({ ...paymentCountQuery(id), enabled: !deleting });
  const client = query.data;
  // Loaded in any case, because the details show the client's series.
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
          <PaymentsKept client={id} />
        </>
      ),
      children: <EraseInstead onErase={() => setAbove('erasure')} />,
      remove: () => deleteClient(id),
      onDeleting: stopReading,
      refresh: async () => {
        await refreshClients();
        onGone();
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
    // A pending undo of an earlier press must not block this one.
    else if (client && !(archive.isPending && archive.variables.archived)) archive.mutate({ client, archived: true });
  };
  const tasks: ClientTasks = {
    onEdit: () => void openDialog((close) => <StoredClientForm id={id} onClose={close} />),
    onDelete: () => void askToDelete(),
    onPrint: () => setAbove('paper'),
    onExport: () => setAbove('export'),
    onConsent: setTask,
    onArchive: moveToArchive,
  };
  const dialogs = client && (
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
        onDeleting={stopReading}
        onCancel={back}
        onDone={() => {
          onGone();
          void refreshClients();
        }}
      />
      {task && <ConsentDialogs opened client={client} task={task} onClose={() => setTask(null)} />}
    </>
  );
  return { query, tasks, above: dialogs };
}
