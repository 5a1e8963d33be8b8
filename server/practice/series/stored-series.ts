import { z } from 'zod';
import type { StoredOccurrence } from '#domain/series/change.ts';
import type { Rule } from '#domain/series/occurrences.ts';
import { LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { Scope } from '#server/practice/series/practice.ts';

type StoredRule = Pick<Row<'series'>, 'start' | 'every_weeks' | 'time_zone'>;

export function ruleOf({ start, every_weeks, time_zone }: StoredRule): Rule {
  return { start: Temporal.PlainDateTime.from(start), everyWeeks: every_weeks, timeZone: time_zone };
}

/** Returns the sessions of a series without their texts, unordered. */
export async function readOccurrences({ reader, owner }: Scope, series: string): Promise<StoredOccurrence[]> {
  const rows = await reader
    .selectFrom('sessions')
    .select(['id', 'occurrence', 'date', 'duration', 'status', 'place', 'sealed_fields'])
    .where('user', '=', owner)
    .where('series', '=', series)
    .execute();
  return rows.map(({ date, sealed_fields: texts, occurrence, ...row }) => ({
    ...row,
    occurrence: occurrence ?? '',
    startMs: parseStoredInstant(date).epochMilliseconds,
    hasTexts: texts !== 0,
  }));
}

export async function readSkips(
  { reader, owner }: Scope,
  series: string,
): Promise<Pick<Row<'series_skips'>, 'id' | 'occurrence'>[]> {
  return reader
    .selectFrom('series_skips')
    .select(['id', 'occurrence'])
    .where('user', '=', owner)
    .where('series', '=', series)
    .execute();
}

const lastAnswer = z.object({
  last: z.object({
    key: z.string(),
    series: z.string(),
    counts: z.record(z.string(), z.number()),
    untold: z.object({ at: z.string(), dates: z.array(z.string()) }).optional(),
  }),
});

/** Returns the response of the last change if `key` shows that the same request was sent again. */
export function answerAgain({ answer }: Decoded<'series'>, key: string): z.infer<typeof lastAnswer>['last'] | null {
  const stored = lastAnswer.safeParse(answer);
  return stored.success && stored.data.last.key === key ? stored.data.last : null;
}

export function lastKeyOf({ answer }: Decoded<'series'>): string {
  const stored = lastAnswer.safeParse(answer);
  return stored.success ? stored.data.last.key : '';
}

/**
 * Returns the dates that a recent end of the series removed without the client ever having been told of them, while it
 * can be undone without a letter.
 */
export function untoldDates({ answer }: Decoded<'series'>, now: Temporal.Instant): ReadonlySet<string> {
  const stored = lastAnswer.safeParse(answer);
  const untold = stored.data?.last.untold;
  const since = printInstant(now.subtract({ seconds: LETTER_SETTLES_SECONDS.LAST }));
  return new Set(untold && untold.at >= since ? untold.dates : []);
}

/**
 * Returns the value of the answer column with the response of a change. `untold`: the dates that the change removed
 * without the client ever having been told of them, and when.
 */
export function withAnswer({ answer }: Decoded<'series'>, last: z.infer<typeof lastAnswer>['last']): unknown {
  return { ...(typeof answer === 'object' && answer), last };
}
