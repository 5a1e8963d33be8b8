/** The longest name of a practitioner. Apart from the checks, which a screen loads only when it needs them. */
export const NAME_MAX = 200;
