import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import classes from '#web/clients/ClientDetails.module.css';
import type { ClientRecord } from '#web/clients/queries.ts';
import { showDate, showTime, zoned } from '#web/format/dates.ts';
import { showDurationBriefly } from '#web/format/duration.ts';
import { useTimeZone } from '#web/profile/use-time-zone.ts';
import { clientSessionsQuery } from '#web/sessions/queries.ts';
import type { SessionTimeRecord } from '#web/sessions/queries.ts';
import { SessionStatusBadge } from '#web/sessions/SessionStatusBadge.tsx';
import { useLoadFailure } from '#web/ui/use-load-failure.ts';

const LOAD_FAILED = 'Ошибка при загрузке сессий клиента';

/** The newest sessions of a client, how many there are, and the way to all of them. */
export function ClientSessions({ client }: { client: ClientRecord }) {
  const { data, isError, isFetching, refetch } = useQuery(clientSessionsQuery(client.id));
  useLoadFailure(isError, LOAD_FAILED);
  if (!data) {
    if (!isError) return null;
    return (
      <p className={`secondary ${classes.heading}`}>
        {LOAD_FAILED}
        <Button variant="subtle" onClick={() => void refetch()} disabled={isFetching}>
          Повторить
        </Button>
      </p>
    );
  }
  return (
    <section aria-labelledby="client-sessions">
      <div className={classes.heading}>
        <h3 id="client-sessions">Сессии</h3>
        <CountOfAll shown={data.items.length} all={data.totalItems} />
        {data.totalItems > 0 && (
          <Link to="/dashboard/sessions" search={{ q: client.name }}>
            Все сессии
          </Link>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari forgets that a list without bullets is a list */}
      <ul role="list" className={classes.sessions}>
        {data.items.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where all of them are in sight, nobody needs to be told how many there are. */
function CountOfAll({ shown, all }: { shown: number; all: number }) {
  if (all > 0 && all === shown) return null;
  return <span className={classes.count}>{all === 0 ? 'пока нет' : `${all} всего`}</span>;
}

function SessionRow({ session }: { session: SessionTimeRecord }) {
  const start = zoned(session.date, useTimeZone());
  return (
    <Link className={classes.session} to="/dashboard/sessions" search={{ session: session.id }}>
      <span className="nowrap">
        {start && showDate(start)} <b>{start && showTime(start)}</b>
      </span>
      <span className={`secondary ${classes.length}`}>{showDurationBriefly(session.duration)}</span>
      <SessionStatusBadge status={session.status} />
    </Link>
  );
}
