import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/ground/config/loopback.ts';

/** Headers that proxies add, for instance X-Forwarded-For, X-Real-IP, CF-Connecting-IP, True-Client-IP. */
const FORWARDING = /^(?:forwarded|via|x-forwarded-.*|.*-ip)$/;
/**
 * Values of `Sec-Fetch-Site` for an address that was typed or opened outside a page, and for links within our own
 * pages.
 */
const FROM_NO_OTHER_PAGE: readonly unknown[] = [undefined, 'none', 'same-origin'];

/**
 * Returns whether a request comes from this machine, was not forwarded by a proxy and was not sent by a foreign page
 * (under a host name of its own that resolves to this machine).
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
