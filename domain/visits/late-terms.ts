/** Returns the consequences of a late cancellation, for every text that names them to clients (VISIT-03). */
export function lateTerms(paid: boolean): string {
  return paid
    ? 'Отмена будет считаться поздней, и\u00A0встречу нужно будет оплатить.'
    : 'Отмена будет считаться поздней.';
}
