import type { ReactNode } from 'react';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import { showDayAndTime } from '#web/ground/format/dates.ts';
import { seriesStatusOf } from '#web/practice/series/repeat.ts';
import { RepeatFields } from '#web/practice/series/RepeatFields.tsx';
import { FreeTimes } from '#web/practice/sessions/FreeTimes.tsx';
import { isLate, isSameTime, timeChoices } from '#web/practice/sessions/session-form.ts';
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

/** Step 1: date, time, length and status. */
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
          <DateField
            label="Дата"
            value={values.date}
            onChange={(date) => change({ date })}
            today={Temporal.Now.plainDateISO(timeZone)}
            error={errors.date}
          />
          <Select
            label="Время"
            data={timeChoices(values.time)}
            value={values.time || null}
            onChange={(time) => change({ time: time ?? '' })}
            error={errors.time}
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
        <div role="status">
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
      <StatusChoice value={values.status} onChange={(status) => change({ status })} error={errors.status} />
      {session === null && <Repetition values={values} errors={errors} change={change} timeZone={timeZone} />}
    </>
  );
}

/** Only what is still to take place repeats. */
function Repetition({ values, errors, change, timeZone }: Omit<SessionBasicsProps, 'usual' | 'session' | 'overlap'>) {
  if (seriesStatusOf(values.status)) {
    return (
      <RepeatFields
        value={values.repeat}
        onChange={(repeat) => change({ repeat })}
        error={errors.repeat}
        today={Temporal.Now.plainDateISO(timeZone)}
      />
    );
  }
  if (values.repeat.every === '0') return null;
  return (
    <p className={classes.remark}>
      Повторять можно запланированную сессию или бронь. С&nbsp;этим статусом сохранится одна сессия.
    </p>
  );
}
