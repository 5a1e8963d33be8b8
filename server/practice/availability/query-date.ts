import { z } from 'zod';

/** A date in a URL: 'YYYY-MM-DD'. An invalid date skips the rules that compare several dates. */
export const queryDate = z.iso.date({ abort: true }).transform((text) => Temporal.PlainDate.from(text));
