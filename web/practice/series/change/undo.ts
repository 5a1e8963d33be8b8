import type { Decisions, Occurrence } from '#domain/series/series.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import {
  type ChangedSeries,
  changeSeries,
  previewChange,
  type SeriesChangeRequest,
} from '#web/practice/series/calls.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';

/** A change that undoes another one. */
export interface Undo {
  series: string;
  wish: SeriesChangeRequest;
  /** Sends no letters; true if the undone change sent none. */
  silent: boolean;
}

/**
 * Returns the change that undoes a change of an occurrence and its series; null if it could not restore everything: a
 * skipped date stays skipped, and a session moved to another time of its day counts as moved individually.
 */
export function reverseOf(
  series: SeriesRecord,
  occurrence: string,
  wish: SeriesChangeRequest,
  decisions: Decisions,
): SeriesChangeRequest | null {
  if (Object.values(decisions).some((decision) => decision !== 'overlap')) return null;
  return {
    scope: 'all',
    session: wish.session,
    ...(wish.start !== undefined && { start: `${occurrence}T${series.start.slice(11)}`, until: series.until }),
    ...(wish.duration !== undefined && { duration: series.duration }),
    ...(wish.status !== undefined && { status: series.status }),
  };
}

/** Thrown if some of the time is taken now; nothing was changed. */
export class TakenMeanwhile extends Error {
  override readonly name = 'TakenMeanwhile';
  readonly count: number;

  constructor(count: number) {
    super('time of the series is taken by now');
    this.count = count;
  }
}

/**
 * Carries out an undo. With `fill`, dates whose time is taken now are skipped; without it they prevent the undo,
 * because skipping would remove a session.
 */
export async function undoChange({ series, wish, silent }: Undo, fill: boolean): Promise<ChangedSeries> {
  const { occurrences, digest } = await previewChange(series, wish);
  const taken = occurrences.filter(({ verdict }) => verdict === 'taken').length;
  if (taken > 0 && !fill) throw new TakenMeanwhile(taken);
  return changeSeries(series, wish, { decisions: decisionsFor(occurrences), digest }, silent);
}

function decisionsFor(occurrences: readonly Occurrence[]): Decisions {
  return Object.fromEntries(
    occurrences
      .filter(({ verdict }) => verdict !== 'free')
      .map(({ date, verdict }) => [date, verdict === 'taken' ? 'skip' : 'overlap']),
  );
}

/** Refetches the queries that a changed series affects. */
export function refreshSeries(): Promise<void> {
  return readAgain(['series', 'sessions']);
}
