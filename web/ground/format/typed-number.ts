export const NO_WHOLE_NUMBER = 'Нужно целое число, цифрами';

/** A whole number out of what is typed; '' for nothing, and the text itself where it is something else. */
export function readWholeNumber(typed: string): number | string {
  const digits = typed.replaceAll(/\s/g, '');
  if (digits === '') return '';
  // More digits would be printed as another number.
  return /^\d{1,15}$/.test(digits) ? Number(digits) : typed;
}
