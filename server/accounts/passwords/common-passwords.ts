import list from '#server/accounts/passwords/common-passwords.json' with { type: 'json' };

/** Common passwords of eight characters and more: a shorter one is refused for its length. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(list.passwords.split(' '));
