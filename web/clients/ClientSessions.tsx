import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AllClientSessions } from '#web/clients/AllClientSessions.tsx';
import classes from '#web/clients/ClientDetails.module.css';
import { SessionRows } from '#web/clients/SessionRows.tsx';
import { showDate, showTime, zoned } from '#web/format/dates.ts';
import { showDurationBriefly } from '#web/format/duration.ts';
import { showNumber } from '#web/format/plural.ts';
import { useTimeZone } from '#web/practice/use-profile.ts';
import { newestSessionsQuery } from '#web/sessions/queries.ts';
import type { SessionTimeRecord } from '#web/sessions/queries.ts';
import { SessionStatusBadge } from '#web/sessions/SessionStatusBadge.tsx';
import type { ListPlace } from '#web/ui/list/ListRows.tsx';
import { useLoadFailure } from '#web/ui/page/use-load-failure.ts';

const LOAD_FAILED = 'Ошибка при загрузке сессий клиента';

/** The newest sessions of a client with their total number; expands to all of them in place. */
export function ClientSessions({ client }: { client: string }) {
  const { data, isError, isFetching, refetch } = useQuery(newestSessionsQuery(client));
  const [all, setAll] = useState(false);
  useLoadFailure(isError && !data, LOAD_FAILED);
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
  const renderRow = (session: SessionTimeRecord, place: ListPlace) => (
    <li key={session.id} {...place}>
      <SessionRow session={session} />
    </li>
  );
  return (
    <section aria-labelledby="client-sessions">
      <div className={classes.heading}>
        <h3 id="client-sessions">Сессии</h3>
        <CountOfAll shown={data.items.length} all={data.totalItems} />
        {data.totalItems > data.items.length && (
          <button type="button" className={classes.all} aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Свернуть' : 'Все сессии'}
          </button>
        )}
      </div>
      {all ? (
        <AllClientSessions client={client} newest={data.items} renderRow={renderRow} />
      ) : (
        <SessionRows>{data.items.map((session) => renderRow(session, {}))}</SessionRows>
      )}
    </section>
  );
}

/** The total is redundant while all sessions are shown. */
function CountOfAll({ shown, all }: { shown: number; all: number }) {
  if (all > 0 && all === shown) return null;
  return <span className={classes.count}>{all === 0 ? 'пока нет' : `${showNumber(all)} всего`}</span>;
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
