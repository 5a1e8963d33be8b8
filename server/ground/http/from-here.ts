import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/ground/config/loopback.ts';

/** Headers that proxies add, for instance X-Forwarded-For, X-Real-IP, CF-Connecting-IP, True-Client-IP. */
const FORWARDING = /^(?:forwarded|via|x-forwarded-.*|.*-ip)$/;
/** Values of `Sec-Fetch-Site` for an address that was typed or opened outside a page, and for links of the page itself. */
const FROM_NO_OTHER_PAGE: readonly unknown[] = [undefined, 'none', 'same-origin'];

/**
 * Returns true for a local request that no proxy forwarded and that no foreign page sent under a host name of its own
 * that resolves to this machine.
 */
export function isFromHere(request: FastifyRequest): boolean {
  const { socket, headers, hostname } = request;
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLoopback(hostname) &&
    FROM_NO_OTHER_PAGE.includes(headers['sec-fetch-site']) &&
    !Object.keys(headers).some((header) => FORWARDING.test(header))
  );
}
