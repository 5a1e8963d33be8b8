import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showPhone } from '#domain/clients/phone.ts';
import { isolated } from '#domain/text/isolated.ts';
import { firstRow } from '#web/ground/api/first-rows.ts';
import { showNumber } from '#web/ground/format/plural.ts';
import { Select, type SelectProps } from '#web/ui/form/Select.tsx';
import { clientSearchTerms } from '#domain/clients/client-search.ts';
import type { PayWay } from '#domain/money/money.ts';
import { pb } from '#web/ground/api/client.ts';
import { filled, searchFilter } from '#web/ground/api/filter.ts';
import { ownId } from '#web/ground/api/session.ts';

/** The most clients offered at once; the others can be found by typing. */
const CHOICES = 100;
const FIELDS = 'id,name,phone,pay_way';

interface NamedClient {
  id: string;
  name: string;
  phone: string;
  /** Their usual way of paying; '' if none is set. */
  pay_way: PayWay | '';
}

/** The chosen client, by id; null for a deleted one. */
function chosenClientQuery(id: string) {
  return queryOptions({
    queryKey: ['clients', 'choice', id],
    enabled: id !== '',
    queryFn: ({ signal }) =>
      firstRow<NamedClient>('clients', { filter: filled('id = {:id}', { id }), fields: FIELDS, signal }),
  });
}

/** Clients by name or phone; the first ones when nothing is typed. */
function clientChoicesQuery(typed: string) {
  const user = ownId();
  const terms = clientSearchTerms(typed);
  return queryOptions({
    queryKey: ['clients', 'choices', user, terms],
    queryFn: async ({ signal }) => {
      const page = await pb.collection('clients').getList<NamedClient>(1, CHOICES, {
        filter: [filled('user = {:user}', { user }), searchFilter('search_text', terms)].filter(Boolean).join(' && '),
        sort: 'name',
        fields: FIELDS,
        signal,
      });
      return { clients: page.items, more: page.totalItems - page.items.length };
    },
    placeholderData: keepPreviousData,
  });
}

const EVERYBODY = { value: 'everybody', label: 'Все клиенты' };

interface ClientChoiceProps extends Pick<SelectProps, 'data-autofocus'> {
  /** '' for everybody, or while nobody is chosen. */
  client: string;
  /** Whether "all clients" can be chosen. */
  everybody?: boolean;
  error?: string | undefined;
  onChoose: (client: string, chosen: NamedClient | null) => void;
}

/** One of the clients, found by name or phone; the phone tells namesakes apart. */
export function ClientChoice({ client, everybody = false, onChoose, ...field }: ClientChoiceProps) {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const { data: known } = useQuery(chosenClientQuery(client));
  const none = everybody ? EVERYBODY : null;
  const chosen = client === '' ? none : { value: client, label: known === undefined ? '' : labelOf(known) };
  const searching = typed !== '' && typed !== chosen?.label;
  const found = useQuery({ ...clientChoicesQuery(searching ? typed : ''), enabled: opened });
  const { clients, more } = found.data ?? { clients: [], more: 0 };
  const offered = clients.map((one) => ({ value: one.id, label: labelOf(one) }));
  const choices = searching || none === null ? offered : [none, ...offered];
  const isOffered = chosen === null || choices.some(({ value }) => value === chosen.value);
  const left = { value: 'left', label: `И\u00A0ещё ${showNumber(more)}: уточните поиск`, disabled: true };
  return (
    <Select
      label="Клиент"
      {...field}
      data={[...choices, ...(isOffered ? [] : [chosen]), ...(more > 0 ? [left] : [])]}
      // The server has already filtered the choices; the chosen client may not be among them.
      filter={({ options }) => (searching && !isOffered ? options.filter((_, at) => at !== choices.length) : options)}
      value={chosen?.value ?? null}
      onChange={(value) => {
        const next = clients.find(({ id }) => id === value);
        if (next) queryClient.setQueryData(chosenClientQuery(next.id).queryKey, next);
        onChoose(next?.id ?? '', next ?? null);
      }}
      onDropdownOpen={() => setOpened(true)}
      // The list must not cover a dialog that focuses this field when it opens or after an error.
      openOnFocus={false}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={found.isPending ? 'Загрузка...' : 'Клиенты не найдены'}
    />
  );
}

function labelOf(client: Pick<NamedClient, 'name' | 'phone'> | null): string {
  return client ? `${isolated(client.name)}, ${showPhone(client.phone)}` : 'Удалённый клиент';
}
