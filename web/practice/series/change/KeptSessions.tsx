import { useState } from 'react';
import type { Kept } from '#domain/series/series.ts';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import type { AheadSession } from '#web/practice/series/change/ahead.ts';
import { KEPT } from '#web/practice/series/change/change-words.ts';
import classes from '#web/practice/series/change/KeptSessions.module.css';

const FIRST = 4;

interface KeptSessionsProps {
  keep: readonly Kept[];
  ahead: readonly AheadSession[];
  timeZone: string;
}

/** The sessions that a change leaves unchanged, each with the reason (SERIES-05). */
export function KeptSessions({ keep, ahead, timeZone }: KeptSessionsProps) {
  const [all, setAll] = useState(false);
  if (keep.length === 0) return null;
  const dates = new Map(ahead.map(({ id, date }) => [id, date]));
  const rows = keep
    .map(({ session, why }) => ({ session, why, date: dates.get(session) ?? '' }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return (
    <section aria-label="Останутся как есть" className={classes.kept}>
      <h3 className="label medium">
        Останутся как есть <span className="secondary">{counted(keep.length, SESSIONS)}</span>
      </h3>
      <ul className={classes.rows}>
        {rows.slice(0, all ? rows.length : FIRST).map(({ session, why, date }) => (
          <li key={session}>
            <Moment date={date} timeZone={timeZone} />
            <span className="secondary">{KEPT[why]}</span>
          </li>
        ))}
      </ul>
      {rows.length > FIRST && !all && (
        <button type="button" className={classes.more} onClick={() => setAll(true)}>
          Ещё {rows.length - FIRST}
        </button>
      )}
    </section>
  );
}

/** A session that was moved into the past is not in `ahead`. */
function Moment({ date, timeZone }: { date: string; timeZone: string }) {
  const start = zoned(date, timeZone);
  return (
    <span className="nowrap">
      {start ? (
        <>
          {showDate(start)} <b>{showTime(start)}</b>
        </>
      ) : (
        'Прошедшая сессия'
      )}
    </span>
  );
}
