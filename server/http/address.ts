import { isIPv4, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Some proxies write the port too, which is another one for every connection. */
const WITH_PORT = /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+)):\d+$/;

/** All that is no address counts as one caller. */
const UNKNOWN = 'unknown';

/**
 * Whom an address stands for: an IPv4 address itself, of an IPv6 address the first 64 bits, because whoever has one has
 * all 2^64 of its network and changes between them by itself.
 */
export function networkOf(address: string): string {
  const [, bracketed, beforePort] = WITH_PORT.exec(address) ?? [];
  const [plain = ''] = (bracketed ?? beforePort ?? address).split('%');
  const ipv4 = MAPPED_IPV4.exec(plain)?.[1] ?? plain;
  if (isIPv4(ipv4)) return ipv4;
  return isIPv6(plain) ? `${hextets(plain).slice(0, 4).join(':')}::/64` : UNKNOWN;
}

/** The /56 and the /48 around an IPv6 network, each a customer's at some providers; none around an IPv4 address. */
export function widerNetworks(address: string): { wide: string; wider: string } | null {
  const network = networkOf(address);
  if (!network.endsWith('/64')) return null;
  const [one = '', two = '', three = '', four = ''] = network.split(':');
  const upper = (Number.parseInt(four, 16) & 0xff_00).toString(16);
  return { wide: `${one}:${two}:${three}:${upper}::/56`, wider: `${one}:${two}:${three}::/48` };
}

/** Where somebody is, roughly: addresses change within it by themselves. */
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
