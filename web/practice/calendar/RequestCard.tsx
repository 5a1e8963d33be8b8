import { BOOKING_DURATION, BOOKING_STATUS_LABEL } from '#domain/booking/booking.ts';
import type { DayRequest } from '#web/practice/calendar/calendar-entries.ts';
import waiting from '#web/practice/calendar/RequestCard.module.css';
import { linkTo, nameRequest } from '#web/practice/calendar/request-words.ts';
import { endOfLate } from '#web/practice/sessions/part-words.ts';
import { showDate, showTime } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import classes from '#web/practice/sessions/SessionCard.module.css';
import { StatusBadge } from '#web/ui/base/StatusBadge.tsx';
import { CardLink } from '#web/ui/page/CardGrid.tsx';

/** A waiting request among a day's sessions; pressing it leads to its screen (CAL-04). */
export function RequestCard({ request, ...on }: DayRequest) {
  const end = endOfLate(on, BOOKING_DURATION);
  return (
    <CardLink {...linkTo(request)} className={`${classes.card} ${waiting.card}`}>
      <span className={classes.head}>
        <span>
          {showDate(on.start)}{' '}
          <b>
            {showTime(on.start)}
            {end !== null && `–${end}`}
          </b>
        </span>
        <span className={classes.badge}>
          <StatusBadge tone="yellow" sign="clock">
            {BOOKING_STATUS_LABEL.pending}
          </StatusBadge>
        </span>
      </span>
      <span className={classes.name} title={request.name}>
        {nameRequest(request)}
      </span>
      <span className={classes.length}>{showDuration(BOOKING_DURATION)}</span>
    </CardLink>
  );
}
