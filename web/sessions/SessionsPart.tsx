import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';
import { useId } from 'react';
import { counted, SESSIONS } from '#web/format/plural.ts';
import type { SessionCardRecord } from '#web/sessions/queries.ts';
import { SessionCard } from '#web/sessions/SessionCard.tsx';
import classes from '#web/sessions/SessionsPage.module.css';
import { CardGrid } from '#web/ui/CardGrid.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';

export type SessionPages = UseInfiniteQueryResult<InfiniteData<ListResult<SessionCardRecord>>>;

interface SessionsPartProps {
  title: string;
  query: SessionPages;
  timeZone: string;
  onOpen: (id: string) => void;
}

/** «Предстоящие» or «Прошедшие», newest first; nothing at all where there are none. */
export function SessionsPart({ title, query, timeZone, onOpen }: SessionsPartProps) {
  const heading = useId();
  const total = totalOf(query);
  if (!query.data || total === 0) return null;
  // Only sessions whose client is found stand on this screen (SESSION-01).
  const sessions = query.data.pages.flatMap((page) => page.items).filter((session) => session.expand?.client);
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        {title} <span className={classes.count}>{counted(total, SESSIONS)}</span>
      </h2>
      <CardGrid aria-busy={query.isPlaceholderData}>
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionCard session={session} timeZone={timeZone} onOpen={() => onOpen(session.id)} />
          </li>
        ))}
      </CardGrid>
      <ShowMore query={query} />
    </section>
  );
}

export function totalOf(query: SessionPages): number {
  return query.data?.pages[0]?.totalItems ?? 0;
}
