export const NO_WHOLE_NUMBER = 'Нужно целое число, цифрами';

/** Reads a whole number from typed text; '' for nothing, and the text itself if it is no whole number. */
export function readWholeNumber(typed: string): number | string {
  const digits = typed.replaceAll(/\s/g, '');
  if (digits === '') return '';
  // More digits would be printed as a different number.
  return /^\d{1,15}$/.test(digits) ? Number(digits) : typed;
}
