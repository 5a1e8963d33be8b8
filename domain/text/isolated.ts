/** Of scripts written from right to left; those of two units by the first. */
const TURNS = /[\u0590-\u08FF\uFB1D-\uFEFC\uD802\uD803\uD83A\uD83B]/;

/**
 * Returns a typed text for a place in a sentence that has no elements: what is written from right to left would draw
 * the numbers and signs beside it into its own order.
 */
export function isolated(text: string): string {
  return TURNS.test(text) ? `\u2068${text}\u2069` : text;
}
