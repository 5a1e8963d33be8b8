import { Select } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { JournalEntry } from '#domain/journal/journal.ts';
import { showInstant } from '#web/format/dates.ts';
import classes from '#web/journal/JournalPage.module.css';
import { clientNamesQuery, journalQuery } from '#web/journal/queries.ts';
import { showAct, showFields } from '#web/journal/words.ts';
import { profileQuery } from '#web/practice/queries.ts';
import { useTimeZone } from '#web/practice/use-time-zone.ts';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { Sheet } from '#web/ui/page/CardGrid.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ShowMore } from '#web/ui/page/ShowMore.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';

const LOAD_FAILED = 'Не удалось загрузить журнал';
const EVERYBODY = { value: 'everybody', label: 'Все клиенты' };
const route = getRouteApi('/dashboard/profile/journal');

/** What happened in the account and to its records, of one client or of everybody. */
export function JournalPage() {
  const { client = '' } = route.useSearch();
  const journal = useInfiniteQuery({ ...journalQuery(client), refetchOnMount: 'always' });
  const names = useQuery(clientNamesQuery());
  // Times are shown on the practitioner's clock, so nothing is shown before it is known.
  const profile = useQuery(profileQuery());
  const ready = journal.data && names.data && profile.data;
  const failed = [journal, names, profile].some((query) => query.isError && !query.data);
  const retry = () => void Promise.all([journal.refetch(), names.refetch(), profile.refetch()]);
  const entries = journal.data?.pages.flatMap((page) => page.items) ?? [];
  const total = journal.data?.pages[0]?.totalItems ?? 0;
  const nameOf = new Map(names.data?.map(({ id, name }) => [id, name]));
  return (
    <div className={classes.page}>
      <PageHeader
        above={<BackLink to="/dashboard/profile">Профиль</BackLink>}
        title="Журнал"
        subtitle="Входы в аккаунт, просмотры и изменения данных. Записи журнала нельзя изменить или удалить."
        search={<ClientFilter client={client} names={nameOf} />}
      />
      {failed ? (
        <ErrorState title={LOAD_FAILED} onRetry={retry} retrying={journal.isFetching || names.isFetching} />
      ) : !ready ? (
        <LoadingCards text="Загрузка журнала..." columns={1} count={6} />
      ) : entries.length === 0 ? (
        <EmptyState
          title="Записей нет"
          hint={client ? 'С этим клиентом ещё ничего не происходило' : 'Здесь появятся входы, просмотры и изменения'}
        />
      ) : (
        <>
          <Sheet className={classes.sheet} aria-label="Записи журнала">
            {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari forgets that a list without bullets is a list */}
            <ul role="list">
              {entries.map((entry, index) => (
                // Rows are only added in front: what stays is how far a row stands from the first of all.
                <Row key={total - index} entry={entry} name={nameOf.get(entry.client) ?? null} />
              ))}
            </ul>
          </Sheet>
          <ShowMore query={journal} />
        </>
      )}
    </div>
  );
}

function ClientFilter({ client, names }: { client: string; names: ReadonlyMap<string, string> }) {
  const navigate = route.useNavigate();
  const choices = [EVERYBODY, ...[...names].map(([value, label]) => ({ value, label }))];
  const gone = client !== '' && !names.has(client);
  return (
    <Select
      label="Клиент"
      data={gone ? [...choices, { value: client, label: 'Удалённый клиент' }] : choices}
      value={client || EVERYBODY.value}
      onChange={(chosen) => {
        void navigate({ search: chosen && chosen !== EVERYBODY.value ? { client: chosen } : {}, replace: true });
      }}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage="Клиенты не найдены"
    />
  );
}

const BY_OTHERS = { visitor: 'посетитель страницы записи', program: 'само по\u00A0времени' } as const;

function Row({ entry, name }: { entry: JournalEntry; name: string | null }) {
  const timeZone = useTimeZone();
  const { created, action, subject, client, author, device, address } = entry;
  // The name is gone with the client, and the row of that says so itself.
  const about = client && (name ?? (subject === 'clients' && action === 'delete' ? '' : 'клиент удалён'));
  const fields = showFields(entry);
  const others =
    author === 'visitor' && subject !== 'booking'
      ? 'без входа в аккаунт'
      : BY_OTHERS[author === 'practitioner' ? 'visitor' : author];
  const where = author === 'practitioner' ? [device, address && `IP ${address}`] : [others];
  return (
    <li className={classes.row}>
      <time className={classes.time}>{showInstant(created, timeZone)}</time>
      <div className={classes.what}>
        <p>
          <span className={classes.act}>{showAct(entry)}</span>
          {about && <> · {about}</>}
          {fields && <span className="secondary"> · {fields}</span>}
        </p>
        <p className={classes.where}>{where.filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  );
}
