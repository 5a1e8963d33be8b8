import { IconReload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { seriesQuery } from '#web/practice/series/queries.ts';
import classes from '#web/practice/series/SeriesSign.module.css';
import { showInterval, showRule } from '#web/practice/series/words.ts';

export interface SeriesMarkProps {
  /** The series of a session; '' for a single one, which has no mark. */
  series: string;
  id?: string;
  /** Where the weekday and the hour are known already. */
  brief?: boolean;
}

export function SeriesSign({ series, id, brief = false }: SeriesMarkProps) {
  const timeZone = useTimeZone();
  const { data } = useQuery(seriesQuery());
  const rule = data?.find((one) => one.id === series);
  const name = rule
    ? brief
      ? showInterval(rule.every_weeks)
      : showRule(rule, timeZone, Temporal.Now.instant())
    : 'Повторяется';
  return (
    <span id={id} role="img" aria-label={name} title={name} className={classes.sign}>
      <IconReload aria-hidden size={14} stroke={2} />
    </span>
  );
}
