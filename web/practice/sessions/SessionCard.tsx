import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import type { NamedClient } from '#domain/clients/told-apart.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';
import { shownClient } from '#web/practice/sessions/shown-client.ts';
import classes from '#web/practice/sessions/SessionCard.module.css';
import { SessionStatusBadge } from '#web/practice/sessions/SessionStatusBadge.tsx';
import { useJustSaved } from '#web/ui/page/just-saved.ts';
import { CardButton } from '#web/ui/page/CardGrid.tsx';

interface SessionCardProps {
  session: SessionTimeRecord & { expand?: { client?: NamedClient } };
  timeZone: string;
  /** The end of the session, if the card is under a day after its start. */
  until?: string | null;
  onOpen: () => void;
}

/** Time, status, client and length of a session (SESSION-02); pressing it opens the session. */
export function SessionCard({ session, timeZone, until = null, onOpen }: SessionCardProps) {
  const start = zoned(session.date, timeZone);
  const name = shownClient(session);
  return (
    <CardButton
      className={classes.card}
      data-canceled={session.status === 'canceled' || undefined}
      data-saved={useJustSaved(session.id) || undefined}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className={classes.head}>
        <span>
          {start && showDate(start)}{' '}
          <b>
            {start && showTime(start)}
            {until !== null && `–${until}`}
          </b>
        </span>
        <span className={classes.badge}>
          <SessionStatusBadge {...session} />
        </span>
      </span>
      <span className={classes.name} title={name} translate="no">
        {name}
      </span>
      <span className={classes.length}>
        {showDuration(session.duration)} <SeriesMark series={session.series} />
      </span>
    </CardButton>
  );
}
