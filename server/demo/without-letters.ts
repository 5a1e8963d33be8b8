/** A client who left no address. */
export const WITHOUT_LETTERS = {
  email: '',
  email_key: '',
  time_zone: '',
  reminders: 'none',
  letters_off: '',
} as const;
