export const LINK_MAX = 500;

/** White space, and what has no look of its own or no meaning yet. */
const NEVER_IN_LINK = /[\s\p{White_Space}\p{C}]/u;
/** An address within a text, with what may stand behind it. */
const IN_TEXT = /(?<![a-z0-9+.-])https:\/\/[^\s\p{White_Space}\p{C}<>"]+/giu;
const CLOSING = /[\p{Pe}\p{Pf}\p{Pi}.,;:!?'…]$/u;
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Returns whether a text is the address of a page that a client may open: https with a host, without a user, a password
 * or white space.
 */
export function isLink(text: string): boolean {
  if (text.length > LINK_MAX || NEVER_IN_LINK.test(text)) return false;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  // The parser takes `https:host` and `https:/host` for the same, which nobody reads as an address.
  return /^https:\/\/[^/\\]/i.test(text) && url.hostname !== '' && url.username + url.password === '';
}

/** Returns the first address of a text without the punctuation that closes it; '' where there is none. */
export function firstLinkIn(text: string): string {
  for (const [found] of text.matchAll(IN_TEXT)) {
    const link = withoutClosing(found);
    if (isLink(link)) return link;
  }
  return '';
}

/** Returns a text without the addresses in it. */
export function withoutLinksIn(text: string): string {
  return text.replaceAll(IN_TEXT, ' ');
}

/** '(https://example.org/a_(b)).' is left at 'a_(b)'. */
function withoutClosing(found: string): string {
  let link = found;
  while (CLOSING.test(link)) {
    const last = link.at(-1) ?? '';
    const opening = OPENING[last];
    if (opening !== undefined && link.split(opening).length >= link.split(last).length) break;
    link = link.slice(0, -1);
  }
  return link;
}

/** Letters and digits beyond ASCII, as browsers copy them. */
const ENCODED = /(?:%[89A-F][0-9A-F])+/gi;

/** Returns a link for people to read: 'https://example.org/%D0%B0' as 'https://example.org/а'. It leads to the same page. */
export function readableLink(link: string): string {
  return link.replaceAll(ENCODED, (bytes) => {
    let text: string;
    try {
      text = decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
    return /^[\p{L}\p{M}\p{N}]+$/u.test(text) ? text : bytes;
  });
}
