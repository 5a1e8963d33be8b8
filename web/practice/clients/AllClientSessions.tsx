import { useQuery } from '@tanstack/react-query';
import { SessionRow, SessionRows } from '#web/practice/clients/SessionRows.tsx';
import { clientSessionsQuery } from '#web/practice/sessions/queries.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';
import { LongList } from '#web/ui/list/LongList.tsx';

const ROW_HEIGHT = 48;

interface AllClientSessionsProps {
  client: string;
  /** The sessions already loaded, shown until the first page arrives. */
  newest: readonly SessionTimeRecord[];
}

/** All sessions of a client inside the details dialog, loaded and rendered as far as the list is scrolled. */
export function AllClientSessions({ client, newest }: AllClientSessionsProps) {
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
