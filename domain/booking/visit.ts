import { z } from 'zod';
import { optionalEmail } from '#domain/accounts/account.ts';
import { BOOKING_LIMITS, BOOKING_TEXT, type TRAP } from '#domain/booking/booking.ts';
import { atLeast, atMost } from '#domain/rule.ts';
import { textSchema } from '#domain/schema-of.ts';
import { readable } from '#domain/text/readable-text.ts';
import { composed } from '#domain/text/storable.ts';
import { storableText } from '#domain/text/storable-text.ts';
import { printInstant, readInstant } from '#domain/time/instant.ts';
import { isTimeZone } from '#domain/time/zone.ts';

const required = (max: number) =>
  storableText.pipe(
    textSchema(readable(atLeast(1, BOOKING_TEXT.incomplete), atMost(max, `Не длиннее ${max} символов`))),
  );

const instant = z.string().transform((text, context) => {
  const read = readInstant(text);
  if (read) return printInstant(read);
  context.addIssue({ code: 'custom', params: { message: 'Must be a date.' } });
  return z.NEVER;
});

/** What a visitor asks for, as stored: name and phone come out trimmed, `date` in the stored form (specification §5). */
export const visit = z.object({
  name: required(BOOKING_LIMITS.nameMax),
  phone: required(BOOKING_LIMITS.phoneMax),
  date: instant,
  message: storableText
    .trim()
    .overwrite(composed)
    .max(BOOKING_LIMITS.messageMax, `Не длиннее ${BOOKING_LIMITS.messageMax} символов`)
    .default(''),
  time_zone: z
    .string()
    .refine((name) => name === '' || isTimeZone(name), 'Неизвестный часовой пояс')
    .default(''),
  /** '' where the visitor leaves none. */
  email: optionalEmail.default(''),
});

export type Visit = z.output<typeof visit>;

const { date: start, time_zone: timeZone, ...same } = visit.shape;

/** `POST /api/booking-page/{hash}`: the same under the names of the page. */
export const visitForm = z
  .object({
    ...same,
    start,
    timeZone,
    /** The document to which the visitor agrees, by its id; '' where none is shown. */
    consent: z.string().default(''),
    /** Of work; '' until the page asks for it. */
    proof: z.string().default(''),
    /** Made by the page, so that a request sent again after a lost response is the same request. */
    id: z
      .string()
      .transform((id) => id || undefined)
      .pipe(
        z
          .string()
          .length(15)
          .regex(/^[a-z0-9]*$/)
          .optional(),
      )
      .optional(),
  })
  .transform(({ start: date, timeZone: time_zone, ...rest }) => ({ ...rest, date, time_zone }));

/** What the page sends. */
export type BookingRequest = z.input<typeof visitForm> & Partial<Record<typeof TRAP, string>>;
