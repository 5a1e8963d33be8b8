/** What a cancellation after its time comes to, wherever its client reads of it (VISIT-03). */
export function lateTerms(paid: boolean): string {
  return paid
    ? 'Отмена будет считаться поздней, и\u00A0встречу нужно будет оплатить.'
    : 'Отмена будет считаться поздней.';
}
