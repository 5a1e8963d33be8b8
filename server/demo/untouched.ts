/** A client who left no address. */
export const WITHOUT_LETTERS = {
  email: '',
  email_key: '',
  time_zone: '',
  reminders: 'none',
  letters_off: '',
} as const;

/** A session that its client neither moved nor missed. */
export const UNTOUCHED = { moves: 0, outcome: '', outcome_at: '' } as const;
