import { BlockList, isIPv6 } from 'node:net';
import { isForThisMachine } from '#server/ground/config/loopback.ts';

/** The prefix of the largest public network that one owner has. */
const WIDEST = 8;
/** An IPv4 address within IPv6 has 96 bits before it. */
const MAPPED = 96;

const owned = new BlockList();
owned.addSubnet('fc00::', 7, 'ipv6');
const mapped = new BlockList();
mapped.addSubnet('::', MAPPED, 'ipv6');
mapped.addSubnet('::ffff:0:0', MAPPED, 'ipv6');

/**
 * Returns whether an address or a network can belong to proxies; a wider network would let any caller claim any
 * address.
 */
export function isProxyNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  if (bits === undefined) return true;
  const prefix = Number(bits);
  if (!isIPv6(address)) return prefix >= WIDEST;
  if (mapped.check(address, 'ipv6')) return prefix >= MAPPED + WIDEST;
  return prefix >= (owned.check(address, 'ipv6') ? 7 : WIDEST);
}

interface Addressed {
  publicUrl: string;
  trustProxy: readonly string[];
}

/** Returns a warning if PUBLIC_URL is unencrypted beyond this machine; null otherwise. */
export function clearAddress(config: Addressed): string | null {
  if (!config.publicUrl.startsWith('http:') || isForThisMachine(config)) return null;
  return 'PUBLIC_URL says http:// beyond this machine: passwords and records cross the network in clear.';
}

/**
 * Returns a warning if PUBLIC_URL needs a proxy, since the program itself speaks no TLS, and TRUST_PROXY names none;
 * null otherwise.
 */
export function unnamedProxy({ publicUrl, trustProxy }: Addressed): string | null {
  if (!publicUrl.startsWith('https:') || trustProxy.length > 0) return null;
  return 'TRUST_PROXY is empty, although PUBLIC_URL says https://: behind a proxy all callers share one address and every limit.';
}
