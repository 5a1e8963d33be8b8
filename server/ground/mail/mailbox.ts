import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/ground/config/config.ts';
import { isForThisMachine } from '#server/ground/config/loopback.ts';
import { isFromHere } from '#server/ground/http/from-here.ts';
import { mailFolder } from '#server/ground/mail/letter-files.ts';
import { letterPage, MAILBOX_PATH, mailboxPage, nothingHerePage } from '#server/ground/mail/mailbox-pages.ts';
import { listLetters, readLetter } from '#server/ground/mail/read-letters.ts';

const CLOSED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
interface WithKey {
  Params: { key: string };
}

interface OfLetter {
  Params: { key: string; name: string };
}

/**
 * `/_mail/KEY`: the letters of an installation without a mail server, for the person who saw the program print the
 * address. They contain valid links, so for every other caller, other users of this machine included, the page does not
 * exist; a local caller without the key is only told where to find the address.
 */
export async function registerMailbox(app: FastifyInstance, config: Config, mailboxKey: string): Promise<void> {
  const { publicUrl, dataDir } = config;
  if (!hasMailbox(config)) return;
  const folder = mailFolder(dataDir);
  const path = mailboxPath(mailboxKey);
  const mayRead = (request: FastifyRequest<WithKey>): boolean =>
    isFromHere(request) && isSame(request.params.key, mailboxKey);

  app.get(MAILBOX_PATH, async (request, reply) =>
    isFromHere(request) ? sendPage(reply, nothingHerePage) : reply.callNotFound(),
  );

  app.get<WithKey>(`${MAILBOX_PATH}/:key`, async (request, reply) => {
    if (!mayRead(request)) return reply.callNotFound();
    const letters = await listLetters(folder);
    return sendPage(reply, (nonce) => mailboxPage(letters, path, nonce));
  });

  app.get<OfLetter>(`${MAILBOX_PATH}/:key/:name`, async (request, reply) => {
    const letter = mayRead(request) ? await readLetter(folder, request.params.name) : null;
    if (!letter) return reply.callNotFound();
    // A reader who uses another name of this machine is signed in under that name, so links keep it.
    const text = letter.text.replaceAll(publicUrl, `${request.protocol}://${request.host}`);
    return sendPage(reply, (nonce) => letterPage({ ...letter, text }, path, nonce));
  });

  app.get<OfLetter>(`${MAILBOX_PATH}/:key/:name/html`, async (request, reply) => {
    const letter = mayRead(request) ? await readLetter(folder, request.params.name) : null;
    // Letters have inline styles.
    return letter ? send(reply, `${CLOSED}; style-src 'unsafe-inline'`, letter.html) : reply.callNotFound();
  });
}

function hasMailbox(config: Config): boolean {
  return config.smtpUrl === null && isForThisMachine(config);
}

/** Returns the start-up message about where letters go; empty where a mail server sends them. */
export function whereLettersGo(config: Config, mailboxKey: string): string {
  if (config.smtpUrl !== null) return '';
  if (hasMailbox(config))
    return `Letters stay here, no mail server is set: ${config.publicUrl}${mailboxPath(mailboxKey)}\n`;
  return 'No letter reaches anybody: SMTP_URL is not set, letters stay in DATA_DIR/mail.\n';
}

function mailboxPath(mailboxKey: string): string {
  return `${MAILBOX_PATH}/${mailboxKey}`;
}

function isSame(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function sendPage(reply: FastifyReply, page: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(18).toString('base64');
  // Firefox requests an icon and reports the refusal, so the page names an empty one.
  return send(reply, `${CLOSED}; img-src data:; style-src 'nonce-${nonce}'`, page(nonce));
}

function send(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return (
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      // The URL of the page contains the key.
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(html)
  );
}
