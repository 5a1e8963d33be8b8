import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { isolated } from '#domain/text/isolated.ts';
import { BOOKING_STATUS_LABEL } from '#domain/booking/booking.ts';
import { showPhone } from '#domain/clients/phone.ts';
import { printInstant } from '#domain/time/instant.ts';
import { refetchFailed } from '#web/ground/api/query-client.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import classes from '#web/practice/booking/OnlineBooking.module.css';
import { deleteRequest } from '#web/practice/booking/actions.ts';
import { type BookingRecord, requestHistoryQuery } from '#web/practice/booking/queries.ts';
import { type Answer, WHOLE_HISTORY } from '#web/practice/booking/request-search.ts';
import { useReturnRequest } from '#web/practice/booking/use-return-request.ts';
import { clientPage } from '#web/practice/client-page/client-page.ts';
import { showDate, showInstant, showTime, zoned } from '#web/ground/format/dates.ts';
import { counted, REQUESTS } from '#web/ground/format/plural.ts';
import { Select } from '#web/ui/form/Select.tsx';
import { useListing } from '#web/ui/list/use-listing.ts';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { ListTools } from '#web/ui/page/ListTools.tsx';
import { SearchField } from '#web/ui/page/SearchField.tsx';
import { Card } from '#web/ui/page/CardGrid.tsx';
import { confirmDeletion } from '#web/ui/dialog/confirm-deletion.ts';
import { PlainList } from '#web/ui/list/PlainList.tsx';
import { LongList, type ListPlace } from '#web/ui/list/LongList.tsx';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';
import { StatusBadge } from '#web/ui/base/StatusBadge.tsx';

const ROW_HEIGHT = 72;

const ANSWERS: readonly { value: Answer; label: string }[] = [
  { value: 'all', label: 'Любой ответ' },
  { value: 'confirmed', label: 'Подтверждённые' },
  { value: 'rejected', label: 'Отклонённые' },
  { value: 'withdrawn', label: 'Отозванные' },
];

interface RequestHistoryProps {
  /** The number of all requests, independent of the search. */
  total: number;
  timeZone: string;
  now: Temporal.Instant;
  /** The request that the address links to, if it has been answered or withdrawn since. */
  addressed: string | undefined;
  /** Called when a request, and its button, has left the history. */
  onReturned: () => void;
}

/**
 * Requests already decided on; deleting one keeps the session created from it. A rejected request for a future time can
 * be returned to the waiting ones.
 */
export function RequestHistory({ total, timeZone, now, addressed, onReturned }: RequestHistoryProps) {
  const askToDelete = (request: BookingRecord) =>
    confirmDeletion({
      title: 'Удалить заявку?',
      text: (
        <>
          Заявка «<span translate="no">{request.name}</span>», {showInstant(request.date, timeZone)}, исчезнет
          из&nbsp;истории.
          {request.status === 'confirmed' && ' Сессия, созданная из\u00A0неё, останется.'}
          {request.client !== '' &&
            request.message !== '' &&
            ' Вместе с\u00A0ней исчезнет то, что написал посетитель: и\u00A0из\u00A0карты клиента.'}{' '}
          Это действие нельзя отменить.
        </>
      ),
      remove: () => deleteRequest(request.id),
      refresh: () => readAgain(['booking']),
      deleted: 'Заявка удалена',
      failed: 'Не\u00A0удалось удалить заявку',
      missing: 'Бронирование не найдено',
    });
  const [returning, setReturning] = useState<string | null>(null);
  const returnRequest = useReturnRequest();
  const [search, setSearch] = useState(WHOLE_HISTORY);
  // The field renders each letter at once, however long the list takes.
  const asked = useDeferredValue(search);
  const { shown, waiting, failed } = useListing(asked, (one) => [requestHistoryQuery(one)]);
  const first = shown?.first[0];
  if (total === 0) return null;
  const searching = asked.q.trim() !== '' || asked.answer !== 'all';

  const restore = async (id: string) => {
    setReturning(id);
    if (await returnRequest(id)) onReturned();
    setReturning(null);
  };

  const renderRow = (request: BookingRecord, place: ListPlace) => (
    <li key={request.id} {...place} className={classes.past}>
      <div className={classes.who}>
        <Name addressed={request.id === addressed} client={request.client}>
          {request.name}
        </Name>
        <p className="small secondary">{showPhone(request.phone)}</p>
      </div>
      <div className={classes.outcome}>
        <Moment instant={request.date} timeZone={timeZone} />
        <span className={classes.status}>
          {request.status === 'confirmed' ? (
            <StatusBadge tone="green" sign="check">
              {BOOKING_STATUS_LABEL.confirmed}
            </StatusBadge>
          ) : (
            <StatusBadge tone="red" sign="x">
              {request.withdrawn ? 'Отозвана посетителем' : BOOKING_STATUS_LABEL.cancelled}
            </StatusBadge>
          )}
        </span>
      </div>
      {request.status === 'cancelled' && request.date > printInstant(now) && (
        <Button
          variant="subtle"
          className={classes.returnRequest ?? ''}
          aria-label={`Вернуть заявку: ${isolated(request.name)}`}
          disabled={returning !== null}
          aria-busy={returning === request.id || undefined}
          onClick={() => void restore(request.id)}
        >
          Вернуть
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.delete ?? ''}
        aria-label={`Удалить заявку: ${isolated(request.name)}`}
        onClick={() => void askToDelete(request)}
      >
        <IconTrash aria-hidden size={18} stroke={1.6} />
      </ActionIcon>
      {request.message === undefined && (
        <div className={classes.written}>
          <NotOpened />
        </div>
      )}
      {request.message && (
        <details className={classes.written}>
          <summary>Сообщение</summary>
          <p className={classes.message} translate="no">
            {request.message}
          </p>
        </details>
      )}
    </li>
  );

  return (
    <section className={classes.section} aria-labelledby="request-history">
      <h2 id="request-history" className={classes.heading}>
        История заявок <span className="small secondary light">{counted(total, REQUESTS)}</span>
      </h2>
      <ListTools
        search={
          <SearchField
            value={search.q}
            onChange={(q) => setSearch({ ...search, q })}
            placeholder="Поиск по имени или телефону..."
          />
        }
      >
        <Select
          aria-label="Ответ"
          className={classes.answer ?? ''}
          data={ANSWERS}
          value={search.answer}
          onChange={(answer) => setSearch({ ...search, answer: answer ?? 'all' })}
          allowDeselect={false}
        />
      </ListTools>
      <p role="status" className="visually-hidden">
        {searching && !waiting && first && `Найдено: ${counted(first.totalItems, REQUESTS)}`}
      </p>
      {failed && <ErrorState title="Не&nbsp;удалось загрузить данные" onRetry={refetchFailed} />}
      {!failed && shown && first && first.totalItems > 0 && (
        <Card className={classes.history}>
          <LongList
            List={PlainList}
            first={first}
            query={requestHistoryQuery(shown.asked)}
            height={ROW_HEIGHT}
            renderItem={renderRow}
            aria-busy={waiting}
          />
        </Card>
      )}
      {!failed && searching && !waiting && first?.totalItems === 0 && (
        <p className={classes.nothing}>Таких заявок в&nbsp;истории нет.</p>
      )}
    </section>
  );
}

function Name({ addressed, client, children }: { addressed: boolean; client: string; children: string }) {
  const name = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (addressed) name.current?.focus();
  }, [addressed]);
  return (
    <p ref={name} className={classes.name} tabIndex={addressed ? -1 : undefined} translate="no">
      {client ? (
        <Link className="link" {...clientPage(client)}>
          {children}
        </Link>
      ) : (
        children
      )}
    </p>
  );
}

function Moment({ instant, timeZone }: { instant: string; timeZone: string }) {
  const time = zoned(instant, timeZone);
  return (
    <p className={classes.moment}>
      {time && (
        <>
          {showDate(time)} <b>{showTime(time)}</b>
        </>
      )}
    </p>
  );
}
