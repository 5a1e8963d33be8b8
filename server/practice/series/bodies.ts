import { z } from 'zod';
import { SERIES_LIMITS, SERIES_STATUSES } from '#domain/series/series.ts';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import { sessionValues } from '#domain/sessions/session-values.ts';
import { WALL_TIME } from '#domain/time/wall-time.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';

const LAST_YEAR = 9900;

const relation = z.string().refine((id) => RECORD_ID.test(id), { params: FIELD_ERROR.missingRelation });

const localStart = z.string().transform((text, context): Temporal.PlainDateTime => {
  try {
    const start = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Temporal.PlainDateTime.from(text) : null;
    if (start && start.year <= LAST_YEAR) return start;
  } catch {
    // Refused below, as any other text that is no wall time: 30 February, 25:00.
  }
  context.addIssue({ code: 'custom', params: FIELD_ERROR.invalidFormat });
  return z.NEVER;
});

/** '' means no end. */
const localDate = z.iso.date().or(z.literal(''));
const everyWeeks = z.int().min(1).max(SERIES_LIMITS.mostWeeks);
const status = z.enum(SERIES_STATUSES);
const { duration } = sessionValues.shape;

const decisions = z.record(z.iso.date(), z.union([z.literal(['skip', 'overlap']), z.string().regex(WALL_TIME)]));

const wishFields = z.object({
  client: relation,
  start: localStart,
  every_weeks: everyWeeks,
  until: localDate.default(''),
  count: z.int().min(1).max(SERIES_LIMITS.mostOccurrences).optional(),
  duration: duration.default(SESSION_DURATION.default),
  status: status.default('scheduled'),
  session: relation.or(z.literal('')).default(''),
});

const oneEnd = (wish: { until: string; count?: number | undefined }): boolean =>
  wish.until === '' || wish.count === undefined;
const onCount = { path: ['count'], params: FIELD_ERROR.invalidValue };

/** `POST /api/series/preview` */
export const wishBody = wishFields.refine(oneEnd, onCount);
export type SeriesRequest = z.output<typeof wishBody>;

/** `POST /api/series` */
export const seriesBody = wishFields
  .extend({
    id: z.string().regex(RECORD_ID).optional(),
    decisions: decisions.default({}),
    digest: z.string(),
  })
  .refine(oneEnd, onCount);
export type SeriesOrder = z.output<typeof seriesBody>;

/** `POST /api/series/{id}/change/preview`; `session` is '' where the whole series changes and no session is moved. */
export const changeBody = z.object({
  scope: z.enum(['following', 'all']),
  session: relation.or(z.literal('')),
  start: localStart.optional(),
  duration: duration.optional(),
  status: status.optional(),
  every_weeks: everyWeeks.optional(),
  until: localDate.optional(),
});
export type ChangeRequest = z.output<typeof changeBody>;

/** `POST /api/series/{id}/change` */
export const changeOrderBody = changeBody.extend({ decisions: decisions.default({}), digest: z.string() });
export type ChangeOrder = z.output<typeof changeOrderBody>;

/** `POST /api/series/{id}/end` */
export const endBody = z.object({ from: z.iso.date() });
