/** Signs that mail programs, messengers and people leave around an address or at its end. */
const AROUND = /^[\s<>«»„“”"'‘’`()[\]{}*]+|[\s<>«»„“”"'‘’`()[\]{}*.,;:!?…\\|]+$/gu;
const OF_AN_ADDRESS = /^[\w.-]+$/;
const STOP = 'letters/stop/';
const KNOWN = /^(?:auth(?:\/.*)?|dashboard(?:\/.*)?|booking\/[a-z0-9]+|visit|letters\/stop\/[\w.-]+)?$/;

/**
 * Returns the intended path for a damaged one, '/Booking//abc).' or '/visit%23token=…'; null where the path is whole or
 * resembles no known one. The result never leads to another host.
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
  // Only links from letters contain capitals.
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
    // Removes what is left of a sign that was cut off.
    return text.replaceAll(/%[\da-f]{0,2}/gi, '');
  }
}
