/**
 * The form in which texts are compared when case must not matter: lower case, ё counts as е. Used for search columns,
 * for the `~` operator of filters and for the clients' key, so that all three agree.
 */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е');
}
