import list from '#server/accounts/common-passwords.json' with { type: 'json' };

/** Passwords of eight characters and more that are guessed first: a shorter one is refused for its length. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(list.passwords.split(' '));
