import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from '#web/practice/clients/ClientDetails.module.css';
import { LatestRecords } from '#web/practice/clients/LatestRecords.tsx';
import { pastSessionsQuery, sessionCountQuery } from '#web/practice/clients/session-queries.ts';
import { SessionRow, SessionRows } from '#web/practice/clients/SessionRows.tsx';
import { showNumber } from '#web/ground/format/plural.ts';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { useNow } from '#web/ui/page/use-now.ts';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';
import { clientSessionsQuery, type SessionTimeRecord } from '#web/practice/sessions/queries.ts';
import { LongList } from '#web/ui/list/LongList.tsx';

const LOAD_FAILED = 'Ошибка при загрузке сессий клиента';
/** How many past sessions are shown; the next one is shown above. */
const SHOWN = 2;

/** The latest texts about a client, the last two sessions, and all of them on demand (SESSION-15). */
export function ClientSessions({ client }: { client: string }) {
  const past = useQuery(pastSessionsQuery(client, boundaryOf(useNow())));
  const count = useQuery(sessionCountQuery(client));
  const [all, setAll] = useState(false);
  const failed = [past, count].some(({ isError, data }) => isError && data === undefined);
  if (failed) {
    return (
      <p role="alert" className={`secondary ${classes.heading}`}>
        {LOAD_FAILED}
        <RetryButton variant="subtle" onRetry={() => void Promise.all([past.refetch(), count.refetch()])} />
      </p>
    );
  }
  if (!past.data || count.data === undefined) return null;
  const last = past.data.slice(0, SHOWN);
  return (
    <>
      <LatestRecords client={client} past={past.data} />
      <section aria-labelledby="client-sessions">
        <div className={classes.heading}>
          <h3 id="client-sessions">Сессии</h3>
          <CountOfAll shown={last.length} all={count.data} />
          {count.data > last.length && (
            <button
              type="button"
              className={`${classes.all} screen-only`}
              aria-expanded={all}
              onClick={() => setAll(!all)}
            >
              {all ? 'Свернуть' : 'Все сессии'}
            </button>
          )}
        </div>
        {all ? (
          <AllClientSessions client={client} newest={last} />
        ) : (
          <>
            {last.length === 0 && count.data > 0 && <p className="secondary">Прошедших сессий ещё нет.</p>}
            <SessionRows>
              {last.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </SessionRows>
          </>
        )}
      </section>
    </>
  );
}

/** The total is redundant while all sessions are shown. */
function CountOfAll({ shown, all }: { shown: number; all: number }) {
  if (all > 0 && all === shown) return null;
  return <span className="small secondary">{all === 0 ? 'пока нет' : `${showNumber(all)} всего`}</span>;
}

const ROW_HEIGHT = 48;

interface AllClientSessionsProps {
  client: string;
  /** The sessions already loaded, shown until the first page arrives. */
  newest: readonly SessionTimeRecord[];
}

/** All sessions of a client inside the details dialog, as a windowed list. */
function AllClientSessions({ client, newest }: AllClientSessionsProps) {
  const query = clientSessionsQuery(client);
  const { data: first } = useQuery(query(1));
  if (!first) {
    return (
      <SessionRows aria-busy>
        {newest.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </SessionRows>
    );
  }
  return (
    <LongList
      List={SessionRows}
      first={first}
      query={query}
      height={ROW_HEIGHT}
      renderItem={(session, place) => <SessionRow key={session.id} session={session} {...place} />}
    />
  );
}
