import { sql } from 'kysely';
import { printEpochMilliseconds, printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { isAnyKnown, nextSequence } from '#server/practice/letters/follow-session.ts';
import { dropWaiting, piecesOf, queueClientLetters } from '#server/practice/letters/letter-rows.ts';
import { LISTED_DATES, plannedAfter } from '#server/practice/letters/read-facts.ts';
import { getsLetters, readRules } from '#server/practice/letters/recipients.ts';

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
export async function followSeries(action: Action, series: Series): Promise<void> {
  await dropOfSeries(action, series.id);
  if (series.status !== 'scheduled' || !(await isWritten(action, series))) return;
  const [first] = await plannedAfter(
    action.write.trx,
    { user: action.owner, series: series.id },
    printInstant(action.now),
  );
  if (!first) return;
  const { date: start, duration } = first;
  await queueClientLetters(action, [
    { kind: 'series-planned', client: series.client, series: series.id, start, duration },
  ]);
}

/**
 * Plans the one letter about sessions of a series that were removed, where a letter names them or the series; where the
 * series goes on without them, one for each. `target` is the series that the others belong to now.
 */
export async function followEnd(
  action: Action,
  series: Series,
  removed: readonly Removed[],
  target = series.id,
): Promise<void> {
  const ahead = removed
    .filter(({ startMs, status }) => status === 'scheduled' && startMs > action.now.epochMilliseconds)
    .toSorted((one, other) => one.startMs - other.startMs);
  const [first] = ahead;
  if (!first || !(await isWritten(action, series))) return;
  const sessions = ahead.map(({ id }) => id);
  if (!(await someKnown(action, series.id, sessions))) return;
  const { client, duration } = series;
  const kind = 'session-cancelled';
  const start = printEpochMilliseconds(first.startMs);
  const stay = (await plannedAfter(action.write.trx, { user: action.owner, series: target }, start)).length;
  if (stay > STAYING_NAMED || (stay > 0 && ahead.length <= CANCELLED_SINGLY)) {
    for (const { id, startMs } of ahead) {
      if (!(await isAnyKnown(action, { series: series.id, sessions: [id] }))) continue;
      const letter = { session: id, start: printEpochMilliseconds(startMs), sequence: await nextSequence(action, id) };
      await queueClientLetters(action, [{ kind, client, duration, ...letter }]);
    }
    return;
  }
  await dropOfSeries(action, series.id, [kind]);
  await queueClientLetters(action, [{ kind, client, series: target, start, duration }]);
}

async function someKnown(action: Action, series: string, sessions: readonly string[]): Promise<boolean> {
  for (const piece of piecesOf(sessions)) if (await isAnyKnown(action, { series, sessions: piece })) return true;
  return false;
}

async function isWritten(action: Action, { client }: Series): Promise<boolean> {
  return (await getsLetters(action, client)) && ((await readRules(action))?.client_letters ?? false);
}

async function dropOfSeries(
  action: Action,
  series: string,
  kinds: Row<'letters'>['kind'][] = ['series-planned', 'session-cancelled'],
): Promise<void> {
  const letters = await action.write.trx
    .selectFrom('letters')
    .select('id')
    .where('user', '=', action.owner)
    .where('series', '=', series)
    .where('series', '!=', sql.lit(''))
    .where('kind', 'in', kinds)
    .where('state', '=', 'due')
    .execute();
  if (letters.length > 0) await dropWaiting(action, { ids: letters.map(({ id }) => id) });
}
