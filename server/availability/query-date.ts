import { z } from 'zod';

/** A date in an address: 'YYYY-MM-DD'. Rules about several dates are not asked where one of them is none. */
export const queryDate = z.iso.date({ abort: true }).transform((text) => Temporal.PlainDate.from(text));
