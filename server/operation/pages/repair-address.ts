/** What mail programs, messengers and people leave around an address, or at its end. */
const AROUND = /^[\s<>«»„“”"'‘’`()[\]{}*]+|[\s<>«»„“”"'‘’`()[\]{}*.,;:!?…\\|]+$/gu;
const OF_AN_ADDRESS = /^[\w.-]+$/;
const STOP = 'letters/stop/';
const KNOWN = /^(?:auth(?:\/.*)?|dashboard(?:\/.*)?|booking\/[a-z0-9]+|visit|letters\/stop\/[\w.-]+)?$/;

/**
 * Returns the address of a page that was meant by a damaged one, '/Booking//abc).' or '/visit%23token=…'; null where
 * the address is whole, or where nothing that is known was meant. What it returns leads to no other host.
 */
export function repairAddress(url: string): string | null {
  const [path = '', ...queries] = url.split('?');
  const [typed = '', ...fragments] = decoded(path)
    .replaceAll(/\p{Cf}/gu, '')
    .split('#');
  const parts = typed
    .split('/')
    .map((part) => part.replaceAll(AROUND, ''))
    .filter((part) => part !== '');
  if (!parts.every((part) => OF_AN_ADDRESS.test(part) && !/^\.+$/.test(part))) return null;
  const joined = parts.join('/');
  // Only a link out of letters has capitals in it.
  const meant = joined.toLowerCase().startsWith(STOP) ? STOP + joined.slice(STOP.length) : joined.toLowerCase();
  if (!KNOWN.test(meant)) return null;
  const query = queries.length > 0 ? `?${queries.join('?').replaceAll('&amp;', '&')}` : '';
  const fragment = fragments.length > 0 ? `#${encodeURI(fragments.join('#'))}` : '';
  const repaired = `/${meant}${query}${fragment}`;
  return repaired === url ? null : repaired;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Half of a sign that was cut.
    return text.replaceAll(/%[\da-f]{0,2}/gi, '');
  }
}
