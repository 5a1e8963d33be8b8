import { useQuery } from '@tanstack/react-query';
import { showDayAndMonth } from '#web/ground/format/dates.ts';
import { seriesQuery } from '#web/practice/series/queries.ts';

/** Shown below days after `horizon`, the last day up to which open-ended series have their sessions (SERIES-04). */
export function PlannedUntil({ horizon }: { horizon: Temporal.PlainDate }) {
  const { data = [] } = useQuery(seriesQuery());
  if (!data.some(({ until }) => until === '')) return null;
  return (
    <p className="small secondary screen-only">
      Серии без&nbsp;даты окончания поставлены до&nbsp;{showDayAndMonth(horizon)} {horizon.year}.
    </p>
  );
}
