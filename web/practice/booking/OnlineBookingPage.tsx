import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { refetchFailed } from '#web/ground/api/query-client.ts';
import { availabilityQuery } from '#web/practice/availability/queries.ts';
import { BookingLink } from '#web/practice/booking/BookingLink.tsx';
import { NewRequest } from '#web/practice/booking/NewRequest.tsx';
import classes from '#web/practice/booking/OnlineBooking.module.css';
import { newRequestsQuery, requestHistoryQuery, sameSenderQuery } from '#web/practice/booking/queries.ts';
import { WHOLE_HISTORY } from '#web/practice/booking/request-search.ts';
import { RequestHistory } from '#web/practice/booking/RequestHistory.tsx';
import { counted, NEW_REQUESTS } from '#web/ground/format/plural.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { ZoneNotice } from '#web/practice/own-profile/ZoneNotice.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import { useSlipGuard } from '#web/ui/list/slip-guard.ts';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { useNow } from '#web/ui/page/use-now.ts';

const route = getRouteApi('/dashboard/online-booking');
const LOAD_FAILED = 'Не удалось загрузить данные';
const NO_HOURS = 'Рабочие часы не\u00A0заданы, и\u00A0посетители не\u00A0видят свободного времени.';

/** The practitioner's side of the public page: its link, new requests and those already decided on (BOOK-01…06). */
export function OnlineBookingPage() {
  const addressed = route.useSearch().request;
  const timeZone = useTimeZone();
  const now = useNow();
  const phone = useIsPhone();
  const profile = useProfile();
  const fresh = useQuery(newRequestsQuery());
  const senders = useQuery(sameSenderQuery());
  const history = useQuery(requestHistoryQuery(WHOLE_HISTORY)(1));
  const week = useQuery(availabilityQuery());
  const heading = useRef<HTMLHeadingElement>(null);
  const failed = (fresh.isError && !fresh.data) || (history.isError && !history.data);

  const slip = useSlipGuard();
  const focusHeading = () => {
    slip.expect();
    if (document.activeElement === document.body) heading.current?.focus();
  };
  const requests = fresh.data?.items ?? [];
  const sameSender = (id: string) => {
    const group = senders.data?.find((ids) => ids.includes(id)) ?? [];
    return requests.filter((request) => group.includes(request.id));
  };
  const answered = history.data?.totalItems ?? 0;
  const loaded = fresh.data && history.data;
  const none = requests.length === 0 && answered === 0;
  // Without hours visitors see no free time, so it is too early to send the link.
  const closed = week.data !== undefined && !week.data.some((day) => day.is_available);
  const hours = (
    <Button
      variant="default"
      className={classes.hours ?? ''}
      leftSection={<IconAdjustmentsHorizontal aria-hidden size={18} stroke={1.6} />}
      renderRoot={(props) => <Link to="/dashboard/availability-settings" {...props} />}
    >
      Рабочие часы
    </Button>
  );
  return (
    <>
      <PageHeader title="Онлайн-запись" subtitle={<ZoneNotice />} action={!phone && hours} />
      <BookingLink profile={profile} />
      {phone && hours}
      {failed && (
        <div className={classes.section}>
          <ErrorState title={LOAD_FAILED} onRetry={refetchFailed} />
        </div>
      )}
      {!failed && !loaded && (
        <div className={classes.section}>
          <LoadingCards text="Загрузка заявок..." columns={1} count={3} height={196} />
        </div>
      )}
      {loaded && closed && !none && (
        <div className={classes.section}>
          <InlineBox kind="info">
            {NO_HOURS} <Link to="/dashboard/availability-settings">Задать часы</Link>
          </InlineBox>
        </div>
      )}
      {loaded && none && (
        <div className={classes.section}>
          {closed ? (
            <EmptyState
              title="Заявок пока нет"
              hint={`${NO_HOURS} Когда они появятся, отправьте ссылку клиентам.`}
              action={
                <Button renderRoot={(props) => <Link to="/dashboard/availability-settings" {...props} />}>
                  Задать часы
                </Button>
              }
            />
          ) : (
            <EmptyState
              title="Заявок пока нет"
              hint="Отправьте ссылку клиентам или добавьте её&nbsp;на&nbsp;свой сайт. Новые заявки появятся здесь сами."
            />
          )}
        </div>
      )}
      {loaded && !none && (
        <section className={classes.section} aria-labelledby="new-requests">
          <h2 ref={heading} tabIndex={-1} id="new-requests" className={classes.heading}>
            Новые заявки{' '}
            {requests.length > 0 && (
              <span className={classes.count} aria-label={counted(fresh.data.totalItems, NEW_REQUESTS)} role="img">
                {fresh.data.totalItems}
              </span>
            )}
          </h2>
          {requests.length === 0 && (
            <p className="secondary">
              {profile.accepting ? 'Новых заявок нет. Они появятся здесь сами.' : 'Новых заявок нет: приём выключен.'}
            </p>
          )}
          <ul role="list" className={classes.requests} {...slip.place}>
            {requests.map((request) => (
              <li key={request.id} data-row={request.id}>
                <NewRequest
                  request={request}
                  sameSender={sameSender(request.id)}
                  timeZone={timeZone}
                  now={now}
                  addressed={request.id === addressed}
                  onAnswer={slip.expect}
                  onAnswered={focusHeading}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {history.data && loaded && (
        <RequestHistory
          total={history.data.totalItems}
          timeZone={timeZone}
          now={now}
          addressed={addressed}
          onReturned={focusHeading}
        />
      )}
    </>
  );
}
