/** Up to here the engine's own search keeps its tables of the whole needle, and with them its time linear. */
const SHORT = 200;

/** Whether a text contains a needle, in time linear in both. */
export function containsText(text: string, needle: string): boolean {
  if (needle.length <= SHORT) return text.includes(needle);
  if (needle.length > text.length) return false;
  const borders = bordersOf(needle);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched += 1;
    if (matched === needle.length) return true;
  }
  return false;
}

/** For each beginning of a needle, the length of its longest beginning that is its end too (Knuth, Morris and Pratt). */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length);
  let length = 0;
  for (let at = 1; at < needle.length; at += 1) {
    const code = needle.charCodeAt(at);
    while (length > 0 && needle.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (needle.charCodeAt(length) === code) length += 1;
    borders[at] = length;
  }
  return borders;
}
