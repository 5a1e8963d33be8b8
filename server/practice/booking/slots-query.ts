import { z } from 'zod';
import { MAX_SLOT_DAYS } from '#domain/booking/booking.ts';
import { queryDate } from '#server/practice/availability/query-date.ts';

/** The requested days, both included: 'YYYY-MM-DD', in order, at most 62. */
export const slotsQuery = z.object({ from: queryDate, to: queryDate }).superRefine(({ from, to }, context) => {
  const days = from.until(to, { largestUnit: 'days' }).days + 1;
  const refuse = (message: string) =>
    context.addIssue({ code: 'custom', path: ['to'], params: { code: 'validation_invalid_value', message } });
  if (days < 1) refuse('Must not be before from.');
  if (days > MAX_SLOT_DAYS) refuse(`Must be within ${MAX_SLOT_DAYS} days.`);
});
