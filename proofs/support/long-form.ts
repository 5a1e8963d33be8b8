import { test, type TestContext } from 'node:test';

/** Whether tests take their long form: `npm test` takes the short one, `npm run torture -- long-tests` this one. */
export const LONG_FORM = process.env['LONG_FORM'] === 'yes';

/** Declares a test of the long form alone. */
export const longTest: (title: string, prove: (t: TestContext) => void | Promise<void>) => unknown = LONG_FORM
  ? test
  : () => undefined;

/** Returns how many times a test tries what it proves. */
export function rounds({ short, long }: { short: number; long: number }): number {
  return LONG_FORM ? long : short;
}
