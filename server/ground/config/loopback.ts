import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Returns whether PUBLIC_URL is an address of this machine, so that the program serves no other. */
export function isForThisMachine({ publicUrl }: { publicUrl: string }): boolean {
  return isLoopback(new URL(publicUrl).hostname);
}

/** Returns whether a host is this machine only; a name is if it is localhost or a subdomain of it. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (/^(?:.+\.)?localhost$/i.test(plain)) return true;
  return loopback.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
