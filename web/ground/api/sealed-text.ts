/** A text that is sealed in the database: undefined, never '', while its seal does not open. */
export type SealedText = string | undefined;

/** Shown in the place of such a text. */
export const NOT_OPENED = 'Текст не\u00A0открывается';

/** The same while all texts wait for the recovery code. */
export const LOCKED = 'Запись закрыта. Введите код от\u00A0записей';
