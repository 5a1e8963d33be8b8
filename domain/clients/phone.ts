/**
 * Returns the digits of a number with the code of Russia where they are one of its numbers: of 11 digits the first 8
 * counts as 7, and 10 digits get a 7 in front, unless they begin with the zero of other countries.
 */
export function withCountry(digits: string): string {
  if (/^8\d{10}$/.test(digits)) return `7${digits.slice(1)}`;
  return /^[1-9]\d{9}$/.test(digits) ? `7${digits}` : digits;
}

/**
 * The same for a cell of a table, '8 (916) 204-18-35': a plus in front would be the beginning of a formula there, and
 * digits alone a number.
 */
export function phoneInTable(phone: string): string {
  return showPhone(phone).replace(/^\+7 \(/, '8 (');
}

/** A letter or a separator: the field holds more than one number alone. */
const MORE = /[\p{L},;:#/|\\]/u;

/** A Russian number in one form, '+7 (916) 204-18-35'; any other, and more than a number, is shown as it was typed. */
export function showPhone(phone: string): string {
  const digits = withCountry(phone.replace(/\D/g, ''));
  const isAbroad = /^\s*\+(?!\s*(?:7|89))/.test(phone);
  if (isAbroad || MORE.test(phone) || !/^7\d{10}$/.test(digits)) return phone.trim();
  return `+7 (${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7, 9)}-${digits.slice(9)}`;
}
