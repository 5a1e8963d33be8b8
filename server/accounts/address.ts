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
