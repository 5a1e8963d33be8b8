import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statusOf } from '#web/ground/api/errors.ts';
import { deleteClient } from '#web/practice/clients/actions.ts';
import { ClientDetailsDialog } from '#web/practice/clients/ClientDetailsDialog.tsx';
import { ClientFormDialog } from '#web/practice/clients/ClientFormDialog.tsx';
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
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import type { ArchiveQuestionProps } from '#web/practice/series/end/ArchiveQuestion.tsx';
import { seriesQuery } from '#web/practice/series/queries.ts';
import { currentRules } from '#web/practice/series/words.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { useNow } from '#web/ui/page/use-now.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDeletion } from '#web/ui/dialog/use-deletion.ts';
import { useReopenedForm } from '#web/practice/record-form/reopened-form.ts';
import { draftOfClient } from '#web/practice/clients/draft-of-client.ts';

const ArchiveQuestion = lazyPart<ArchiveQuestionProps>(
  async () => (await import('#web/practice/series/end/ArchiveQuestion.tsx')).ArchiveQuestion,
  ({ opened }) => opened,
);

const ConsentDialogs = lazyPart<ConsentDialogsProps>(
  async () => (await import('#web/practice/clients/consents/ConsentDialogs.tsx')).ConsentDialogs,
  ({ opened }) => opened,
);

const ClientExportDialog = lazyPart<ClientExportDialogProps>(
  async () => (await import('#web/practice/clients/ClientExportDialog.tsx')).ClientExportDialog,
  ({ opened }) => opened,
);

const ErasureDialogs = lazyPart<ErasureDialogsProps>(
  async () => (await import('#web/practice/clients/erasure/ErasureDialogs.tsx')).ErasureDialogs,
  ({ opened }) => opened,
);

const WILL_BE_DELETED: Forms = { one: 'будет удалена', few: 'будут удалены', many: 'будет удалено' };

export interface ClientDialogsProps {
  /** The client whose dialogs are open; null closes them. */
  id: string | null;
  card: ClientCardRecord | null;
  onClose: () => void;
}

/** Deleting a client deletes their sessions too (CLIENT-06); the details have already loaded the number. */
function WhatGoesAlong({ client }: { client: string }) {
  const { data: count = 0 } = useQuery(sessionCountQuery(client));
  if (count === 0) return null;
  return (
    <p className="secondary">
      Вместе с&nbsp;клиентом {plural(count, WILL_BE_DELETED)} {counted(count, SESSIONS)} и&nbsp;всё, что в&nbsp;них
      записано.
    </p>
  );
}

/** A client's details and the dialogs that replace them: the form, the paper, and the question before deleting. */
export function ClientDialogs({ id, card, onClose }: ClientDialogsProps) {
  const [instead, setInstead] = useState<'form' | 'paper' | 'export' | 'erasure' | 'archive' | 'consent' | null>(null);
  const [task, setTask] = useState<ConsentTask | null>(null);
  /** Each task starts with an empty form. */
  const [tasks, setTasks] = useState(0);
  const back = () => setInstead(null);
  /** The client that is being erased: asking the server for it would be a 404. */
  const [erased, setErased] = useState<string | null>(null);
  const archive = useArchive((archived) => archived && onClose());
  /** The way back of another press is no reason to ignore this one. */
  const isGoing = archive.isPending && archive.variables.archived && archive.variables.client.id === id;
  const deletion = useDeletion<string>({
    remove: deleteClient,
    deleted: 'Клиент удален',
    failed: 'Ошибка при удалении клиента',
    onGone: async () => {
      await refreshClients();
      onClose();
    },
  });
  // A dialog that animates out keeps showing its client.
  const [about, setAbout] = useState(id);
  if (id !== null && id !== about) setAbout(id);
  if (id === null && instead) setInstead(null);
  if (id === null && deletion.asking) deletion.cancel();

  const query = useQuery({
    ...clientQuery(about ?? ''),
    enabled: id !== null && about !== deletion.going && about !== erased,
  });
  const client = query.data ?? null;
  useReopenedForm(draftOfClient(id ?? ''), () => setInstead('form'));
  const timeZone = useTimeZone();
  // The details show the client's usual time: both are there at once.
  const all = useQuery({ ...seriesQuery(), enabled: id !== null });
  const series = currentRules(
    (all.data ?? []).filter((one) => one.client === about),
    useNow(),
  );

  return (
    <>
      <ClientDetailsDialog
        opened={id !== null && !(instead && client) && !deletion.asking}
        query={query}
        card={card?.id === about ? card : null}
        onClose={onClose}
        onEdit={() => setInstead('form')}
        onDelete={() => about !== null && deletion.ask(about)}
        onPrint={() => setInstead('paper')}
        onExport={() => setInstead('export')}
        onErase={() => setInstead('erasure')}
        onConsent={(asked) => {
          setTask(asked);
          setTasks(tasks + 1);
          setInstead('consent');
        }}
        onArchive={() => {
          if (!all.data) {
            if (all.isFetching) return toast.info('Серии ещё загружаются. Попробуйте ещё раз.');
            failureToast('Ошибка при загрузке серий', all.error);
            void all.refetch();
          } else if (series.length > 0) setInstead('archive');
          else if (client && !isGoing) archive.mutate({ client, archived: true });
        }}
      />
      {client && (
        <ArchiveQuestion
          opened={id !== null && instead === 'archive'}
          series={series}
          timeZone={timeZone}
          onCancel={back}
          onArchive={() => archive.mutateAsync({ client, archived: true })}
        />
      )}
      {client && (
        <ClientFormDialog
          key={client.id}
          opened={id !== null && instead === 'form'}
          client={client}
          deleted={statusOf(query.error) === 404}
          onClose={back}
        />
      )}
      {client && <ClientPaper opened={id !== null && instead === 'paper'} client={client} onClose={back} />}
      {client && (
        <ClientExportDialog
          key={`export ${client.id}`}
          opened={id !== null && instead === 'export'}
          client={client}
          onClose={back}
        />
      )}
      {client && (
        <ErasureDialogs
          key={`erasure ${client.id}`}
          opened={id !== null && instead === 'erasure'}
          client={client}
          onGoing={(going) => setErased(going ? client.id : null)}
          onCancel={back}
          onDone={() => {
            onClose();
            void refreshClients();
          }}
        />
      )}
      {client && task && (
        <ConsentDialogs
          key={tasks}
          opened={id !== null && instead === 'consent'}
          client={client}
          task={task}
          onClose={back}
        />
      )}
      <ConfirmDialog title="Удалить клиента?" {...deletion.question}>
        <p>Вы уверены, что хотите удалить клиента {client?.name}? Это действие нельзя отменить.</p>
        {client && <WhatGoesAlong client={client.id} />}
      </ConfirmDialog>
    </>
  );
}
