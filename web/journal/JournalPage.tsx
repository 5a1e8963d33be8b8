import { Select } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { JournalEntry } from '#domain/journal/journal.ts';
import { showInstant } from '#web/format/dates.ts';
import classes from '#web/journal/JournalPage.module.css';
import { clientChoicesQuery, journalQuery } from '#web/journal/queries.ts';
import { rowsOf } from '#web/journal/rows.ts';
import { showAct, showFields } from '#web/journal/words.ts';
import { useTimeZone } from '#web/practice/use-profile.ts';
import { Sheet } from '#web/ui/page/CardGrid.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ShowMore } from '#web/ui/page/ShowMore.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';

const LOAD_FAILED = 'Не удалось загрузить журнал';
const EVERYBODY = { value: 'everybody', label: 'Все клиенты' };
const route = getRouteApi('/dashboard/profile/journal');

/** Events in the account and changes of its records, for one client or all. */
export function JournalPage() {
  const { client = '' } = route.useSearch();
  const journal = useInfiniteQuery({ ...journalQuery(client), refetchOnMount: 'always' });
  const failed = journal.isError && !journal.data;
  const pages = journal.data?.pages ?? [];
  const rows = rowsOf(pages);
  const names: Record<string, string> = Object.fromEntries(pages.flatMap((page) => Object.entries(page.names)));
  return (
    <div className={classes.page}>
      <h2 className={classes.title}>Журнал</h2>
      <p className={classes.hint}>
        Входы в&nbsp;аккаунт, изменения данных и&nbsp;просмотры. Записи журнала нельзя изменить или удалить.
      </p>
      <ClientFilter client={client} name={names[client] ?? null} />
      {failed ? (
        <ErrorState title={LOAD_FAILED} onRetry={() => void journal.refetch()} retrying={journal.isFetching} />
      ) : !journal.data ? (
        <LoadingCards text="Загрузка журнала..." columns={1} count={6} />
      ) : rows.size === 0 ? (
        <EmptyState
          title="Записей нет"
          hint={client ? 'С этим клиентом ещё ничего не происходило' : 'Здесь появятся входы, просмотры и изменения'}
        />
      ) : (
        <>
          <Sheet className={classes.sheet} aria-label="Записи журнала">
            {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari forgets that a list without bullets is a list */}
            <ul role="list">
              {[...rows].map(([place, entry]) => (
                <Row key={place} entry={entry} name={names[entry.client] ?? null} />
              ))}
            </ul>
          </Sheet>
          <ShowMore query={journal} />
        </>
      )}
    </div>
  );
}

interface ClientFilterProps {
  client: string;
  /** Null while it loads, and for a deleted client. */
  name: string | null;
}

function ClientFilter({ client, name }: ClientFilterProps) {
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const chosen = client === '' ? EVERYBODY : { value: client, label: name ?? 'Удалённый клиент' };
  const searching = typed !== '' && typed !== chosen.label;
  const found = useQuery({ ...clientChoicesQuery(searching ? typed : ''), enabled: opened });
  const offered = (found.data ?? []).map((one) => ({ value: one.id, label: one.name }));
  const choices = searching ? offered : [EVERYBODY, ...offered];
  return (
    <Select
      label="Клиент"
      data={choices.some(({ value }) => value === chosen.value) ? choices : [...choices, chosen]}
      // The server has already filtered the choices.
      filter={({ options }) => (searching ? options.slice(0, offered.length) : options)}
      value={chosen.value}
      onChange={(value) => {
        void navigate({ search: value && value !== EVERYBODY.value ? { client: value } : {}, replace: true });
      }}
      onDropdownOpen={() => setOpened(true)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      allowDeselect={false}
      nothingFoundMessage={found.isPending ? 'Загрузка...' : 'Клиенты не найдены'}
    />
  );
}

const BY_OTHERS = { visitor: 'посетитель страницы записи', program: 'само по\u00A0времени' } as const;

function Row({ entry, name }: { entry: JournalEntry; name: string | null }) {
  const timeZone = useTimeZone();
  const { created, action, subject, client, author, device, address } = entry;
  // A deleted client has no name any more, and the row of the deletion itself needs none.
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
