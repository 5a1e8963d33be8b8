import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import classes from '#web/practice/clients/card/Card.module.css';
import { clientRequestsQuery } from '#web/practice/clients/card/feed-queries.ts';
import { MoreData } from '#web/practice/clients/card/MoreData.tsx';
import { ClientFields } from '#web/practice/clients/ClientFields.tsx';
import { ClientMore } from '#web/practice/clients/ClientMore.tsx';
import { ClientConsents } from '#web/practice/clients/consents/ClientConsents.tsx';
import { useClientTasks } from '#web/practice/clients/use-client-tasks.tsx';
import { clientConsentsQuery, versionCountQuery } from '#web/practice/consents/queries.ts';
import { seriesQuery } from '#web/practice/series/queries.ts';

interface ClientDataProps {
  id: string;
  onDeleting: (deleting: boolean) => void;
  onGone: () => void;
}

const ICON = { 'aria-hidden': true, size: 18, stroke: 1.6 } as const;

/** The client's data besides the meetings, and the actions for it. */
export function ClientData({ id, onDeleting, onGone }: ClientDataProps) {
  const { query, tasks, above } = useClientTasks(id, { onDeleting, onGone, staysArchived: true });
  const client = query.data;
  const requests = useQuery(clientRequestsQuery(id));
  const series = useQuery(seriesQuery());
  const versions = useQuery(versionCountQuery());
  const consents = useQuery({ ...clientConsentsQuery(id), enabled: (versions.data ?? 0) > 0 });
  // Rendered together, because content that appears later would move what is below it.
  if (!client || [requests, series, versions].some(({ isPending }) => isPending) || consents.isLoading) return null;
  return (
    <section aria-label="Данные" className={classes.sheet}>
      <ClientFields client={client} editable />
      <MoreData client={client} requests={requests.data ?? []} />
      <div className={`${classes.acts} screen-only`}>
        <Button variant="default" leftSection={<IconPencil {...ICON} />} onClick={tasks.onEdit}>
          Редактировать
        </Button>
        <ClientMore client={client} {...tasks} />
        <Button variant="subtle" color="red" leftSection={<IconTrash {...ICON} />} onClick={tasks.onDelete}>
          Удалить
        </Button>
      </div>
      <ClientConsents client={id} onTask={tasks.onConsent} />
      {above}
    </section>
  );
}
