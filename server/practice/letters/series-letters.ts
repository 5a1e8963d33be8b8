import { printEpochMilliseconds, printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { isAnyKnown } from '#server/practice/letters/session-letters.ts';
import { dropLetters, piecesOf, planLetters } from '#server/practice/letters/letter-rows.ts';
import { LISTED_DATES, plannedAfter } from '#server/practice/letters/read-facts.ts';
import { getsLetters } from '#server/practice/letters/recipients.ts';

/** Sessions that stay which one letter about the others names at most. */
const STAYING_NAMED = LISTED_DATES - 1;
/** Cancelled sessions that have a letter each though one could name those that stay. */
const CANCELLED_SINGLY = 3;

type Series = Pick<Row<'series'>, 'id' | 'client' | 'duration' | 'status'>;

/** A session that a change of a series removes. */
interface Removed {
  id: string;
  startMs: number;
  status: string;
}

/** Plans the one letter about a series that was saved or changed, which lists its first dates. */
export async function planSeriesLetter(action: Action, series: Series): Promise<void> {
  await dropLetters(action, { series: series.id, kinds: ['series-planned', 'session-cancelled'] });
  if (series.status !== 'scheduled' || !(await getsLetters(action, series.client))) return;
  const [first] = await plannedAfter(
    action.write.trx,
    { user: action.owner, series: series.id },
    printInstant(action.now),
  );
  if (!first) return;
  const { date: start, duration } = first;
  await planLetters(action, [{ kind: 'series-planned', client: series.client, series: series.id, start, duration }]);
}

/**
 * Plans the one letter about sessions of a series that were removed, where a letter names them or the series; where the
 * series goes on without them, one for each. `target` is the series that the others belong to now.
 */
export async function planRemovalLetters(
  action: Action,
  series: Series,
  removed: readonly Removed[],
  target = series.id,
): Promise<void> {
  const ahead = removed
    .filter(({ startMs, status }) => status === 'scheduled' && startMs > action.now.epochMilliseconds)
    .toSorted((one, other) => one.startMs - other.startMs);
  const [first] = ahead;
  if (!first || !(await getsLetters(action, series.client))) return;
  const sessions = ahead.map(({ id }) => id);
  if (!(await someKnown(action, series.id, sessions))) return;
  const { client, duration } = series;
  const kind = 'session-cancelled';
  const start = printEpochMilliseconds(first.startMs);
  const stay = (await plannedAfter(action.write.trx, { user: action.owner, series: target }, start)).length;
  if (stay > STAYING_NAMED || (stay > 0 && ahead.length <= CANCELLED_SINGLY)) {
    for (const { id, startMs } of ahead) {
      if (!(await isAnyKnown(action, { series: series.id, sessions: [id] }))) continue;
      await planLetters(action, [{ kind, client, duration, session: id, start: printEpochMilliseconds(startMs) }]);
    }
    return;
  }
  await dropLetters(action, { series: series.id, kinds: [kind] });
  await planLetters(action, [{ kind, client, series: target, start, duration }]);
}

async function someKnown(action: Action, series: string, sessions: readonly string[]): Promise<boolean> {
  for (const piece of piecesOf(sessions)) if (await isAnyKnown(action, { series, sessions: piece })) return true;
  return false;
}
