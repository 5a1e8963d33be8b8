import type { FastifyReply } from "fastify";
import type { Page } from "#server/pages/page-templates.ts";

/** For everything that is no page: such an answer may load nothing and stand in no frame. */
export const CLOSED_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

function pagePolicy(nonce: string): string {
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
  ].join("; ");
}

/** Sends a page that must not be kept by anybody: its nonce is good for one answer. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply
    .status(status)
    .header("content-security-policy", pagePolicy(page.nonce))
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(page.html);
}
