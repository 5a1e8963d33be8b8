import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { badRequest } from '#domain/errors.ts';
import { decide } from '#domain/series/decide.ts';
import { printEpochMilliseconds, printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { findOwned, insertRow, updateRow } from '#server/records/store.ts';
import type { SeriesOrder } from '#server/practice/series/bodies.ts';
import { refuseMoreEndless } from '#server/practice/series/endless-limit.ts';
import { computeSeries, seriesChanged } from '#server/practice/series/preview-series.ts';
import { pressMeetings } from '#server/practice/letters/press.ts';
import { scopeOf } from '#server/practice/series/practice.ts';
import { addSessions } from '#server/practice/sessions/change-sessions.ts';
import { skipOccurrences } from '#server/practice/sessions/skip-occurrence.ts';

export interface MadeSeries {
  series: Decoded<'series'>;
  created: number;
  skipped: number;
}

const storedAnswer = z.object({
  made: z.object({
    rule: z.array(z.union([z.string(), z.number()])),
    created: z.number(),
    skipped: z.number(),
  }),
});

/** The texts of a new session, all empty. */
export const NO_TEXTS = { description: '', thoughts: '', news: '' } as const;

/**
 * Stores a series with its sessions and skips, as previewed. If the same request is sent again with the caller's id,
 * returns what the first one created.
 */
export async function createSeries(action: Action, order: SeriesOrder): Promise<MadeSeries> {
  const again = order.id === undefined ? null : await findMade(action, order, order.id);
  if (again) return again;
  const { rule, until, madeUntil, occurrences, first, digest } = await computeSeries(scopeOf(action), order);
  if (digest !== order.digest) throw seriesChanged();
  if (until === '') await refuseMoreEndless(action.write.trx, action.owner);
  const { placed, skipped } = decide(occurrences, order.decisions, rule.timeZone);
  const firstDate = first ? occurrences[0]?.date : undefined;
  if (firstDate !== undefined && skipped.includes(firstDate)) {
    throw badRequest('The first session exists.', { decisions: FIELD_ERROR.invalidValue });
  }
  const fresh = placed.filter(({ date }) => date !== firstDate);
  const made = { created: fresh.length, skipped: skipped.length };
  const { client, duration, status } = order;
  const series = await insertRow(action, 'series', {
    ...(order.id !== undefined && { id: order.id }),
    client,
    start: order.start.toString({ smallestUnit: 'minute' }),
    time_zone: rule.timeZone,
    every_weeks: order.every_weeks,
    until,
    duration,
    status,
    previous: '',
    made_until: madeUntil,
    answer: { made: { ...made, rule: ruleOf(order) } },
    remind_from: printInstant(action.now),
  });
  if (first && firstDate !== undefined) {
    await updateRow(action, 'sessions', first.id, { series: series.id, occurrence: firstDate });
  }
  const added = await addSessions(
    action,
    fresh.map(({ date, startMs, deliberate }) => ({
      ...NO_TEXTS,
      client,
      date: printEpochMilliseconds(startMs),
      duration,
      status,
      series: series.id,
      occurrence: date,
      deliberate,
    })),
  );
  await skipOccurrences(
    action,
    series,
    skipped.map((occurrence) => ({ occurrence, reason: 'chosen' })),
  );
  pressMeetings(
    action,
    [
      // The letter of the series replaces one about its first session that still waits.
      ...(first ? [{ session: first.id, client, before: first }] : []),
      ...added.map((session) => ({ session, client, before: null })),
    ],
    { series: series.id },
  );
  return { series, ...made };
}

/** Returns what an earlier request with the same rule created under this id; null for none. */
async function findMade({ write, owner }: Action, order: SeriesOrder, id: string): Promise<MadeSeries | null> {
  const stored = await findOwned(write.trx, 'series', owner, id);
  if (!stored) return null;
  const answer = storedAnswer.safeParse(stored.answer);
  const made = answer.success && isDeepStrictEqual(answer.data.made.rule, ruleOf(order)) ? answer.data.made : null;
  if (!made) throw badRequest('Failed to create record.', { id: FIELD_ERROR.notUnique });
  return { series: stored, created: made.created, skipped: made.skipped };
}

function ruleOf({ client, start, every_weeks, until, count = 0, duration, status, session }: SeriesOrder) {
  return [client, start.toString(), every_weeks, until, count, duration, status, session];
}
