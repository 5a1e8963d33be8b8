import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import classes from '#web/practice/clients/card/Card.module.css';
import { dayWord } from '#web/practice/clients/day-word.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { nextSessionQuery } from '#web/practice/sessions/queries.ts';
import { LitCard } from '#web/ui/page/LitCard.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

/** A client's next meeting, which leads to it; its place is there before it is known. */
export function NextMeeting({ client }: { client: string }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const { data: session } = useQuery(nextSessionQuery(boundaryOf(now), client));
  const start = session ? zoned(session.date, timeZone) : null;
  if (!session || !start) {
    return (
      <section aria-label="Следующая сессия" className={classes.next}>
        <p className={`secondary ${classes.none}`}>
          {session === null ? 'Следующая сессия не\u00A0назначена' : '\u00A0'}
        </p>
      </section>
    );
  }
  return (
    <div className={classes.next}>
      <LitCard shade="none" aria-label="Следующая сессия">
        <p className="small secondary">Следующая сессия</p>
        <p className="lead">
          <Link
            className={classes.open}
            to="/dashboard/sessions"
            search={{ session: session.id }}
            state={{ opener: true }}
          >
            {dayWord(start, now)}
            {showDate(start)} <b>{showTime(start)}</b>
          </Link>{' '}
          <SeriesMark series={session.series} />
        </p>
      </LitCard>
    </div>
  );
}
