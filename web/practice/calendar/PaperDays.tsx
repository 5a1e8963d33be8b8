import { BOOKING_DURATION, BOOKING_STATUS_LABEL } from '#domain/booking/booking.ts';
import { statusInWords } from '#domain/sessions/session.ts';
import { entriesOn, inOrder, showDay } from '#web/practice/calendar/calendar-entries.ts';
import type { CalendarEntries, DayRequest } from '#web/practice/calendar/calendar-entries.ts';
import { nameOfClient } from '#web/practice/calendar/client-name.ts';
import classes from '#web/practice/calendar/PaperDays.module.css';
import { nameRequest } from '#web/practice/calendar/request-words.ts';
import type { DaySession } from '#web/practice/calendar/sessions-by-day.ts';
import { endOfLate, showTimes } from '#web/practice/sessions/part-words.ts';
import { showDayInWords, showTime } from '#web/ground/format/dates.ts';

interface PaperDaysProps {
  days: readonly Temporal.PlainDate[];
  entries: CalendarEntries;
}

/** The days in print: a list by time, with whole names and statuses in words (CAL-05). */
export function PaperDays({ days, entries }: PaperDaysProps) {
  return (
    <div className="paper-only">
      {days.map((day) => {
        const on = entriesOn(day, entries);
        return (
          <section key={day.toString()} className={classes.day}>
            <h2>
              {showDayInWords(day)}
              <span className={classes.load}>{showDay(on) || 'сессий нет'}</span>
            </h2>
            <ul>
              {inOrder(on).map((one) => (
                <PaperRow key={'session' in one ? one.session.id : one.request.id} one={one} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function PaperRow({ one }: { one: DaySession | DayRequest }) {
  const row =
    'session' in one
      ? {
          minutes: one.session.duration,
          name: nameOfClient(one.session, 'whole'),
          status: statusInWords(one.session),
        }
      : { minutes: BOOKING_DURATION, name: nameRequest(one.request), status: BOOKING_STATUS_LABEL.pending };
  return (
    <li className={classes.row}>
      <b>
        {endOfLate(one, row.minutes) === null
          ? `${showTime(one.start)}–${showTime(one.start.add({ minutes: row.minutes }))}`
          : showTimes(one, row.minutes)}
      </b>
      <span translate="no">{row.name}</span>
      <span>{row.status}</span>
    </li>
  );
}
