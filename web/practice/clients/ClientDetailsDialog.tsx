import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { statusOf } from '#web/ground/api/errors.ts';
import classes from '#web/practice/clients/ClientDetails.module.css';
import { ClientConsents } from '#web/practice/clients/consents/ClientConsents.tsx';
import { clientPage } from '#web/practice/client-page/client-page.ts';
import { fetchAhead } from '#web/ground/parts/fetch-ahead.ts';
import { ClientFields } from '#web/practice/clients/ClientFields.tsx';
import { ClientMore } from '#web/practice/clients/ClientMore.tsx';
import { ClientSessions } from '#web/practice/clients/ClientSessions.tsx';
import { InArchive } from '#web/practice/clients/InArchive.tsx';
import { LettersOffBox } from '#web/practice/clients/LettersOffBox.tsx';
import { NextClientSession } from '#web/practice/clients/NextClientSession.tsx';
import type { ClientCardRecord, ClientRecord } from '#web/practice/clients/queries.ts';
import type { ClientTasks } from '#web/practice/clients/use-client-tasks.tsx';
import { ClientPhone } from '#web/practice/clients/ClientPhone.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { Coming } from '#web/ui/page/Coming.tsx';
import { EmptyState } from '#web/ui/page/StateCard.tsx';
import { pastSessionsQuery, sessionCountQuery } from '#web/practice/clients/session-queries.ts';
import { clientConsentsQuery, versionCountQuery } from '#web/practice/consents/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { seriesQuery, skipsQuery } from '#web/practice/series/queries.ts';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { nextSessionQuery } from '#web/practice/sessions/queries.ts';
import { useNow } from '#web/ui/page/use-now.ts';

interface ClientDetailsDialogProps extends ClientTasks {
  id: string;
  query: UseQueryResult<ClientRecord>;
  /** The client's data from the list, shown until the rest is loaded. */
  card: ClientCardRecord | null;
  onClose: () => void;
}

/** All data about a client (CLIENT-05), the next and the last sessions, and the latest texts (SESSION-15). */
export function ClientDetailsDialog({
  id,
  query,
  card,
  onClose,
  onEdit,
  onDelete,
  onPrint,
  onExport,
  onArchive,
  onConsent,
}: ClientDetailsDialogProps) {
  const client = query.data;
  const settled = useSettled(id);
  // Prefetches the page of «Открыть карту», so that it waits only for its data.
  useEffect(() => {
    void fetchAhead(() => import('#web/practice/clients/card/ClientPage.tsx').catch(() => undefined));
  }, []);
  const known = client ?? card;
  const gone = query.isError && statusOf(query.error) === 404;
  return (
    <Dialog
      reads
      steady
      onClose={onClose}
      width={620}
      title={gone || !known ? 'Клиент' : <span translate="no">{known.name}</span>}
      subtitle={!gone && (known ? <ClientPhone phone={known.phone} /> : '\u00A0')}
    >
      <DialogBody>
        {gone ? (
          <EmptyState title="Клиент не&nbsp;найден" hint="Возможно, его удалили." />
        ) : client && settled ? (
          <>
            {client.archived && <InArchive client={client} />}
            {client.letters_off && (
              <div className={classes.archived}>
                <LettersOffBox why={client.letters_off} />
              </div>
            )}
            <NextClientSession client={client} />
            <ClientFields client={client} editable />
            <ClientSessions key={client.id} client={client.id} />
            <ClientConsents client={client.id} onTask={onConsent} />
            <div className={`${classes.more} screen-only`}>
              <ClientMore client={client} onPrint={onPrint} onExport={onExport} onArchive={onArchive} />
            </div>
          </>
        ) : (
          <Coming query={query} failed="Ошибка при загрузке клиента" text="Загрузка..." count={3} />
        )}
      </DialogBody>
      {client && !gone && (
        <DialogFooter
          start={
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash aria-hidden size={18} stroke={1.6} />}
              onClick={onDelete}
            >
              Удалить
            </Button>
          }
        >
          <Button variant="default" leftSection={<IconPencil aria-hidden size={18} stroke={1.6} />} onClick={onEdit}>
            Редактировать
          </Button>
          <Button renderRoot={(props) => <Link {...clientPage(client.id)} {...props} />}>Открыть карту</Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}

/**
 * Queries everything that the details show besides the client. Returns true once all of it has loaded or failed,
 * because content that appears later would push what is below it away from the pointer.
 */
function useSettled(client: string): boolean {
  const now = useNow();
  const timeZone = useTimeZone();
  const boundary = boundaryOf(now);
  const versions = useQuery(versionCountQuery());
  const parts: Pick<UseQueryResult, 'isPending' | 'failureCount' | 'fetchStatus'>[] = [
    versions,
    useQuery({ ...clientConsentsQuery(client), enabled: (versions.data ?? 0) > 0 }),
    useQuery(nextSessionQuery(boundary, client)),
    useQuery(pastSessionsQuery(client, boundary)),
    useQuery(sessionCountQuery(client)),
    useQuery(seriesQuery()),
    useQuery(skipsQuery(now.toZonedDateTimeISO(timeZone).toPlainDate())),
  ];
  const settled = !parts.some(
    ({ isPending, failureCount, fetchStatus }) => isPending && fetchStatus !== 'idle' && failureCount === 0,
  );
  const [shown, setShown] = useState(settled);
  if (settled && !shown) setShown(true);
  return shown;
}
