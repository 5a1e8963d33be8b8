import { IconReload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { seriesQuery } from '#web/practice/series/queries.ts';
import classes from '#web/practice/series/SeriesSign.module.css';
import { showRule } from '#web/practice/series/words.ts';
import { readClock } from '#web/ground/browser/clock.ts';

export interface SeriesMarkProps {
  /** The series of a session; '' for a single one, which has no mark. */
  series: string;
  id?: string;
}

export function SeriesSign({ series, id }: SeriesMarkProps) {
  const timeZone = useTimeZone();
  const { data } = useQuery(seriesQuery());
  const rule = data?.find((one) => one.id === series);
  const name = rule ? showRule(rule, timeZone, readClock()) : 'Повторяется';
  return (
    <span id={id} role="img" aria-label={name} title={name} className={classes.sign}>
      <IconReload aria-hidden size={14} stroke={2} />
    </span>
  );
}
