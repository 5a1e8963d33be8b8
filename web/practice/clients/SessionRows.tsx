import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { showDurationBriefly } from '#web/ground/format/duration.ts';
import classes from '#web/practice/clients/ClientDetails.module.css';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';
import { SessionStatusBadge } from '#web/practice/sessions/SessionStatusBadge.tsx';
import type { ListPlace } from '#web/ui/list/LongList.tsx';
import { PlainList } from '#web/ui/list/PlainList.tsx';

/** The list of a client's sessions; its children are `SessionRow`s. */
export function SessionRows(props: ComponentProps<'ul'>) {
  return <PlainList className={classes.sessions} {...props} />;
}

/** A session of a client, with a link to its dialog, from which Back returns to this list. */
export function SessionRow({ session, ...place }: { session: SessionTimeRecord } & ListPlace) {
  const start = zoned(session.date, useTimeZone());
  return (
    <li {...place}>
      <Link
        className={classes.session}
        to="/dashboard/sessions"
        search={{ session: session.id }}
        state={{ opener: true }}
      >
        <span className="nowrap">
          {start && showDate(start)} <b>{start && showTime(start)}</b> <SeriesMark series={session.series} />
        </span>
        <span className={`secondary ${classes.length}`}>{showDurationBriefly(session.duration)}</span>
        <SessionStatusBadge {...session} />
      </Link>
    </li>
  );
}
