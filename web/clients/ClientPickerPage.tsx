import { getRouteApi, Link } from '@tanstack/react-router';
import { ClientNameAndPhone } from '#web/clients/ClientCard.tsx';
import { ClientList } from '#web/clients/ClientList.tsx';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { CardLink } from '#web/ui/page/CardGrid.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { SearchField } from '#web/ui/page/SearchField.tsx';
import { useKeptSearch } from '#web/ui/page/use-kept-search.ts';

const route = getRouteApi('/dashboard/sessions/new');

/** Chooses the client of a new session (SESSION-06). */
export function ClientPickerPage() {
  const { typed, setTyped, keep } = useKeptSearch();
  const { date, time } = route.useSearch();
  return (
    <>
      <PageHeader
        above={<BackLink to="/dashboard/sessions">Назад к сессиям</BackLink>}
        title="Новая сессия"
        subtitle="Выберите клиента для создания новой сессии"
        search={
          <SearchField value={typed} onChange={setTyped} onBlur={keep} placeholder="Поиск по имени или телефону..." />
        }
      />
      <ClientList
        q={typed}
        whenNone={<Link to="/dashboard">Перейти к клиентам</Link>}
        renderCard={(client, place) => (
          <li key={client.id} {...place}>
            <CardLink
              to="/dashboard/sessions/new/$clientId"
              params={{ clientId: client.id }}
              search={{ ...(date && { date }), ...(time && { time }) }}
            >
              <ClientNameAndPhone client={client} />
            </CardLink>
          </li>
        )}
      />
    </>
  );
}
