import { isLoopback } from '#server/config/loopback.ts';

/** What of nodemailer's options in a URL would weaken or contradict the rule below. */
const ABOUT_TLS = ['ignoreTLS', 'opportunisticTLS', 'requireTLS'];
const CLEAR = 'insecure';

/** True for an `smtp://` or `smtps://` URL with a host whose user and password are percent-encoded. */
export function isSmtpUrl(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  return (
    /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && !search.includes('@') && hash === ''
  );
}

/**
 * SMTP_URL as nodemailer takes it. Before the connection is encrypted neither the password nor a letter is sent, so that
 * nobody on the way can keep it in clear; `insecure=1` allows that, and a server on this machine needs no encryption.
 */
export function withEncryption(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const mayBeClear = isLoopback(url.hostname) || url.searchParams.get(CLEAR) === '1';
  for (const name of [...ABOUT_TLS, CLEAR]) url.searchParams.delete(name);
  if (!mayBeClear) url.searchParams.set('requireTLS', 'true');
  return url.href;
}
