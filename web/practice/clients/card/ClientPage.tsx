import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { statusOf } from '#web/ground/api/errors.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import classes from '#web/practice/clients/card/Card.module.css';
import { CardHead } from '#web/practice/clients/card/CardHead.tsx';
import { Feed } from '#web/practice/clients/card/Feed.tsx';
import { clientRequestsQuery, newestOfFeedQuery } from '#web/practice/clients/card/feed-queries.ts';
import { clientQuery } from '#web/practice/clients/queries.ts';
import { useMoneyUsed } from '#web/practice/money/used.ts';
import { MissingCard } from '#web/ui/base/SingleCard.tsx';
import { Coming } from '#web/ui/page/Coming.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import type { ClientTab } from '#web/practice/client-page/client-page.ts';

const route = getRouteApi('/dashboard/clients/$clientId');

const COMING = <LoadingCards text="Загрузка..." columns={1} count={4} />;

const ClientData = lazyPart(async () => (await import('#web/practice/clients/card/ClientData.tsx')).ClientData, {
  coming: COMING,
});

const ClientSessionList = lazyPart(
  async () => (await import('#web/practice/clients/card/ClientSessionList.tsx')).ClientSessionList,
  { coming: COMING },
);

const ClientMoney = lazyPart(async () => (await import('#web/practice/money/ClientMoney.tsx')).ClientMoney, {
  coming: COMING,
});

/** The page of the client named in the address (CARD-01); keyed, so that no state passes from one client to another. */
export function ClientPage() {
  const { clientId } = route.useParams();
  return <OneClient key={clientId} id={clientId} />;
}

function OneClient({ id }: { id: string }) {
  const navigate = useNavigate();
  const tab = route.useSearch({ select: ({ tab: asked }) => asked });
  // While the client is being deleted they are not queried, because that would be a 404.
  const [deleting, setDeleting] = useState(false);
  const query = useQuery({ ...clientQuery(id), enabled: !deleting });
  // Requested in parallel with the client.
  usePrefetchQuery(newestOfFeedQuery(id));
  usePrefetchQuery(clientRequestsQuery(id));
  const client = query.data;
  const paid = useMoneyUsed(client !== undefined && (client.price !== null || client.pay_way !== ''));
  if (statusOf(query.error) === 404) {
    return (
      <MissingCard wholePage={false} title="Клиент не&nbsp;найден" hint="Возможно, его удалили или ссылка устарела." />
    );
  }
  // Waits for the client, because content that appears later would move what is beside it.
  if (!client && query.isError) {
    return <Coming query={query} failed="Ошибка при загрузке клиента" text="Загрузка..." count={4} />;
  }
  if (!client || paid === undefined) return COMING;
  return (
    <div className={classes.page}>
      <CardHead client={client} />
      <CardTabs money={paid || tab === 'money'} />
      {tab === 'sessions' ? (
        <ClientSessionList client={id} />
      ) : tab === 'money' ? (
        <section aria-label="Деньги" className={classes.sheet}>
          <ClientMoney client={client} />
        </section>
      ) : tab === 'data' ? (
        <ClientData
          id={id}
          onDeleting={setDeleting}
          onGone={() => void navigate({ to: '/dashboard', replace: true })}
        />
      ) : (
        <Feed client={id} />
      )}
    </div>
  );
}

const TABS: readonly { tab?: ClientTab; title: string; label?: string }[] = [
  { title: 'Записи' },
  { tab: 'sessions', title: 'Сессии', label: 'Сессии клиента' },
  { tab: 'money', title: 'Деньги', label: 'Деньги клиента' },
  { tab: 'data', title: 'Данные' },
];

/** The tabs of a client's page; Back leaves the page, whichever tab is open. `money`: whether there is a tab for it. */
function CardTabs({ money }: { money: boolean }) {
  return (
    <nav aria-label="Разделы карты" className={`${classes.tabs} screen-only`}>
      {TABS.filter(({ tab }) => money || tab !== 'money').map(({ tab, title, label }) => (
        <Link
          key={title}
          from="/dashboard/clients/$clientId"
          to="."
          search={tab ? { tab } : {}}
          className={classes.tab}
          // The main menu has a link with the same text.
          aria-label={label}
          activeOptions={{ exact: true }}
          replace
          state={true}
          resetScroll={false}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
