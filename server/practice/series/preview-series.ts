import { createHash } from 'node:crypto';
import { type AppError, badRequest, conflict, type FieldError } from '#domain/errors.ts';
import { digestText } from '#domain/series/digest.ts';
import { datesOf, horizonOf, type Rule } from '#domain/series/occurrences.ts';
import { SERIES_LIMITS, type SeriesPreview } from '#domain/series/series.ts';
import type { Judged } from '#domain/series/verdict.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { findOwned } from '#server/records/store.ts';
import type { SeriesRequest } from '#server/practice/series/bodies.ts';
import { judgeDates, readPractice, type Scope, todayIn, withNames } from '#server/practice/series/practice.ts';

/** The outcome of a new series, before anything is written. */
export interface Outcome {
  rule: Rule;
  /** '' without an end. */
  until: string;
  /** The day up to which occurrences are planned. */
  madeUntil: string;
  occurrences: Judged[];
  /** The existing session that becomes the first occurrence. */
  first: Decoded<'sessions'> | null;
  digest: string;
}

const FAR = Temporal.PlainDate.from('9999-12-31');

/** Computes a new series from the present data. Throws a 400 for a wrong field. */
export async function computeSeries(scope: Scope, wish: SeriesRequest): Promise<Outcome> {
  const { reader, owner } = scope;
  if (!(await findOwned(reader, 'clients', owner, wish.client))) throw refused('client', FIELD_ERROR.missingRelation);
  const practice = await readPractice(scope);
  const rule: Rule = { start: wish.start, everyWeeks: wish.every_weeks, timeZone: practice.timeZone };
  const first = wish.session === '' ? null : await readFirst(scope, wish, rule);
  const startDay = wish.start.toPlainDate();
  const today = todayIn(scope, practice.timeZone);
  const isPast = Temporal.PlainDate.compare(startDay, today) < 0;
  const horizon = horizonOf(today);
  if (!first && isPast) throw refused('start', FIELD_ERROR.invalidValue);
  const endless = wish.until === '' && wish.count === undefined;
  if (endless && Temporal.PlainDate.compare(startDay, horizon) > 0) throw refused('start', FIELD_ERROR.invalidValue);
  if (wish.until !== '' && wish.until < startDay.toString()) throw refused('until', FIELD_ERROR.invalidValue);
  const last = wish.until !== '' ? Temporal.PlainDate.from(wish.until) : endless ? horizon : FAR;
  // A past session becomes the first of a series of future ones; there are no occurrences between them.
  const dates = [...(isPast ? [startDay] : []), ...datesOf(rule, isPast ? today : startDay, last)];
  if (wish.count !== undefined) dates.splice(wish.count);
  if (dates.length > SERIES_LIMITS.mostOccurrences) throw refused('until', FIELD_ERROR.invalidValue);
  const lastDate = (dates.at(-1) ?? startDay).toString();
  const until = wish.count === undefined ? wish.until : lastDate;
  const occurrences = await judgeDates(
    scope,
    practice,
    { rule, duration: wish.duration },
    dates,
    new Set([wish.session]),
  );
  if (first && occurrences[0]) occurrences[0] = { ...occurrences[0], verdict: 'free', with: null, free: [] };
  const { client, start, every_weeks, duration, status, session } = wish;
  const digest = hashOf({
    wish: [client, start.toString(), every_weeks, duration, status, session],
    timeZone: rule.timeZone,
    until,
    occurrences,
  });
  return { rule, until, madeUntil: until || horizon.toString(), occurrences, first, digest };
}

/** Returns the session that becomes the first one; it must have the client and the start of the request. */
async function readFirst(
  { reader, owner }: Scope,
  wish: SeriesRequest,
  { timeZone }: Rule,
): Promise<Decoded<'sessions'>> {
  const session = await findOwned(reader, 'sessions', owner, wish.session);
  if (!session) throw refused('session', FIELD_ERROR.missingRelation);
  if (session.series !== '') throw refused('session', FIELD_ERROR.invalidValue);
  if (session.client !== wish.client) throw refused('client', FIELD_ERROR.invalidValue);
  const start = parseStoredInstant(session.date).toZonedDateTimeISO(timeZone).toPlainDateTime();
  if (!start.round({ smallestUnit: 'minute', roundingMode: 'floor' }).equals(wish.start)) {
    throw refused('start', FIELD_ERROR.invalidValue);
  }
  return session;
}

export async function previewSeries(scope: Scope, wish: SeriesRequest): Promise<SeriesPreview> {
  const { rule, until, occurrences, digest } = await computeSeries(scope, wish);
  return { timeZone: rule.timeZone, until, occurrences: await withNames(scope, occurrences), digest };
}

export function hashOf(shown: Parameters<typeof digestText>[0]): string {
  return createHash('sha256').update(digestText(shown)).digest('base64url');
}

export function refused(field: string, error: FieldError): Error {
  return badRequest('An error occurred while validating the submitted data.', { [field]: error });
}

/** Returns the error for an outcome that differs from the one that the practitioner saw. */
export function seriesChanged(): AppError {
  const message = 'The outcome has changed, preview it again.';
  return conflict(message, { digest: { code: 'series_changed', message } });
}
