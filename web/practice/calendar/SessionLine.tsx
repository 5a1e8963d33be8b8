import { statusInWords } from '#domain/sessions/session.ts';
import type { DayRequest } from '#web/practice/calendar/calendar-entries.ts';
import { nameOfClient } from '#web/practice/calendar/client-name.ts';
import type { DaySession } from '#web/practice/calendar/sessions-by-day.ts';
import { showBegin } from '#web/practice/sessions/part-words.ts';
import classes from '#web/practice/calendar/SessionLine.module.css';
import { SESSION_LOOK } from '#web/practice/sessions/SessionStatusBadge.tsx';

/** A session in a day of the month: a dot for its status, the time, the surname. Most sessions repeat: ↻ would cost each its name. */
export function SessionLine({ session, ...on }: DaySession) {
  return (
    <span
      className={classes.line}
      data-tone={SESSION_LOOK[session.status].tone}
      data-canceled={session.status === 'canceled' || undefined}
    >
      <span className={classes.text}>
        <b>{showBegin(on)}</b>{' '}
        <span className={classes.name} translate="no">
          {nameOfClient(session, 'surname')}
        </span>
        {/* What a line through it, or the colour of its dot, says to the eye. */}
        {session.status !== 'scheduled' && (
          <span className="visually-hidden">, {statusInWords(session).toLowerCase()}</span>
        )}
      </span>
    </span>
  );
}

/** A waiting request in a day of the month. */
export function RequestLine({ request, ...on }: DayRequest) {
  return (
    <span className={classes.line} data-tone="yellow" data-waiting>
      <span className={classes.text}>
        <b>{showBegin(on)}</b> <span className="visually-hidden">Заявка:</span>{' '}
        <span className={classes.name} translate="no">
          {request.name}
        </span>
      </span>
    </span>
  );
}
