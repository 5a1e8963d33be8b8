import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { mailFolder } from '#server/mail/folder-transport.ts';
import { isLoopback } from '#server/loopback.ts';
import { letterPage, MAILBOX_PATH, mailboxPage } from '#server/mail/mailbox-pages.ts';
import { listLetters, readLetter } from '#server/mail/read-letters.ts';

const CLOSED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

interface OfLetter {
  Params: { name: string };
}

/**
 * `/_mail`: the letters of an installation without a mail server, for the person at this machine alone. They hold links
 * that work, so for everybody else the page does not exist.
 */
export async function registerMailbox(app: FastifyInstance, context: Context): Promise<void> {
  const { publicUrl, dataDir } = context.config;
  if (!hasMailbox(context.config)) return;
  const folder = mailFolder(dataDir);

  app.get(MAILBOX_PATH, async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound();
    const letters = await listLetters(folder);
    return sendPage(reply, (nonce) => mailboxPage(letters, nonce));
  });

  app.get<OfLetter>(`${MAILBOX_PATH}/:name`, async (request, reply) => {
    const letter = isFromHere(request) ? await readLetter(folder, request.params.name) : null;
    if (!letter) return reply.callNotFound();
    // One who came by another name of this machine stays under it, where they are signed in.
    const text = letter.text.replaceAll(publicUrl, `${request.protocol}://${request.host}`);
    return sendPage(reply, (nonce) => letterPage({ ...letter, text }, nonce));
  });

  app.get<OfLetter>(`${MAILBOX_PATH}/:name/html`, async (request, reply) => {
    const letter = isFromHere(request) ? await readLetter(folder, request.params.name) : null;
    // Letters carry their style in the elements.
    return letter ? send(reply, `${CLOSED}; style-src 'unsafe-inline'`, letter.html) : reply.callNotFound();
  });
}

function hasMailbox({ smtpUrl, publicUrl }: Config): boolean {
  return smtpUrl === null && isLoopback(new URL(publicUrl).hostname);
}

/** What the person who starts the program must know while no letter leaves this machine; empty when letters do. */
export function whereLettersGo(config: Config): string {
  if (config.smtpUrl !== null) return '';
  if (hasMailbox(config)) return `Letters stay here, no mail server is set: ${config.publicUrl}${MAILBOX_PATH}\n`;
  return 'No letter reaches anybody: SMTP_URL is not set, letters stay in DATA_DIR/mail.\n';
}

/** No proxy stands between, and no foreign page reaches us under a name of its own that leads to this machine. */
function isFromHere(request: FastifyRequest): boolean {
  const { socket, headers, hostname } = request;
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLoopback(hostname) &&
    FORWARDING.every((header) => headers[header] === undefined)
  );
}

function sendPage(reply: FastifyReply, page: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(18).toString('base64');
  return send(reply, `${CLOSED}; style-src 'nonce-${nonce}'`, page(nonce));
}

function send(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
