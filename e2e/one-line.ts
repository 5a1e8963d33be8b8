/** Returns a rendered text with single spaces: browsers return different white space around hidden elements and at the end. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(' ,', ',').trim();
}
