import { printInstant } from '#domain/time/instant.ts';
import type { StoredInstant } from '#domain/time/instant.ts';

/**
 * The instants between which the calendar days `first` to `last` of a zone lie, half-open and stored: `from` is the first
 * moment of `first`, `to` that of the day after `last`. A day lasts as long as its clock says, 23 or 25 hours too.
 */
export function daySpan(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  timeZone: string,
): { from: StoredInstant; to: StoredInstant } {
  const start = (date: Temporal.PlainDate) => printInstant(date.toZonedDateTime(timeZone).toInstant());
  return { from: start(first), to: start(last.add({ days: 1 })) };
}
