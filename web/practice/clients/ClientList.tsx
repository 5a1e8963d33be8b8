import type { ReactNode } from 'react';
import { refetchFailed } from '#web/ground/api/query-client.ts';
import { type ClientOrder, readClientOrder } from '#web/ground/browser/storage.ts';
import classes from '#web/practice/clients/ClientPicker.module.css';
import { type ClientCardRecord, type ClientListing, clientsQuery } from '#web/practice/clients/queries.ts';
import { CLIENTS, counted } from '#web/ground/format/plural.ts';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { LongList, type RenderItem } from '#web/ui/list/LongList.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import { useListing } from '#web/ui/list/use-listing.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keptSearch } from '#web/ui/page/kept-search.ts';

const LOAD_FAILED = 'Ошибка при загрузке клиентов';
const NOT_FOUND = { title: 'Клиенты не найдены', hint: 'Попробуйте изменить поисковый запрос' };
const NO_CLIENTS = { title: 'Клиенты не найдены', hint: 'Нет доступных клиентов' };
const NONE_ARCHIVED = {
  title: 'В\u00A0архиве никого нет',
  hint: 'Сюда клиента переносит «В\u00A0архив» в\u00A0его карточке. История остаётся.',
};
const ALL_AGREED = {
  title: 'Клиентов без согласия нет',
  hint: 'Сюда попадают те, кто не\u00A0давал согласия или отозвал его.',
};
const NONE_TAGGED = {
  title: 'С\u00A0этой меткой никого нет',
  hint: 'Метки ставятся в\u00A0форме клиента, под «Ещё».',
};
const CARD_HEIGHT = 72;

interface ClientListProps {
  /** The searched text; empty for every client. */
  q: string;
  archived?: boolean;
  unagreed?: boolean;
  tag?: string;
  /** By default the order that was chosen for the clients. */
  order?: ClientOrder;
  renderCard: RenderItem<ClientCardRecord>;
  /** The action to offer when there are no clients. */
  whenNone?: ReactNode;
  /** Shown below or instead of the results once the search has finished, so that it does not move under the pointer. */
  belowFound?: ReactNode;
}

/** The matching clients, in every state of a list (CLIENT-01, SESSION-06). */
export function ClientList({
  q,
  archived = false,
  unagreed = false,
  tag = '',
  order = readClientOrder(),
  renderCard,
  whenNone,
  belowFound,
}: ClientListProps) {
  const listing = { q, archived, unagreed, tag, order };
  const { shown: list, waiting, failed } = useListing(listing, (asked) => [clientsQuery(asked)]);
  const first = list?.first[0];
  if (failed) {
    return <ErrorState title={LOAD_FAILED} onRetry={refetchFailed} />;
  }
  if (!first) return <LoadingCards text="Загрузка клиентов..." count={12} />;
  const shown = list.asked;
  const searching = shown.q.trim() !== '';
  return (
    <>
      <p role="status" className="visually-hidden">
        {searching && !waiting && `Найдено: ${counted(first.totalItems, CLIENTS)}`}
      </p>
      {first.totalItems === 0 ? (
        <EmptyState
          {...(searching
            ? NOT_FOUND
            : shown.unagreed
              ? ALL_AGREED
              : shown.tag
                ? NONE_TAGGED
                : shown.archived
                  ? NONE_ARCHIVED
                  : NO_CLIENTS)}
          action={
            searching ? (
              <div className={classes.none}>
                {!shown.archived && <FoundInArchive q={shown.q} order={order} />}
                {!waiting && belowFound}
              </div>
            ) : (
              whenNone
            )
          }
        />
      ) : (
        <LongList
          first={first}
          query={clientsQuery(shown)}
          height={CARD_HEIGHT}
          renderItem={renderCard}
          aria-busy={waiting}
          aria-label={shown.archived ? 'Клиенты в\u00A0архиве' : shown.unagreed ? 'Клиенты без согласия' : 'Клиенты'}
        />
      )}
      {first.totalItems > 0 && searching && !waiting && belowFound}
    </>
  );
}

/** If a search finds nothing, links to the matching archived clients (CLIENT-11). */
function FoundInArchive({ q, order }: Pick<ClientListing, 'q' | 'order'>) {
  const { data } = useQuery(clientsQuery({ q, order, archived: true, unagreed: false })(1));
  if (!data || data.totalItems === 0) return null;
  return (
    <Link to="/dashboard" search={{ archive: '1' }} state={() => keptSearch(q)}>
      В&nbsp;архиве найдено: {counted(data.totalItems, CLIENTS)}
    </Link>
  );
}
