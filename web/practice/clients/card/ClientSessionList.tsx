import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { refetchFailed } from '#web/ground/api/query-client.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import classes from '#web/practice/clients/card/Card.module.css';
import { SessionRow, SessionRows } from '#web/practice/clients/SessionRows.tsx';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { clientPartQuery } from '#web/practice/sessions/queries.ts';
import { LongList } from '#web/ui/list/LongList.tsx';
import { showMore } from '#web/ui/list/show-more.ts';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

const ROW_HEIGHT = 48;
/** The sessions planned a year ahead by a weekly series. */
const NEAREST = 4;

interface ClientSessionListProps {
  client: string;
}

/** Every session of a client: planned ones nearest first, and below them the past ones, newest first. */
export function ClientSessionList({ client }: ClientSessionListProps) {
  const boundary = boundaryOf(useNow());
  const lists = {
    upcoming: clientPartQuery(client, 'upcoming', boundary),
    past: clientPartQuery(client, 'past', boundary),
  };
  const [upcoming, past] = [useQuery(lists.upcoming(1)), useQuery(lists.past(1))];
  const [all, setAll] = useState(false);
  const label = useId();
  if (!upcoming.data || !past.data) {
    if (upcoming.isError || past.isError) {
      return <ErrorState title="Ошибка при загрузке сессий клиента" onRetry={refetchFailed} />;
    }
    return <LoadingCards text="Загрузка сессий..." columns={1} count={6} height={ROW_HEIGHT} />;
  }
  if (upcoming.data.totalItems + past.data.totalItems === 0) {
    return <EmptyState title="Сессий пока нет" hint="Первую назначит «Новая сессия»." />;
  }
  return (
    <>
      {[
        { title: 'Предстоящие', first: upcoming.data, query: lists.upcoming, few: !all },
        { title: 'Прошедшие', first: past.data, query: lists.past, few: false },
      ].map(({ title, first, query, few }) => (
        <section key={title} aria-labelledby={`${label}${title}`} className={classes.sheet}>
          <div className={classes.heading}>
            <h2 id={`${label}${title}`} className="lead">
              {title}
            </h2>
            <span className="small secondary">
              {first.totalItems === 0 ? 'пока нет' : counted(first.totalItems, SESSIONS)}
            </span>
          </div>
          {few ? (
            <SessionRows aria-labelledby={`${label}${title}`}>
              {first.items.slice(0, NEAREST).map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </SessionRows>
          ) : (
            <LongList
              List={SessionRows}
              first={first}
              query={query}
              height={ROW_HEIGHT}
              aria-labelledby={`${label}${title}`}
              renderItem={(session, place) => <SessionRow key={session.id} session={session} {...place} />}
            />
          )}
          {few && first.totalItems > NEAREST && (
            <Button
              variant="subtle"
              className={`${classes.all} screen-only`}
              onClick={({ currentTarget }) => showMore(currentTarget, NEAREST, () => setAll(true))}
            >
              Показать все предстоящие
            </Button>
          )}
        </section>
      ))}
    </>
  );
}
