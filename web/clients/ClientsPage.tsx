import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientsLeft } from '#domain/clients/client.ts';
import { counterText, hasLicence } from '#web/clients/client-counter.ts';
import { ClientCard } from '#web/clients/ClientCard.tsx';
import { ClientDialogs } from '#web/clients/ClientDialogs.tsx';
import { ClientFormDialog } from '#web/clients/ClientFormDialog.tsx';
import { ClientList } from '#web/clients/ClientList.tsx';
import { LimitWarning } from '#web/clients/LimitWarning.tsx';
import { clientCountQuery } from '#web/clients/queries.ts';
import type { ClientCardRecord } from '#web/clients/queries.ts';
import { profileQuery } from '#web/profile/profile-query.ts';
import { AddButton } from '#web/ui/AddButton.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { useDialogAddress } from '#web/ui/use-dialog-address.ts';
import { useNow } from '#web/ui/use-now.ts';
import { useSearchAddress } from '#web/ui/use-search-address.ts';

/** The practitioner's clients (CLIENT-01…10). */
export function ClientsPage() {
  const { typed, setTyped, q } = useSearchAddress();
  const { id, open, close } = useDialogAddress('client');
  const [card, setCard] = useState<ClientCardRecord | null>(null);
  const [adding, setAdding] = useState(false);
  const limit = useClientLimit();

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
        notice={limit.reached && <LimitWarning />}
        search={<SearchField value={typed} onChange={setTyped} placeholder="Поиск по имени или телефону..." />}
      />
      <ClientList
        q={q}
        renderCard={(client) => (
          <ClientCard
            key={client.id}
            client={client}
            onOpen={() => {
              setCard(client);
              open(client.id);
            }}
          />
        )}
      />
      <ClientFormDialog opened={adding} client={null} onClose={() => setAdding(false)} />
      <ClientDialogs id={id} card={card} onClose={close} />
    </>
  );
}

/** The counter and whether one more client may be added; neither is said before both halves are known. */
function useClientLimit(): { counter: string | null; reached: boolean } {
  const now = useNow();
  const { data: count } = useQuery(clientCountQuery());
  const { data: profile } = useQuery(profileQuery());
  if (count === undefined || !profile) return { counter: null, reached: false };
  const licensed = hasLicence(profile, now);
  return { counter: counterText(count, licensed), reached: clientsLeft(count, licensed) === 0 };
}
