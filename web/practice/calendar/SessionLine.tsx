import { SESSION_STATUS_LABEL } from '#domain/sessions/session.ts';
import type { DayRequest } from '#web/practice/calendar/calendar-entries.ts';
import { nameOfClient } from '#web/practice/calendar/client-name.ts';
import type { DaySession } from '#web/practice/calendar/sessions-by-day.ts';
import classes from '#web/practice/calendar/SessionLine.module.css';
import { showTime } from '#web/ground/format/dates.ts';
import { SeriesMark } from '#web/practice/series/SeriesMark.tsx';
import { SESSION_LOOK } from '#web/practice/sessions/SessionStatusBadge.tsx';

/** A session in a day of the month: a dot for its status, the time, the surname, ↻ for a series. */
export function SessionLine({ session, start }: DaySession) {
  return (
    <span
      className={classes.line}
      data-tone={SESSION_LOOK[session.status].tone}
      data-canceled={session.status === 'canceled' || undefined}
    >
      <span className={classes.text}>
        <b>{showTime(start)}</b>{' '}
        <span className={classes.name} translate="no">
          {nameOfClient(session, 'surname')}
        </span>
        {/* What a line through it, or the colour of its dot, says to the eye. */}
        {session.status !== 'scheduled' && (
          <span className="visually-hidden">, {SESSION_STATUS_LABEL[session.status].toLowerCase()}</span>
        )}
      </span>
      <SeriesMark series={session.series} brief />
    </span>
  );
}

/** A waiting request in a day of the month. */
export function RequestLine({ request, start }: DayRequest) {
  return (
    <span className={classes.line} data-tone="yellow" data-waiting>
      <span className={classes.text}>
        <b>{showTime(start)}</b> <span className="visually-hidden">Заявка:</span>{' '}
        <span className={classes.name} translate="no">
          {request.name}
        </span>
      </span>
    </span>
  );
}
