/**
 * The digits by which a phone is recognised, however it was typed: 11 digits that begin with 8 count as beginning with
 * 7, 10 digits get a 7 in front. Empty when the text has no digits.
 */
export function phoneDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (digits.length === 11 && digits.startsWith('8')) return `7${digits.slice(1)}`;
  return digits.length === 10 ? `7${digits}` : digits;
}

/** False for a text with fewer digits than the shortest local number: it cannot be dialled. */
export function looksLikePhone(phone: string): boolean {
  return phoneDigits(phone).length >= 5;
}

/**
 * The same for a cell of a table, '8 (916) 204-18-35': a plus in front would be the beginning of a formula there, and
 * digits alone a number.
 */
export function phoneInTable(phone: string): string {
  return showPhone(phone).replace(/^\+7 \(/, '8 (');
}

/** A Russian number in one form, '+7 (916) 204-18-35'; any other is shown as it was typed. */
export function showPhone(phone: string): string {
  const digits = phoneDigits(phone);
  const abroad = /^\s*\+(?!\s*7)/.test(phone);
  if (abroad || !/^7\d{10}$/.test(digits)) return phone.trim();
  return `+7 (${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7, 9)}-${digits.slice(9)}`;
}
