import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** The seed of all random values here: SEED=… repeats a run. */
export const SEED = Number(process.env['SEED'] ?? randomInt(2 ** 31));

/** Returns `count` random values of a kind. */
export function drawn<Value>(kind: fc.Arbitrary<Value>, count: number): Value[] {
  return fc.sample(kind, { numRuns: count, seed: SEED });
}
