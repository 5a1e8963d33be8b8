import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { clientChoicesQuery } from '#web/practice/journal/queries.ts';
import { showNumber } from '#web/ground/format/plural.ts';
import { Select } from '#web/ui/form/Select.tsx';

const EVERYBODY = { value: 'everybody', label: 'Все клиенты' };
const route = getRouteApi('/dashboard/profile/journal');

interface ClientFilterProps {
  client: string;
  /** Null while it loads, and for a deleted client. */
  name: string | null;
}

export function ClientFilter({ client, name }: ClientFilterProps) {
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const chosen = client === '' ? EVERYBODY : { value: client, label: name ?? 'Удалённый клиент' };
  const searching = typed !== '' && typed !== chosen.label;
  const found = useQuery({ ...clientChoicesQuery(searching ? typed : ''), enabled: opened });
  const { clients, more } = found.data ?? { clients: [], more: 0 };
  const offered = clients.map((one) => ({ value: one.id, label: one.name }));
  const choices = searching ? offered : [EVERYBODY, ...offered];
  const isOffered = choices.some(({ value }) => value === chosen.value);
  const left = { value: 'left', label: `И\u00A0ещё ${showNumber(more)}: уточните поиск`, disabled: true };
  return (
    <Select
      label="Клиент"
      data={[...choices, ...(isOffered ? [] : [chosen]), ...(more > 0 ? [left] : [])]}
      // The server has already filtered the choices; the chosen one may be none of them.
      filter={({ options }) => (searching && !isOffered ? options.filter((_, at) => at !== choices.length) : options)}
      value={chosen.value}
      onChange={(value) => {
        void navigate({ search: value && value !== EVERYBODY.value ? { client: value } : {}, replace: true });
      }}
      onDropdownOpen={() => setOpened(true)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={found.isPending ? 'Загрузка...' : 'Клиенты не найдены'}
    />
  );
}
