import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { refetchFailed } from '#web/api/query-client.ts';
import { type ClientOrder, readClientOrder } from '#web/browser/storage.ts';
import { FoundInArchive } from '#web/clients/FoundInArchive.tsx';
import { clientsQuery } from '#web/clients/queries.ts';
import type { ClientCardRecord, ClientListing } from '#web/clients/queries.ts';
import { CLIENTS, counted } from '#web/format/plural.ts';
import type { RenderItem } from '#web/ui/list/ListRows.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { LongCards } from '#web/ui/list/LongCards.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import { useLastSettled } from '#web/ui/list/use-last-settled.ts';
import { useLoadFailure } from '#web/ui/page/use-load-failure.ts';

const LOAD_FAILED = 'Ошибка при загрузке клиентов';
const IN_ARCHIVE = 'Сюда клиента переносит «В\u00A0архив» в\u00A0его карточке. История остаётся.';
const CARD_HEIGHT = 72;

interface ClientListProps {
  /** The searched text; empty for every client. */
  q: string;
  archived?: boolean;
  /** By default the order that was chosen for the clients. */
  order?: ClientOrder;
  renderCard: RenderItem<ClientCardRecord>;
  /** The action to offer when there are no clients. */
  whenNone?: ReactNode;
}

function isSameListing(a: ClientListing, b: ClientListing): boolean {
  return a.q === b.q && a.archived === b.archived && a.order === b.order;
}

/** The matching clients, in every state of a list (CLIENT-01, SESSION-06). */
export function ClientList({ q, archived = false, order = readClientOrder(), renderCard, whenNone }: ClientListProps) {
  const listing = { q, archived, order };
  const wanted = useQuery(clientsQuery(listing)(1));
  const shown = useLastSettled(listing, wanted.data !== undefined, isSameListing);
  const { data: first } = useQuery(clientsQuery(shown)(1));
  const failed = wanted.isError && !wanted.data;
  useLoadFailure(failed, LOAD_FAILED);
  if (failed) {
    return <ErrorState title={LOAD_FAILED} onRetry={refetchFailed} retrying={wanted.isFetching} />;
  }
  if (!first) return <LoadingCards text="Загрузка клиентов..." count={12} />;
  const searching = shown.q.trim() !== '';
  const waiting = !isSameListing(shown, listing);
  return (
    <>
      <p role="status" className="visually-hidden">
        {searching && !waiting && `Найдено: ${counted(first.totalItems, CLIENTS)}`}
      </p>
      {first.totalItems === 0 ? (
        <EmptyState
          title={shown.archived && !searching ? 'В\u00A0архиве никого нет' : 'Клиенты не найдены'}
          hint={
            searching ? 'Попробуйте изменить поисковый запрос' : shown.archived ? IN_ARCHIVE : 'Нет доступных клиентов'
          }
          action={searching ? !shown.archived && <FoundInArchive q={shown.q} order={order} /> : whenNone}
        />
      ) : (
        <LongCards
          first={first}
          query={clientsQuery(shown)}
          height={CARD_HEIGHT}
          renderCard={renderCard}
          busy={waiting}
          label={shown.archived ? 'Клиенты в\u00A0архиве' : 'Клиенты'}
        />
      )}
    </>
  );
}
