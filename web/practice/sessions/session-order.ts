import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readSessionOrder, type SessionOrder, writeSessionOrder } from '#web/ground/browser/storage.ts';
import { seriesQuery } from '#web/practice/series/queries.ts';
import { currentRules } from '#web/practice/series/words.ts';

export const SESSION_ORDERS: readonly { value: SessionOrder; label: string }[] = [
  { value: 'nearest', label: 'Ближайшие' },
  { value: 'newest', label: 'Сначала новые' },
];

/**
 * How the sessions are listed, and how that is chosen (SESSION-16). Where nothing was, a practice with sessions that
 * repeat begins with the nearest: newest first shows it next year's. Null until that is known; it holds as long as the
 * screen does.
 */
export function useSessionOrder(now: Temporal.Instant): [SessionOrder | null, (order: SessionOrder) => void] {
  const [order, setOrder] = useState(readSessionOrder);
  const series = useQuery(seriesQuery());
  // Without the series there is still a list.
  const known = series.data !== undefined || series.failureCount > 0;
  if (order === null && known) setOrder(currentRules(series.data ?? [], now).length > 0 ? 'nearest' : 'newest');
  return [
    order,
    (chosen) => {
      writeSessionOrder(chosen);
      setOrder(chosen);
    },
  ];
}
