/** Whether tests take their long form: `npm test` takes the short one, `npm run torture -- long-tests` this one. */
export const LONG_FORM = process.env['LONG_FORM'] === 'yes';

/** Returns how many times a test tries what it proves. */
export function rounds({ short, long }: { short: number; long: number }): number {
  return LONG_FORM ? long : short;
}
