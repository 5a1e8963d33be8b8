import { Link } from '@tanstack/react-router';
import { IconNotebook } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { showDate, showTime } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { clientPage } from '#web/practice/client-page/client-page.ts';
import { RowAddress, RowJoin } from '#web/practice/places/RowPlace.tsx';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import { awaitsMark, type DaySession, isToCome, mayOwe, type OpenBy, partOn } from '#web/practice/sessions/day/day.ts';
import { endOfLate, showBegin } from '#web/practice/sessions/part-words.ts';
import classes from '#web/practice/sessions/day/DaySheet.module.css';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { RowMoney } from '#web/practice/sessions/day/row-money.ts';
import { SessionStatusBadge } from '#web/practice/sessions/SessionStatusBadge.tsx';
import { Lamp } from '#web/ui/base/Lamp.tsx';

// Loads on demand, because few rows wait for a mark.
const MarkButtons = lazyPart(async () => (await import('#web/practice/sessions/MarkButtons.tsx')).MarkButtons, {
  coming: <div className={classes.marks} />,
});

interface DayRowProps {
  session: DaySession;
  timeZone: string;
  now: Temporal.Instant;
  open: OpenBy;
  /** Shows the date before the time. */
  dated?: boolean;
  /** The day under which the row is listed; the session may have begun on the day before. */
  day?: Temporal.PlainDate;
  place?: 'past' | 'next' | 'later';
  /** «через 1 ч 20 мин» */
  until?: string | null;
}

/**
 * A row of a list sorted by time; pressing it opens the session, and one that waits for a mark can be marked in place.
 */
export function DayRow({ session, timeZone, now, open, dated = false, day, place = 'past', until }: DayRowProps) {
  const name = useId();
  const start = session.start.toZonedDateTimeISO(timeZone);
  const part = day && partOn(day, session, timeZone);
  const on = part ? { start, part } : null;
  const ends = on && endOfLate(on, session.duration);
  const where = open !== null && isToCome(session, now) ? session.where : undefined;
  const state = until ?? (ends && `до\u00A0${ends}`);
  return (
    <li
      className={classes.row}
      data-place={place}
      data-canceled={session.status === 'canceled' || undefined}
      aria-current={place === 'next' ? 'time' : undefined}
    >
      {place === 'next' && <Lamp shade="none" />}
      <div className={classes.line}>
        <Opener id={session.id} open={open}>
          <span className={classes.when}>
            {dated && <span className={classes.date}>{showDate(start)} </span>}
            <time id={`${name}-time`} className={classes.time}>
              {on ? showBegin(on) : showTime(start)}
            </time>
          </span>{' '}
          <span className={classes.who}>
            <span id={name} className={classes.client} title={session.client} translate="no">
              {session.client}
            </span>{' '}
            <span className={classes.length}>
              {showDuration(session.duration)}
              {session.series !== '' && '\u00A0'}
              <SeriesMark series={session.series} />
              {state && (
                <>
                  , <span className="nowrap">{state}</span>
                </>
              )}
            </span>{' '}
            {where && <RowAddress where={where} className="small secondary ellipsis" />}
          </span>{' '}
          <SessionStatusBadge {...session} signOnPhone />
        </Opener>
        {open !== null && session.clientId !== undefined && (
          <Link
            {...clientPage(session.clientId)}
            className={classes.leads}
            title="Карта клиента"
            aria-label="Карта клиента"
            aria-describedby={`${name}-time ${name}`}
          >
            <IconNotebook aria-hidden size={18} stroke={1.6} />
          </Link>
        )}
      </div>
      {where && <RowJoin where={where} className={classes.join} />}
      {open !== null && mayOwe(session) && (
        <RowMoney id={session.id} what={`${showTime(start)}, ${session.client}`} className={classes.owed} />
      )}
      {open !== null && awaitsMark(session, now) && <MarkButtons session={session} open={open} />}
    </li>
  );
}

function Opener({ id, open, children }: { id: string; open: OpenBy; children: ReactNode }) {
  if (open === null) return <div className={classes.open}>{children}</div>;
  if (open === 'address') {
    return (
      <Link to="/dashboard/sessions" search={{ session: id }} state={{ opener: true }} className={classes.open}>
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
