import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readAgain } from '#web/api/query-client.ts';
import { clientsQuery } from '#web/clients/queries.ts';
import type { ClientCardRecord } from '#web/clients/queries.ts';
import { CLIENTS, counted } from '#web/format/plural.ts';
import { CardGrid } from '#web/ui/CardGrid.tsx';
import { LoadingCards } from '#web/ui/LoadingCards.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';
import { EmptyState, ErrorState } from '#web/ui/StateCard.tsx';
import { useLoadFailure } from '#web/ui/use-load-failure.ts';

const LOAD_FAILED = 'Ошибка при загрузке клиентов';

interface ClientListProps {
  /** What is searched; empty for every client. */
  q: string;
  /** A card, which is an `<li>`. */
  renderCard: (client: ClientCardRecord) => ReactNode;
  /** What to do where there is no client at all. */
  whenNone?: ReactNode;
}

/** The clients that match, in all the states a list can be in (CLIENT-01, SESSION-06). */
export function ClientList({ q, renderCard, whenNone }: ClientListProps) {
  const query = useInfiniteQuery(clientsQuery(q));
  useLoadFailure(query.isError, LOAD_FAILED);
  if (query.isPending) return <LoadingCards text="Загрузка клиентов..." count={12} />;
  if (!query.data) {
    return <ErrorState title={LOAD_FAILED} onRetry={readAgain} retrying={query.isFetching} />;
  }
  const searching = q.trim() !== '';
  const found = query.data.pages[0]?.totalItems ?? 0;
  return (
    <>
      <p role="status" className="visually-hidden">
        {searching && !query.isPlaceholderData && `Найдено: ${counted(found, CLIENTS)}`}
      </p>
      {found === 0 ? (
        <EmptyState
          title="Клиенты не найдены"
          hint={searching ? 'Попробуйте изменить поисковый запрос' : 'Нет доступных клиентов'}
          {...(!searching && { action: whenNone })}
        />
      ) : (
        <CardGrid aria-label="Клиенты" aria-busy={query.isPlaceholderData}>
          {query.data.pages.flatMap((page) => page.items).map(renderCard)}
        </CardGrid>
      )}
      <ShowMore query={query} />
    </>
  );
}
