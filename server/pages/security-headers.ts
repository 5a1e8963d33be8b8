import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import type { DrawnPage, Page } from '#server/pages/drawn-page.ts';

/** For everything that is no page: such an answer may load nothing and stand in no frame. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** What no page of ours asks a browser for. */
const UNUSED = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'browsing-topics'];
const TWO_YEARS_IN_SECONDS = 63_072_000;

/** What every answer says to a browser unless it says something else itself, pages and kept files for instance. */
export function answerHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy': CLOSED_POLICY,
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': UNUSED.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${TWO_YEARS_IN_SECONDS}; includeSubDomains`,
    }),
  };
}

function pagePolicy({ nonce, trustedTypes }: Pick<Page, 'nonce' | 'trustedTypes'>): string {
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
    // Text becomes markup or code nowhere, whosever code it is: decision 011.
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ');
}

/** Sends a page that must not be kept by anybody: its nonce is good for one answer. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, status: number, drawn: DrawnPage): FastifyReply {
  const page = drawn.page();
  reply
    .status(status)
    .header('content-security-policy', pagePolicy(page))
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8');
  if (!acceptsGzip(request)) return reply.send(page.html());
  return reply.header('content-encoding', 'gzip').send(page.gzip());
}

function acceptsGzip(request: FastifyRequest): boolean {
  return [request.headers['accept-encoding'] ?? '']
    .flat()
    .join(',')
    .split(',')
    .some((coding) => /^gzip(?:;q=(?!0(?:\.0*)?$).*)?$/.test(coding.trim()));
}
