import { useQuery } from '@tanstack/react-query';
import { hoursOn } from '#domain/availability/default-hours.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { availabilityQuery } from '#web/practice/availability/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { seriesStatusOf } from '#web/practice/series/repeat.ts';
import { outsideHours } from '#web/practice/sessions/outside-hours.ts';
import { claimsTime, isDuration, isLate } from '#web/practice/sessions/session-form.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';

type TimeRemarkProps = Pick<SessionEditing, 'values' | 'session' | 'timeZone'>;

/** What speaks against a chosen time without forbidding it: it has passed, or lies outside the practice's own hours. */
export function TimeRemark({ values, session, timeZone }: TimeRemarkProps) {
  const { data: week } = useQuery(availabilityQuery());
  const { days_off: daysOff } = useProfile();
  const date = readIsoDate(values.date);
  const isLateNow = isLate(values, session, timeZone);
  // Of what has taken place, and where it stands already, nothing is to be decided.
  const asks = seriesStatusOf(values.status) !== null && claimsTime(values, session, timeZone);
  const isAhead = date !== null && week !== undefined && asks;
  const { time, duration } = values;
  const remark = isLateNow
    ? 'Это время уже прошло.'
    : isAhead && isDuration(duration) && outsideHours({ date, time, duration }, hoursOn(date, week), daysOff);
  return <div aria-live="polite">{remark && <p className={classes.remark}>{remark}</p>}</div>;
}
