import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { showDate, showTime } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import { awaitsMark, type DaySession, type OpenBy } from '#web/practice/sessions/day/day.ts';
import classes from '#web/practice/sessions/day/DaySheet.module.css';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { MarkButtonsProps } from '#web/practice/sessions/MarkButtons.tsx';
import { SessionStatusBadge } from '#web/practice/sessions/SessionStatusBadge.tsx';
import { Lamp } from '#web/ui/base/Lamp.tsx';

// Few rows wait for a mark: screens without one do not load its buttons.
const MarkButtons = lazyPart<MarkButtonsProps>(
  async () => (await import('#web/practice/sessions/MarkButtons.tsx')).MarkButtons,
  { coming: <div className={classes.marks} /> },
);

interface DayRowProps {
  session: DaySession;
  timeZone: string;
  now: Temporal.Instant;
  open: OpenBy;
  /** Shows the date before the time. */
  dated?: boolean;
  place?: 'past' | 'next' | 'later';
  /** «через 1 ч 20 мин» */
  until?: string | null;
}

/** A session of a list by time; pressing it opens the session, and what waits for a mark can be marked in place. */
export function DayRow({ session, timeZone, now, open, dated = false, place = 'past', until }: DayRowProps) {
  const start = session.start.toZonedDateTimeISO(timeZone);
  return (
    <li
      className={classes.row}
      data-place={place}
      data-canceled={session.status === 'canceled' || undefined}
      aria-current={place === 'next' ? 'time' : undefined}
    >
      {place === 'next' && <Lamp shade="none" />}
      <Opener id={session.id} open={open}>
        <span className={classes.when}>
          {dated && <span className={classes.date}>{showDate(start)} </span>}
          <time className={classes.time}>{showTime(start)}</time>
        </span>{' '}
        <span className={classes.who}>
          <span className={classes.client} title={session.client} translate="no">
            {session.client}
          </span>{' '}
          <span className={classes.length}>
            {showDuration(session.duration)}
            {session.series !== '' && '\u00A0'}
            <SeriesMark series={session.series} />
            {until && (
              <>
                , <span className="nowrap">{until}</span>
              </>
            )}
          </span>
        </span>{' '}
        <SessionStatusBadge status={session.status} signOnPhone />
      </Opener>
      {open !== null && awaitsMark(session, now) && <MarkButtons session={session} open={open} />}
    </li>
  );
}

function Opener({ id, open, children }: { id: string; open: OpenBy; children: ReactNode }) {
  if (open === null) return <div className={classes.open}>{children}</div>;
  if (open === 'address') {
    return (
      <Link to="/dashboard/sessions" search={{ session: id }} className={classes.open}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" className={classes.open} aria-haspopup="dialog" onClick={() => open(id)}>
      {children}
    </button>
  );
}
