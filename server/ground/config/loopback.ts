import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Returns true where PUBLIC_URL is an address of this machine: the program serves no other. */
export function isForThisMachine({ publicUrl }: { publicUrl: string }): boolean {
  return isLoopback(new URL(publicUrl).hostname);
}

/** Returns true for an address of this machine only; a name counts if it is localhost or below it. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (/^(?:.+\.)?localhost$/i.test(plain)) return true;
  return loopback.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
