import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { readAgain } from '#web/api/query-client.ts';
import { BookingLink, CopyLink } from '#web/booking/BookingLink.tsx';
import { NewRequest } from '#web/booking/NewRequest.tsx';
import classes from '#web/booking/OnlineBooking.module.css';
import { newRequestsQuery, requestHistoryQuery } from '#web/booking/queries.ts';
import { RequestHistory } from '#web/booking/RequestHistory.tsx';
import { counted, NEW_REQUESTS } from '#web/format/plural.ts';
import { profileQuery } from '#web/profile/profile-query.ts';
import { useTimeZone } from '#web/profile/use-time-zone.ts';
import { LoadingCards } from '#web/ui/LoadingCards.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/StateCard.tsx';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { useLoadFailure } from '#web/ui/use-load-failure.ts';
import { useNow } from '#web/ui/use-now.ts';

const LOAD_FAILED = 'Не удалось загрузить данные';

/** The practitioner's side of the public page: its link, new requests and those already answered (BOOK-01…06). */
export function OnlineBookingPage() {
  const timeZone = useTimeZone();
  const now = useNow();
  const phone = useIsPhone();
  const profile = useQuery(profileQuery());
  const fresh = useQuery(newRequestsQuery());
  const history = useInfiniteQuery(requestHistoryQuery());
  const failed =
    (fresh.isError && !fresh.data) || (history.isError && !history.data) || (profile.isError && !profile.data);
  useLoadFailure(failed, LOAD_FAILED);

  const requests = fresh.data?.items ?? [];
  const answered = history.data?.pages[0]?.totalItems ?? 0;
  // Times are shown on the practitioner's clock, which the profile names.
  const loaded = profile.data && fresh.data && history.data;
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
    <div className={classes.page}>
      <PageHeader title="Онлайн-запись" action={!phone && hours} />
      {profile.data && <BookingLink hash={profile.data.booking_hash} />}
      {phone && hours}
      {failed && (
        <ErrorState
          title={LOAD_FAILED}
          retrying={profile.isFetching || fresh.isFetching || history.isFetching}
          onRetry={readAgain}
        />
      )}
      {!failed && !loaded && <LoadingCards text="Загрузка заявок..." columns={1} count={3} height={196} />}
      {loaded && requests.length > 0 && (
        <section className={classes.section} aria-labelledby="new-requests">
          <h2 id="new-requests" className={classes.heading}>
            Новые заявки{' '}
            <span className={classes.count} aria-label={counted(fresh.data.totalItems, NEW_REQUESTS)} role="img">
              {fresh.data.totalItems}
            </span>
          </h2>
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari forgets that a list without bullets is a list */}
          <ul role="list" className={classes.requests}>
            {requests.map((request) => (
              <li key={request.id}>
                <NewRequest request={request} timeZone={timeZone} now={now} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {loaded && requests.length === 0 && answered === 0 && (
        <div className={classes.section}>
          <EmptyState
            title="Заявок пока нет"
            hint="Отправьте ссылку клиентам или добавьте её на свой сайт. Новые заявки появятся здесь сами."
            action={profile.data && <CopyLink hash={profile.data.booking_hash}>Скопировать ссылку</CopyLink>}
          />
        </div>
      )}
      {loaded && requests.length === 0 && answered > 0 && (
        <section className={classes.section} aria-labelledby="new-requests">
          <h2 id="new-requests" className={classes.heading}>
            Новые заявки
          </h2>
          <p className="secondary">Новых заявок нет. Они появятся здесь сами.</p>
        </section>
      )}
      {loaded && <RequestHistory timeZone={timeZone} />}
    </div>
  );
}
