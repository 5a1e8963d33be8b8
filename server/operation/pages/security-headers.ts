import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/ground/config/config.ts';
import { acceptsGzip } from '#server/ground/http/gzip.ts';
import type { Page } from '#server/operation/pages/page-templates.ts';

/** The policy of every response that is no page: it may load nothing and cannot be framed. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Browser features that our pages do not use. */
const UNUSED = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'browsing-topics'];
const TWO_YEARS_IN_SECONDS = 63_072_000;
/** Headers that only matter for documents; on each file of a page they would be 100 useless bytes. */
const OF_PAGES = {
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
};

/** Returns the headers of every response that does not set its own, as pages and cached files do. */
export function answerHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy': CLOSED_POLICY,
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': UNUSED.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${TWO_YEARS_IN_SECONDS}; includeSubDomains`,
    }),
  };
}

function pagePolicy(nonce: string, trustedTypes: Page['trustedTypes']): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Neither our own scripts nor injected ones can turn text into markup or code (decision 011).
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ');
}

/**
 * Sends a page that must not be cached, because its nonce is valid for one response. Compression takes at most 0.4 ms
 * of CPU.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, status: number, page: Page): FastifyReply {
  const nonce = randomBytes(18).toString('base64');
  const html = page.texts.join(nonce);
  reply
    .status(status)
    .headers(OF_PAGES)
    .header('content-security-policy', pagePolicy(nonce, page.trustedTypes))
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8');
  if (!acceptsGzip(request)) return reply.send(html);
  return reply.header('content-encoding', 'gzip').send(gzipSync(html, { level: 1 }));
}
