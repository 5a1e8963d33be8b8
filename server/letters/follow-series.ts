import { sql } from 'kysely';
import { printEpochMilliseconds, printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/db/action.ts';
import type { Row } from '#server/db/schema.ts';
import { isAnyKnown } from '#server/letters/follow-session.ts';
import { dropWaiting, piecesOf, queueClientLetters } from '#server/letters/letter-rows.ts';
import { getsLetters, readRules } from '#server/letters/recipients.ts';

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
  const first = await action.write.trx
    .selectFrom('sessions')
    .select(['date', 'duration'])
    .where('user', '=', action.owner)
    .where('series', '=', series.id)
    .where('series', '!=', sql.lit(''))
    .where('status', '=', 'scheduled')
    .where('date', '>', printInstant(action.now))
    .orderBy('date')
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  const { date: start, duration } = first;
  await queueClientLetters(action, [
    { kind: 'series-planned', client: series.client, series: series.id, start, duration },
  ]);
}

/** Plans the one letter about sessions of a series that were removed, where a letter names them or the series. */
export async function followEnd(action: Action, series: Series, removed: readonly Removed[]): Promise<void> {
  const ahead = removed
    .filter(({ startMs, status }) => status === 'scheduled' && startMs > action.now.epochMilliseconds)
    .toSorted((one, other) => one.startMs - other.startMs);
  const [first] = ahead;
  if (!first || !(await isWritten(action, series))) return;
  const sessions = ahead.map(({ id }) => id);
  const known = await someKnown(action, series.id, sessions);
  await dropOfSeries(action, series.id);
  if (!known) return;
  const { id, client, duration } = series;
  const start = printEpochMilliseconds(first.startMs);
  await queueClientLetters(action, [{ kind: 'session-cancelled', client, series: id, start, duration }]);
}

async function someKnown(action: Action, series: string, sessions: readonly string[]): Promise<boolean> {
  for (const piece of piecesOf(sessions)) if (await isAnyKnown(action, { series, sessions: piece })) return true;
  return false;
}

async function isWritten(action: Action, { client }: Series): Promise<boolean> {
  return (await getsLetters(action, client)) && ((await readRules(action))?.client_letters ?? false);
}

async function dropOfSeries(action: Action, series: string): Promise<void> {
  const letters = await action.write.trx
    .selectFrom('letters')
    .select('id')
    .where('user', '=', action.owner)
    .where('series', '=', series)
    .where('series', '!=', sql.lit(''))
    .where('state', '=', 'due')
    .execute();
  if (letters.length > 0) await dropWaiting(action, { ids: letters.map(({ id }) => id) });
}
