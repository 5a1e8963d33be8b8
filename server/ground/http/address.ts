import { isIPv4, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Some proxies append the port, which differs for every connection. */
const WITH_PORT = /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+)):\d+$/;

/** All values that are no address count as one caller. */
const UNKNOWN = 'unknown';

/**
 * Returns what counts as one caller for an address: an IPv4 address itself, the first 64 bits of an IPv6 address. An
 * IPv6 device may use any of the 2^64 addresses of its network, and changes between them by itself.
 */
export function networkOf(address: string): string {
  const [, bracketed, beforePort] = WITH_PORT.exec(address) ?? [];
  const [plain = ''] = (bracketed ?? beforePort ?? address).split('%');
  const ipv4 = MAPPED_IPV4.exec(plain)?.[1] ?? plain;
  if (isIPv4(ipv4)) return ipv4;
  return isIPv6(plain) ? `${hextets(plain).slice(0, 4).join(':')}::/64` : UNKNOWN;
}

/**
 * Returns the /56 and the /48 around an IPv6 network, which some providers give to one customer; null for an IPv4
 * address.
 */
export function widerNetworks(address: string): { wide: string; wider: string } | null {
  const network = networkOf(address);
  if (!network.endsWith('/64')) return null;
  const [one = '', two = '', three = '', four = ''] = network.split(':');
  const upper = (Number.parseInt(four, 16) & 0xff_00).toString(16);
  return { wide: `${one}:${two}:${three}:${upper}::/56`, wider: `${one}:${two}:${three}::/48` };
}

/** Returns the rough location of a caller, within which addresses change by themselves: the /48 or the /24. */
export function neighbourhoodOf(address: string): string {
  const network = networkOf(address);
  return widerNetworks(address)?.wider ?? (isIPv4(network) ? network.replace(/\d+$/, '0/24') : network);
}

function hextets(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = words(head);
  if (tail === undefined) return left;
  const right = words(tail);
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}

function words(part: string): string[] {
  if (part === '') return [];
  return part
    .split(':')
    .flatMap((word) => (word.includes('.') ? ['0', '0'] : [Number.parseInt(word, 16).toString(16)]));
}
