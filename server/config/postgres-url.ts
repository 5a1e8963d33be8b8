import { isLoopback } from '#server/config/loopback.ts';

const FORM = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^@/?#]*)([^@]*)$/;
const TARGET = 'target_session_attrs';
const WRITABLE: readonly (string | null)[] = ['read-write', 'primary'];

/** All three check the certificate and the host's name: `pg` knows no weaker kinds of them. */
const VERIFIED: readonly (string | null)[] = ['verify-full', 'verify-ca', 'require'];
const MODES: readonly (string | null)[] = [...VERIFIED, 'no-verify', 'disable'];

/**
 * One URL for each server that a `postgres://` URL names, in its order, as `pg` takes it. null for what is no such URL,
 * and for several servers without the word that of them the one that takes writes is meant: other programs would take any.
 */
export function serverUrls(url: string): string[] | null {
  const [, protocol = '', user = '', hosts = '', rest = ''] = FORM.exec(url) ?? [];
  const list = hosts.split(',');
  const urls = list.map((host) => `${protocol}${user}${host}${rest}`);
  if (!urls.every((each) => URL.canParse(each) && isDecodable(new URL(each)))) return null;
  const parsed = urls.map((each) => new URL(each));
  const target = parsed[0]?.searchParams.get(TARGET) ?? null;
  if (target === null ? list.length > 1 : !WRITABLE.includes(target)) return null;
  if (list.length > 1 && list.includes('')) return null;
  return parsed.map((each) => asPgTakesIt(each).href);
}

/** Whether passwords and records would cross a network in clear without the URL saying that this is meant. */
export function isCarelesslyClear(url: string): boolean {
  return (serverUrls(url) ?? []).some((each) => {
    const { hostname, searchParams } = new URL(each);
    const host = searchParams.get('host') ?? decodeURIComponent(hostname);
    const isHere = host === '' || host.startsWith('/') || isLoopback(host);
    return !isHere && !MODES.includes(searchParams.get('sslmode'));
  });
}

function isDecodable({ username, password, hostname, pathname }: URL): boolean {
  try {
    return [username, password, hostname, pathname].map(decodeURIComponent).length > 0;
  } catch {
    return false;
  }
}

function asPgTakesIt(url: URL): URL {
  const { searchParams } = url;
  searchParams.delete(TARGET);
  // `pg` warns of the other two; the word `system` is libpq's, and Node has the same authorities without it.
  if (VERIFIED.includes(searchParams.get('sslmode'))) searchParams.set('sslmode', 'verify-full');
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert');
  return url;
}
