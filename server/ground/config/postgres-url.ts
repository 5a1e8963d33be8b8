import { isLoopback } from '#server/ground/config/loopback.ts';

/** One server: a comma would begin another one. */
const FORM = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?[^@/?#,]*(?:[/?#][^@]*)?$/;
const TARGET = 'target_session_attrs';
const WRITABLE: readonly (string | null)[] = [null, 'read-write', 'primary'];

/** All three verify the certificate and the host name, because `pg` has no weaker forms of them. */
const VERIFIED: readonly (string | null)[] = ['verify-full', 'verify-ca', 'require'];
const MODES: readonly (string | null)[] = [...VERIFIED, 'no-verify', 'disable'];

/** Returns a `postgres://` URL in the form of `pg`; null for any other text, or for several servers. */
export function serverUrl(text: string): string | null {
  if (!FORM.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const { searchParams } = url;
  if (!isDecodable(url) || !WRITABLE.includes(searchParams.get(TARGET))) return null;
  if (searchParams.get('host')?.includes(',') === true) return null;
  searchParams.delete(TARGET);
  // `pg` warns about the other two; `system` is an option of libpq, and Node trusts the same authorities without it.
  if (VERIFIED.includes(searchParams.get('sslmode'))) searchParams.set('sslmode', 'verify-full');
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert');
  return url.href;
}

/** Returns whether passwords and records would cross a network unencrypted without an explicit option in the URL. */
export function isCarelesslyClear(text: string): boolean {
  const url = serverUrl(text);
  if (url === null) return false;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const isHere = host === '' || host.startsWith('/') || isLoopback(host);
  return !isHere && !MODES.includes(searchParams.get('sslmode'));
}

function isDecodable({ username, password, hostname, pathname }: URL): boolean {
  try {
    return [username, password, hostname, pathname].map(decodeURIComponent).length > 0;
  } catch {
    return false;
  }
}
