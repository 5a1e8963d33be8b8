import { isLoopback } from '#server/ground/config/loopback.ts';

/** Options of nodemailer in a URL that would weaken or contradict the rule below. */
const ABOUT_TLS = ['ignoreTLS', 'opportunisticTLS', 'requireTLS'];
const CLEAR = 'insecure';

/** Returns whether a text is an `smtp://` or `smtps://` URL with a host, its user and password percent-encoded. */
export function isSmtpUrl(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  return (
    /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && !search.includes('@') && hash === ''
  );
}

/**
 * Returns SMTP_URL in the form of nodemailer. Neither the password nor a letter crosses a network unencrypted, unless
 * `insecure=1` allows it; a server on this machine needs no encryption. In both cases the certificate is not verified
 * either, because local mail servers offer STARTTLS with a self-signed one.
 */
export function withEncryption(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const mayBeClear = isLoopback(url.hostname) || url.searchParams.get(CLEAR) === '1';
  for (const name of [...ABOUT_TLS, CLEAR]) url.searchParams.delete(name);
  if (mayBeClear) url.searchParams.set('tls.rejectUnauthorized', 'false');
  else url.searchParams.set('requireTLS', 'true');
  return url.href;
}
