import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ListResult } from 'pocketbase';
import { useState } from 'react';
import { isolated } from '#domain/text/isolated.ts';
import { BOOKING_STATUS_LABEL } from '#domain/booking/booking.ts';
import { showPhone } from '#domain/clients/phone.ts';
import { printInstant } from '#domain/time/instant.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import classes from '#web/practice/booking/OnlineBooking.module.css';
import { deleteRequest } from '#web/practice/booking/actions.ts';
import { type BookingRecord, requestHistoryQuery } from '#web/practice/booking/queries.ts';
import { useReturnRequest } from '#web/practice/booking/use-return-request.ts';
import { showDate, showInstant, showTime, zoned } from '#web/ground/format/dates.ts';
import { Card } from '#web/ui/page/CardGrid.tsx';
import { confirmDeletion } from '#web/ui/dialog/confirm-deletion.ts';
import { PlainList } from '#web/ui/list/PlainList.tsx';
import { LongList, type ListPlace } from '#web/ui/list/LongList.tsx';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';
import { StatusBadge } from '#web/ui/base/StatusBadge.tsx';

const ROW_HEIGHT = 72;

interface RequestHistoryProps {
  /** The first page. */
  first: ListResult<BookingRecord>;
  timeZone: string;
  now: Temporal.Instant;
  /** The request has left the history, and its button with it. */
  onReturned: () => void;
}

/**
 * Requests already decided on; deleting one keeps the session created from it. A rejected request for a future time can
 * be put back to waiting.
 */
export function RequestHistory({ first, timeZone, now, onReturned }: RequestHistoryProps) {
  const askToDelete = (request: BookingRecord) =>
    confirmDeletion({
      title: 'Удалить заявку?',
      text: (
        <>
          Заявка «<span translate="no">{request.name}</span>», {showInstant(request.date, timeZone)}, исчезнет
          из&nbsp;истории.
          {request.status === 'confirmed' && ' Сессия, созданная из\u00A0неё, останется.'} Это действие нельзя отменить.
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
  if (first.totalItems === 0) return null;

  const restore = async (id: string) => {
    setReturning(id);
    if (await returnRequest(id)) onReturned();
    setReturning(null);
  };

  const renderRow = (request: BookingRecord, place: ListPlace) => (
    <li key={request.id} {...place} className={classes.past}>
      <div className={classes.who}>
        <p className={classes.name} translate="no">
          {request.name}
        </p>
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
        История заявок
      </h2>
      <Card className={classes.history}>
        <LongList
          List={PlainList}
          first={first}
          query={requestHistoryQuery}
          height={ROW_HEIGHT}
          renderItem={renderRow}
        />
      </Card>
    </section>
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
