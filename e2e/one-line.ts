/** Returns a rendered text in one line: engines differ in the spaces beside what is hidden, and at its end. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(' ,', ',').trim();
}
