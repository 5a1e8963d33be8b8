import { useEffect } from 'react';
import { useStore } from '#web/ground/browser/store.ts';
import { CalmCard } from '#web/public/booking-page/ClosedCard.tsx';
import { firstFreeDate } from '#web/public/visitor/free-time.ts';
import type { FreeTimeStore } from '#web/public/visitor/free-time-store.ts';
import { monthOf } from '#web/public/visitor/month-grid.ts';
import { useRefreshOnReturn } from '#web/public/visitor/use-refresh-on-return.ts';

interface FullCardProps {
  psychologist: string;
  store: FreeTimeStore;
  /** Called when there is free time again. */
  onFree: () => void;
}

/** No hours are set or all of them are taken: nothing to fill in until there is free time. */
export function FullCard({ psychologist, store, onFree }: FullCardProps) {
  const { freeTime, today } = useStore(store);
  const free = firstFreeDate(freeTime, today) !== null;
  useEffect(() => {
    if (free) onFree();
  }, [free, onFree]);
  useRefreshOnReturn(() => {
    for (const months of [0, 1]) void store.refresh(monthOf(today).add({ months }));
  });
  return (
    <CalmCard psychologist={psychologist} title="Свободного времени нет">
      Сейчас все часы заняты или ещё не&nbsp;указаны. Загляните позже или спросите у&nbsp;психолога, когда запись
      откроется.
    </CalmCard>
  );
}
