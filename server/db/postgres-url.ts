const FORM = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^@/?#]*)(.*)$/;
const TARGET = 'target_session_attrs';
const WRITABLE: readonly (string | null)[] = ['read-write', 'primary'];

/**
 * One URL for each server that a `postgres://` URL names, in its order. null for what is no such URL, and for several
 * servers without the word that of them the one that takes writes is meant: other programs would take any.
 */
export function serverUrls(url: string): string[] | null {
  const [, protocol = '', user = '', hosts = '', rest = ''] = FORM.exec(url) ?? [];
  const list = hosts.split(',');
  const urls = list.map((host) => `${protocol}${user}${host}${rest}`);
  if (!urls.every((each) => URL.canParse(each))) return null;
  const parsed = urls.map((each) => new URL(each));
  const target = parsed[0]?.searchParams.get(TARGET) ?? null;
  if (target === null ? list.length > 1 : !WRITABLE.includes(target)) return null;
  if (list.length > 1 && list.includes('')) return null;
  if (target === null) return urls;
  return parsed.map((each) => {
    each.searchParams.delete(TARGET);
    return each.href;
  });
}
