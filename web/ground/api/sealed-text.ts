/** A text that is encrypted in the database: undefined, never '', while it cannot be decrypted. */
export type SealedText = string | undefined;

/** Shown in place of such a text. */
export const NOT_OPENED = 'Текст не\u00A0открывается';

/** Shown instead while all texts are locked until the recovery code is entered. */
export const LOCKED = 'Запись закрыта. Введите код от\u00A0записей';
