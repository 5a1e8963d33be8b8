/** Whether journeys take their long form: `npm test` takes the short one, `npm run torture -- long-tests` this one. */
export const LONG_FORM = process.env['LONG_FORM'] === 'yes';
