import { memo, type ReactNode } from 'react';
import type { ClientPlace } from '#domain/places/place.ts';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import { showDayAndTime } from '#web/ground/format/dates.ts';
import { isHeld } from '#domain/money/money.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { seriesStatusOf } from '#web/practice/series/repeat.ts';
import { RepeatFields } from '#web/practice/series/RepeatFields.tsx';
import { PlaceField } from '#web/practice/places/PlaceField.tsx';
import { FreeTimes } from '#web/practice/sessions/FreeTimes.tsx';
import {
  claimsTime,
  isDuration,
  isLate,
  isSameTime,
  type SessionForm,
  timeChoices,
} from '#web/practice/sessions/session-form.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { StatusChoice } from '#web/practice/sessions/StatusChoice.tsx';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { readToday } from '#web/ground/browser/clock.ts';
import { useQuery } from '@tanstack/react-query';
import { hoursOn } from '#domain/availability/default-hours.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { availabilityQuery } from '#web/practice/availability/queries.ts';
import { outsideHours } from '#web/practice/sessions/outside-hours.ts';

const PriceField = lazyPart(async () => (await import('#web/practice/money/PriceField.tsx')).PriceField, {
  coming: null,
});

type SessionBasicsProps = Pick<SessionEditing, 'values' | 'errors' | 'timeZone' | 'change' | 'usual' | 'session'> & {
  /** Shown below the time. */
  overlap: ReactNode;
  /** The client's place. */
  place: ClientPlace | undefined;
  placeLink: string | undefined;
  /** The client's price; null if the practitioner's usual price applies. */
  price: number | null;
};

/** Step 1: date, time, length and status. Typing a length does not re-render the other fields. */
export function SessionBasics(props: SessionBasicsProps) {
  const { values, errors, timeZone, change, usual, session, overlap, place, placeLink, price } = props;
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
        <TimeRemark values={values} session={session} timeZone={timeZone} />
      </div>
      {overlap}
      {/* A session that took place needs no free time. */}
      {session?.status !== 'completed' && (
        <FreeTimes
          timeZone={timeZone}
          date={values.date}
          duration={values.duration}
          except={session?.id ?? null}
          time={values.time}
          onPick={(time) => change({ time })}
        />
      )}
      <StatusChoice value={values.status} change={change} error={errors.status} />
      <WhereItIs value={values.place} error={errors.place} change={change} place={place} placeLink={placeLink} />
      {session === null && (
        <Repetition
          status={values.status}
          repeat={values.repeat}
          error={errors.repeat}
          change={change}
          timeZone={timeZone}
        />
      )}
      <WhatItCosts
        value={values.price}
        error={errors.price}
        change={change}
        client={price}
        keeps={session !== null && session.status === values.status && isHeld(session)}
      />
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
        today={readToday(timeZone)}
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

interface WhereItIsProps extends Pick<SessionBasicsProps, 'change' | 'place' | 'placeLink'> {
  value: string;
  error: string | undefined;
}

const WhereItIs = memo(function WhereItIs({ value, error, change, place = '', placeLink = '' }: WhereItIsProps) {
  return (
    <PlaceField
      value={value}
      client={{ place, place_link: placeLink }}
      error={error}
      onChange={(typed) => change({ place: typed })}
    />
  );
});

interface WhatItCostsProps extends Pick<SessionBasicsProps, 'change'> {
  value: string;
  error: string | undefined;
  client: number | null;
  /** A held session without a price keeps having none. */
  keeps: boolean;
}

/** The space is reserved if a price applies. */
const WhatItCosts = memo(function WhatItCosts({ value, error, change, client, keeps }: WhatItCostsProps) {
  const profile = useProfile();
  const usual = client ?? profile.price;
  return (
    <div className={classes.price} data-priced={usual !== null || undefined}>
      <PriceField value={value} error={error} usual={keeps ? null : usual} onChange={(price) => change({ price })} />
    </div>
  );
});

interface RepetitionProps extends Pick<SessionForm, 'status' | 'repeat'>, Pick<SessionEditing, 'timeZone' | 'change'> {
  error: string | undefined;
}

/** Only a planned session can repeat. */
const Repetition = memo(function Repetition({ status, repeat, error, change, timeZone }: RepetitionProps) {
  if (seriesStatusOf(status)) {
    return (
      <RepeatFields
        value={repeat}
        onChange={(chosen) => change({ repeat: chosen })}
        error={error}
        today={readToday(timeZone)}
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

type TimeRemarkProps = Pick<SessionEditing, 'values' | 'session' | 'timeZone'>;

/** Warnings about a chosen time that is allowed nevertheless: it has passed, or is outside the practice's own hours. */
function TimeRemark({ values, session, timeZone }: TimeRemarkProps) {
  const { data: week } = useQuery(availabilityQuery());
  const { days_off: daysOff } = useProfile();
  const date = readIsoDate(values.date);
  const isLateNow = isLate(values, session, timeZone);
  // No warning for a session that took place, or for its unchanged time.
  const asks = seriesStatusOf(values.status) !== null && claimsTime(values, session, timeZone);
  const isAhead = date !== null && week !== undefined && asks;
  const { time, duration } = values;
  const remark = isLateNow
    ? 'Это время уже прошло.'
    : isAhead && isDuration(duration) && outsideHours({ date, time, duration }, hoursOn(date, week), daysOff);
  return <div aria-live="polite">{remark && <p className={classes.remark}>{remark}</p>}</div>;
}
