import type { QueryClient } from '@tanstack/react-query';
import type { Decisions, Occurrence } from '#domain/series/series.ts';
import { type AheadSession, aheadQuery } from '#web/practice/series/change/ahead.ts';
import { changeSeries, previewChange, type SeriesChangeRequest } from '#web/practice/series/calls.ts';
import { isOutdated } from '#web/practice/series/preview-again.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';
import { readToday } from '#web/ground/browser/clock.ts';

/** The change that keeps the wall time of a series in another zone; null if none of its sessions is ahead. */
export function clockWish(
  { start }: Pick<SeriesRecord, 'start'>,
  ahead: readonly AheadSession[],
  today: string,
): SeriesChangeRequest | null {
  const next = ahead.find(({ occurrence }) => occurrence > today);
  return next ? { scope: 'all', session: next.id, start: `${next.occurrence}T${start.slice(11)}` } : null;
}

/** Every session moves with the clock, even onto taken time, which another series may be about to leave. */
function allAsTheyAre(occurrences: readonly Occurrence[]): Decisions {
  return Object.fromEntries(
    occurrences.filter(({ verdict }) => verdict !== 'free').map(({ date }) => [date, 'overlap']),
  );
}

/** Keeps the wall time of a series in the practice's current zone. Idempotent. */
export async function keepClock(
  queryClient: QueryClient,
  series: SeriesRecord,
  timeZone: string,
  silent: boolean,
): Promise<void> {
  const ahead = await queryClient.fetchQuery({ ...aheadQuery(series, timeZone), staleTime: 0 });
  const wish = clockWish(series, ahead, readToday(timeZone).toString());
  if (!wish) return;
  try {
    await move(series.id, wish, silent);
  } catch (error) {
    if (!isOutdated(error)) throw error;
    await move(series.id, wish, silent);
  }
}

async function move(series: string, wish: SeriesChangeRequest, silent: boolean): Promise<void> {
  const { occurrences, digest } = await previewChange(series, wish);
  await changeSeries(series, wish, { decisions: allAsTheyAre(occurrences), digest }, silent);
}
