import type { ClientLetterKind } from '#domain/letters/letter.ts';
import { toldText } from '#domain/letters/told-place.ts';
import { printAmount } from '#domain/money/amount.ts';
import type { Pay } from '#domain/money/ask-pay.ts';
import { isolated } from '#domain/text/isolated.ts';

const WITH_PAY: readonly ClientLetterKind[] = [
  'request-approved',
  'session-planned',
  'session-moved',
  'session-reminder',
  'series-planned',
  'series-moved',
];

/** Returns whether a letter says how to pay for the meeting that it is about. */
export function tellsPay(kind: ClientLetterKind): boolean {
  return WITH_PAY.includes(kind);
}

/**
 * Returns the line of a letter about payment (MONEY-07); none if neither the text nor the link may be in it. New
 * accounts send no links (`withLinks` is false).
 */
export function payLines({ text, link, amount }: Pay, withLinks: boolean): string[] {
  const told = [isolated(toldText(text, withLinks).replaceAll(/\s+/g, ' ')), withLinks ? link : ''].filter(Boolean);
  if (told.length === 0) return [];
  const sum = amount === null ? '' : ` (${printAmount(amount)})`;
  return [`Как оплатить встречу${sum}: ${told.join(' ')}`];
}
