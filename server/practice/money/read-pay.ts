import { askedForAll, type Pay } from '#domain/money/ask-pay.ts';
import { type MoneyScope, readClientBooks } from '#server/practice/money/read-money.ts';

/** What a practitioner tells clients about payment. */
export interface PayRules {
  pay_in_letters: boolean;
  pay_text: string;
  pay_link: string;
}

/**
 * Returns how a client pays for planned sessions (MONEY-07), with an amount if it is the same for each unpaid one; null
 * where nothing is to be said about it.
 */
export async function readPay(
  scope: MoneyScope,
  rules: PayRules,
  { client, sessions }: { client: string; sessions: readonly string[] },
  now: Temporal.Instant,
): Promise<Pay | null> {
  if (!isPaySaid(rules)) return null;
  const books = await readClientBooks(scope, client, now);
  if (!books) return null;
  const asked = askedForAll(sessions, books.sessions, books.payments, books.terms);
  return asked && { text: rules.pay_text, link: rules.pay_link, ...asked };
}

/** Returns how an invented client with the usual price pays. */
export function samplePay(rules: PayRules & { price: number | null }): Pay | null {
  if (!isPaySaid(rules) || rules.price === 0) return null;
  return { text: rules.pay_text, link: rules.pay_link, amount: rules.price };
}

function isPaySaid({ pay_in_letters, pay_text, pay_link }: PayRules): boolean {
  return pay_in_letters && pay_text + pay_link !== '';
}
