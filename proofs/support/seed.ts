import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** Of everything that is drawn at random here: SEED=… draws the same again. */
export const SEED = Number(process.env['SEED'] ?? randomInt(2 ** 31));

/** So many values of a kind. */
export function drawn<Value>(kind: fc.Arbitrary<Value>, count: number): Value[] {
  return fc.sample(kind, { numRuns: count, seed: SEED });
}
