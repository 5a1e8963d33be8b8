/**
 * How many letters a day an account may send to clients and visitors, by its age: a new, unknown account sends little
 * to strangers. Thirty clients who are told of a session and its change and then reminded stay below the first value.
 */
export const LETTERS_A_DAY = { new: 100, young: 200, settled: 300 } as const;

const NEW_HOURS = 3 * 24;
const YOUNG_HOURS = 14 * 24;

/** Returns the pace of an account that was registered at this instant. */
export function paceOfAge(registered: Temporal.Instant, now: Temporal.Instant): keyof typeof LETTERS_A_DAY {
  const hours = now.since(registered).total('hours');
  if (hours < NEW_HOURS) return 'new';
  return hours < YOUNG_HOURS ? 'young' : 'settled';
}
