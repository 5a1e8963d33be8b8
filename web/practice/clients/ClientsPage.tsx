import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { readClientOrder, writeClientOrder } from '#web/ground/browser/storage.ts';
import { ClientCard } from '#web/practice/clients/ClientCard.tsx';
import { ClientList } from '#web/practice/clients/ClientList.tsx';
import { LazyClientForm } from '#web/practice/clients/lazy-client-form.ts';
import { ClientTools } from '#web/practice/clients/ClientTools.tsx';
import { LimitWarning } from '#web/practice/clients/LimitWarning.tsx';
import type { ClientCardRecord } from '#web/practice/clients/queries.ts';
import { useClientLimit } from '#web/practice/clients/use-client-limit.ts';
import { LicenceLine } from '#web/practice/own-profile/LicenceLine.tsx';
import { useLicenceNotice } from '#web/practice/own-profile/use-licence.ts';
import { AddButton } from '#web/ui/page/AddButton.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { SearchField } from '#web/ui/page/SearchField.tsx';
import { CsvImportButton } from '#web/practice/csv-import/CsvImportButton.tsx';
import { LazyCsvImport } from '#web/practice/csv-import/lazy-csv-import.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { useDialogAddress } from '#web/ui/dialog/use-dialog-address.ts';
import { useKeptSearch } from '#web/ui/page/kept-search.ts';

const ClientDialogs = lazyDialog(async () => (await import('#web/practice/clients/ClientDialogs.tsx')).ClientDialogs);

const route = getRouteApi('/dashboard/');

/**
 * The practitioner's clients (CLIENT-01…11). `?archive=1` shows the archived ones, `?unagreed=1` those without consent,
 * `?tag=…` those with a tag; `?client=new` opens the form with the search text as the new client's name.
 */
export function ClientsPage() {
  const [typed, setTyped] = useKeptSearch();
  const navigate = useNavigate();
  const archived = route.useSearch({ select: ({ archive }) => archive !== undefined });
  const unagreed = route.useSearch({ select: ({ unagreed: asked }) => asked !== undefined });
  const tag = route.useSearch({ select: (search) => search.tag ?? '' });
  const [order, setOrder] = useState(readClientOrder);
  const { id, open, close } = useDialogAddress('client');
  const [card, setCard] = useState<ClientCardRecord | null>(null);
  const [adding, setAdding] = useState(false);
  /** Null until it is opened; loads on demand. */
  const [table, setTable] = useState<boolean | null>(null);
  const limit = useClientLimit();
  const licenceEnds = useLicenceNotice() !== null;
  const asked = id === 'new';
  // Back or Forward has opened a client's own dialog, so the form must not stay open behind it.
  if (adding && id !== null && !asked) setAdding(false);
  const show = useCallback(
    (client: ClientCardRecord) => {
      setCard(client);
      open(client.id);
    },
    [open],
  );
  // The field renders each letter at once, however long the list takes.
  const q = useDeferredValue(typed);
  const list = useMemo(
    () => (
      <ClientList
        q={q}
        archived={archived}
        unagreed={unagreed}
        tag={tag}
        order={order}
        whenNone={!archived && !unagreed && tag === '' && <CsvImportButton onOpen={() => setTable(true)} />}
        renderCard={(client, place) => (
          <ClientCard key={client.id} client={client} place={place} onOpen={() => show(client)} />
        )}
      />
    ),
    [q, archived, unagreed, tag, order, show],
  );
  const choose = (change: { archived?: boolean; unagreed?: boolean; tag?: string }) => {
    const shown = { archived, unagreed, tag, ...change };
    void navigate({
      to: '/dashboard',
      search: {
        ...(shown.archived && { archive: '1' }),
        ...(shown.unagreed && { unagreed: '1' }),
        ...(shown.tag && { tag: shown.tag }),
      },
      state: true,
      resetScroll: false,
    });
  };
  const stopAdding = () => {
    setAdding(false);
    if (asked) close();
  };

  return (
    <>
      <PageHeader
        title="Клиенты"
        subtitle="Управление базой клиентов"
        action={
          <AddButton onClick={() => setAdding(true)} disabled={limit.reached}>
            Добавить клиента
          </AddButton>
        }
        counter={limit.counter}
        notice={limit.reached ? <LimitWarning /> : licenceEnds && <LicenceLine />}
        search={
          <ClientTools
            search={
              <SearchField
                value={typed}
                onChange={setTyped}

                placeholder="Поиск по имени или телефону..."
              />
            }
            order={order}
            onOrder={(chosen) => {
              setOrder(chosen);
              writeClientOrder(chosen);
            }}
            archived={archived}
            onArchived={(shown) => choose({ archived: shown })}
            tag={tag}
            onTag={(chosen) => choose({ tag: chosen })}
            unagreed={unagreed}
            onUnagreed={(shown) => choose({ unagreed: shown })}
          />
        }
      />
      {list}
      <LazyClientForm
        opened={adding || (asked && !limit.reached)}
        client={null}
        {...(asked && { suggested: { name: typed } })}
        onClose={stopAdding}
      />
      {table !== null && <LazyCsvImport opened={table} onClose={() => setTable(false)} />}
      <ClientDialogs
        key={id}
        opened={id !== null && !asked}
        id={id ?? ''}
        card={card?.id === id ? card : null}
        onClose={close}
      />
    </>
  );
}
