import { z } from 'zod';
import { MONEY_LIMITS, PAY_WAYS } from '#domain/money/money.ts';
import { AMOUNT_CHECKS, MONEY_RULES, PRICE_CHECKS } from '#domain/money/money-rules.ts';
import { checkedBy, textSchema } from '#domain/schema-of.ts';

/** In kopecks; null for none. */
const price = z.int().check(checkedBy(PRICE_CHECKS)).nullable();

const way = z.enum(['', ...PAY_WAYS]);

/** What a practitioner decides about money, as fields of the profile. */
export const practiceMoney = {
  price,
  late_paid: z.boolean(),
  no_show_paid: z.boolean(),
  pay_text: textSchema(MONEY_RULES.pay_text),
  pay_link: textSchema(MONEY_RULES.pay_link),
  pay_in_letters: z.boolean(),
};

/** What applies to one client. */
export const clientMoney = { price, pay_way: way };

/** What applies to one session. */
export const sessionMoney = { price, waived: z.boolean() };

/** A payment; a way and a day of '' get the server's defaults. */
export const paymentValues = z.object({
  session: z.string(),
  amount: z.int().check(checkedBy(AMOUNT_CHECKS)),
  paid_on: textSchema(MONEY_RULES.paid_on),
  way,
  meetings: z.int().min(0).max(MONEY_LIMITS.meetingsMax),
  until: textSchema(MONEY_RULES.until),
  receipt: z.boolean(),
  note: textSchema(MONEY_RULES.note),
});

type Payment = Pick<z.infer<typeof paymentValues>, 'session' | 'amount' | 'paid_on' | 'meetings' | 'until'>;

/** Returns the field that contradicts the others; null where none does. */
export function contradiction({ session, amount, paid_on, meetings, until }: Payment): keyof Payment | null {
  if (amount < 0 && session !== '') return 'session';
  if (meetings > 0 && (amount < 0 || session !== '')) return 'meetings';
  // A day of '' becomes today.
  return until !== '' && (meetings === 0 || until < paid_on) ? 'until' : null;
}
