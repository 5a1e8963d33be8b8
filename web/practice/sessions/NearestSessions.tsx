import { Button } from '@mantine/core';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';
import { useEffect, useId, useRef, useState } from 'react';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import { showDayAndMonth, showDayFrom } from '#web/ground/format/dates.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { daysOf, shownBefore } from '#web/practice/sessions/nearest-days.ts';
import type { SessionCardRecord } from '#web/practice/sessions/queries.ts';
import { SessionCard } from '#web/practice/sessions/SessionCard.tsx';
import { PartHead } from '#web/practice/sessions/SessionsPart.tsx';
import classes from '#web/practice/sessions/SessionsPage.module.css';
import { ListFailure } from '#web/ui/list/ListFailure.tsx';
import { CardGrid } from '#web/ui/page/CardGrid.tsx';

interface NearestSessionsProps {
  first: ListResult<SessionCardRecord>;
  query: PageQuery<SessionCardRecord>;
  busy: boolean;
  timeZone: string;
  today: Temporal.PlainDate;
  onOpen: (id: string) => void;
  onGoToPast?: () => void;
}

/** «Предстоящие», nearest first: two weeks by day, and further ones on request (SESSION-16). */
export function NearestSessions({ first, query, busy, timeZone, today, onOpen, onGoToPast }: NearestSessionsProps) {
  const label = useId();
  const [asked, ask] = useKeptDay(query(1).queryKey);
  const [pages, setPages] = useState(1);
  const results = useQueries({ queries: Array.from({ length: pages }, (_, index) => query(index + 1)) });
  const total = first.totalItems;
  const days = daysOf(
    // The first page comes from the listing, which keeps showing it while others load.
    [first.items, ...results.slice(1).map(({ data }) => data?.items ?? [])].flat(),
    timeZone,
  );
  const before = shownBefore(days, today, asked);
  const shown = days.filter(({ date }) => Temporal.PlainDate.compare(date, before) < 0);
  const next = days[shown.length];
  const loading = results.some(({ data, isPending }, index) => index > 0 && isPending && !data);
  const failed = results.some(({ isError, data }) => isError && !data);
  if (!next && !loading && !failed && pages * first.perPage < total) setPages(pages + 1);
  const left = total - shown.reduce((sum, { sessions }) => sum + sessions.length, 0);
  const further = useRef<HTMLHeadingElement>(null);
  const [askedFrom, setAskedFrom] = useState<string | null>(null);
  useEffect(() => {
    // The pressed button moves down or disappears, so the focus goes to the first of the new days.
    if (askedFrom !== null) further.current?.focus({ preventScroll: true });
  }, [askedFrom]);
  if (total === 0) return null;
  return (
    <section aria-labelledby={label}>
      <PartHead label={label} title="Предстоящие" total={total} {...(onGoToPast && { onGoToPast })} />
      <div aria-busy={busy || loading} className={classes.days}>
        {shown.map(({ date, sessions }) => {
          const key = date.toString();
          return (
            <div key={key}>
              <h3
                id={`${label}${key}`}
                tabIndex={-1}
                className={classes.dayHeading}
                {...(key === askedFrom && { ref: further })}
              >
                {showDayFrom(today, date)}
              </h3>
              <CardGrid aria-labelledby={`${label}${key}`}>
                {sessions.map((session) => (
                  <li key={session.id}>
                    <SessionCard session={session} timeZone={timeZone} onOpen={() => onOpen(session.id)} />
                  </li>
                ))}
              </CardGrid>
            </div>
          );
        })}
      </div>
      <ListFailure failed={failed} />
      {left > 0 && (
        <div className={classes.more}>
          <Button
            variant="default"
            disabled={!next}
            onClick={() => {
              if (!next) return;
              ask(next.date);
              setAskedFrom(next.date.toString());
            }}
          >
            Показать дальше
          </Button>
          <span className="small secondary">
            Ещё {counted(left, SESSIONS)}
            {next && `, следующая ${showDayAndMonth(next.date).replace(' ', '\u00A0')}`}
          </span>
        </div>
      )}
    </section>
  );
}

/** The day from which more was requested, cached so that Back shows the same days. */
function useKeptDay(queryKey: readonly unknown[]): [Temporal.PlainDate | null, (day: Temporal.PlainDate) => void] {
  const client = useQueryClient();
  const key = ['asked-from', ...queryKey];
  const [day, setDay] = useState(() => client.getQueryData<Temporal.PlainDate>(key) ?? null);
  return [
    day,
    (from) => {
      client.setQueryData(key, from);
      setDay(from);
    },
  ];
}
