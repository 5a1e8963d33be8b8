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
 * The order of the sessions and its setter (SESSION-16). The default of a practice with series is nearest first,
 * because newest first would show next year's sessions. Null until that is known; fixed as long as the screen is
 * mounted.
 */
export function useSessionOrder(now: Temporal.Instant): [SessionOrder | null, (order: SessionOrder) => void] {
  const [order, setOrder] = useState(readSessionOrder);
  const series = useQuery(seriesQuery());
  // If the series fail to load, the list is shown nevertheless.
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
