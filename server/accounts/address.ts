import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Whom an address stands for: an IPv4 address itself, of an IPv6 address the first 64 bits, because whoever has one has
 * all 2^64 of its network and changes between them by itself.
 */
export function networkOf(address: string): string {
  const ipv4 = MAPPED_IPV4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? `${hextets(plain).slice(0, 4).join(':')}::/64` : address;
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
