import { useQuery } from '@tanstack/react-query';
import { showDayAndMonth } from '#web/ground/format/dates.ts';
import { seriesQuery } from '#web/practice/series/queries.ts';

/** Below days beyond `horizon`, the last one on which series without an end have sessions by now (SERIES-04). */
export function PlannedUntil({ horizon }: { horizon: Temporal.PlainDate }) {
  const { data = [] } = useQuery(seriesQuery());
  if (!data.some(({ until }) => until === '')) return null;
  return (
    <p className="small secondary screen-only">
      Серии без&nbsp;даты окончания поставлены до&nbsp;{showDayAndMonth(horizon)} {horizon.year}.
    </p>
  );
}
