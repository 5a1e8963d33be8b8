import { useQuery } from '@tanstack/react-query';
import { SESSION_TEXT } from '#domain/sessions/session.ts';
import { showDayAndMonth } from '#web/ground/format/dates.ts';
import { showDuration } from '#web/ground/format/duration.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { freeTimesQuery } from '#web/practice/sessions/queries.ts';
import { isDuration } from '#web/practice/sessions/session-form.ts';
import { useNow } from '#web/ui/page/use-now.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';

interface FreeTimesProps {
  timeZone: string;
  /** 'YYYY-MM-DD'; '' while no date is chosen. */
  date: string;
  duration: number | string;
  except: string | null;
  time: string;
  onPick: (time: string) => void;
}

/** Reserves the height of the first row, so that no control moves away from the pointer when the times arrive. */
function RowOfTimes() {
  return (
    <div aria-hidden className={`${classes.times} appear`} data-waiting>
      {Array.from({ length: 6 }, (_, index) => (
        <span key={index} className={classes.time} />
      ))}
    </div>
  );
}

/** The free times of the chosen day for the chosen length; pressing one fills in the time (SESSION-10). */
export function FreeTimes({ timeZone, date, duration, except, time, onPick }: FreeTimesProps) {
  const length = isDuration(duration) ? duration : 0;
  const now = useNow();
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const day = readIsoDate(date);
  const asked = day !== null && date >= today && length > 0;
  const { data, isError } = useQuery({ ...freeTimesQuery(date, length, except), enabled: asked });
  // Hides times that have passed while the form is open.
  const slots = data?.filter(({ start }) => Temporal.Instant.compare(start, now) > 0);
  if (!asked) return null;
  return (
    <div className={classes.group} role="group" aria-labelledby="free-times">
      <p id="free-times" className={classes.label}>
        <span>Свободно {showDayAndMonth(day)}</span>
        <span className={classes.aside}>на&nbsp;{showDuration(length)}</span>
      </p>
      {isError && !slots && <p className={classes.none}>Не&nbsp;удалось узнать свободное время</p>}
      {!slots && !isError && <RowOfTimes />}
      {slots?.length === 0 && <p className={classes.none}>Свободного времени в&nbsp;этот день нет</p>}
      {slots && slots.length > 0 && (
        <div className={classes.times}>
          {slots.map((slot) => (
            <button
              key={slot.start}
              type="button"
              className={classes.time}
              aria-pressed={slot.time === time}
              aria-label={`${SESSION_TEXT.noTime}: ${slot.time}`}
              onClick={() => onPick(slot.time)}
            >
              {slot.time}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
