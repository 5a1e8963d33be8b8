import { memo, type ReactNode } from 'react';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import { showDayAndTime } from '#web/ground/format/dates.ts';
import { seriesStatusOf } from '#web/practice/series/repeat.ts';
import { RepeatFields } from '#web/practice/series/RepeatFields.tsx';
import { FreeTimes } from '#web/practice/sessions/FreeTimes.tsx';
import { isLate, isSameTime, type SessionForm, timeChoices } from '#web/practice/sessions/session-form.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { StatusChoice } from '#web/practice/sessions/StatusChoice.tsx';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { Select } from '#web/ui/form/Select.tsx';

type SessionBasicsProps = Pick<SessionEditing, 'values' | 'errors' | 'timeZone' | 'change' | 'usual' | 'session'> & {
  /** Said below the time. */
  overlap: ReactNode;
};

/** Step 1: date, time, length and status. A digit of the length renders none of the other fields. */
export function SessionBasics({ values, errors, timeZone, change, usual, session, overlap }: SessionBasicsProps) {
  return (
    <>
      {usual && (
        <button
          type="button"
          className={`${classes.time} ${classes.usual}`}
          aria-pressed={isSameTime({ ...values, ...usual.fields }, values)}
          onClick={() => change(usual.fields)}
        >
          Как обычно: {showDayAndTime(usual.start)}
        </button>
      )}
      <div>
        <div className={classes.row}>
          <DayAndTime
            date={values.date}
            time={values.time}
            dateError={errors.date}
            timeError={errors.time}
            timeZone={timeZone}
            change={change}
          />
          <NumberField
            label="Продолжительность, мин"
            value={values.duration}
            onChange={(duration) => change({ duration })}
            min={SESSION_DURATION.min}
            step={SESSION_DURATION.step}
            inputMode="numeric"
            error={errors.duration}
          />
        </div>
        <div aria-live="polite">
          {isLate(values, session, timeZone) && <p className={classes.remark}>Это время уже прошло.</p>}
        </div>
      </div>
      {overlap}
      <FreeTimes
        timeZone={timeZone}
        date={values.date}
        duration={values.duration}
        except={session?.id ?? null}
        time={values.time}
        onPick={(time) => change({ time })}
      />
      <StatusChoice value={values.status} change={change} error={errors.status} />
      {session === null && (
        <Repetition
          status={values.status}
          repeat={values.repeat}
          error={errors.repeat}
          change={change}
          timeZone={timeZone}
        />
      )}
    </>
  );
}

interface DayAndTimeProps extends Pick<SessionForm, 'date' | 'time'>, Pick<SessionEditing, 'timeZone' | 'change'> {
  dateError: string | undefined;
  timeError: string | undefined;
}

const DayAndTime = memo(function DayAndTime({ date, time, dateError, timeError, timeZone, change }: DayAndTimeProps) {
  return (
    <>
      <DateField
        label="Дата"
        value={date}
        onChange={(chosen) => change({ date: chosen })}
        today={Temporal.Now.plainDateISO(timeZone)}
        error={dateError}
      />
      <Select
        label="Время"
        data={timeChoices(time)}
        value={time || null}
        onChange={(chosen) => change({ time: chosen ?? '' })}
        error={timeError}
      />
    </>
  );
});

interface RepetitionProps extends Pick<SessionForm, 'status' | 'repeat'>, Pick<SessionEditing, 'timeZone' | 'change'> {
  error: string | undefined;
}

/** Only what is still to take place repeats. */
const Repetition = memo(function Repetition({ status, repeat, error, change, timeZone }: RepetitionProps) {
  if (seriesStatusOf(status)) {
    return (
      <RepeatFields
        value={repeat}
        onChange={(chosen) => change({ repeat: chosen })}
        error={error}
        today={Temporal.Now.plainDateISO(timeZone)}
      />
    );
  }
  if (repeat.every === '0') return null;
  return (
    <p className={classes.remark}>
      Повторять можно запланированную сессию или бронь. С&nbsp;этим статусом сохранится одна сессия.
    </p>
  );
});
