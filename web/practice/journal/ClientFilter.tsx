import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { clientChoicesQuery } from '#web/practice/journal/queries.ts';
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
      nothingFoundMessage={found.isPending ? 'Загрузка...' : 'Клиенты не найдены'}
    />
  );
}
