import { listText } from '#web/api/list-request.ts';
import { firstLists } from '#web/first-lists.ts';

/** Put in by vite.config.ts. */
declare const SCREENS: Record<string, string[]>;
declare const API_URL: string;

/** Without these lists in time the screens send their own requests. In milliseconds. */
const PATIENCE = 5000;

// Stands in the page itself, see vite.config.ts: runs before the program is here.
const { token, user } = readSignIn();
const path = window.location.pathname.replace(/\/$/, '');
if (token) {
  const headers = { Authorization: token };
  const answer = fetch(`${API_URL}/api/collections/users/auth-refresh`, { method: 'POST', headers });
  // Reported where it is taken up.
  answer.catch(() => undefined);
  window.headStart = { token, answer };
  // Without Temporal there are no days yet.
  if (user && /^(?:\/dashboard.*)?$/.test(path) && 'Temporal' in globalThis) startLists(user, headers);
  for (const href of SCREENS[path] ?? []) fetchAhead(href);
}

function readSignIn(): { token?: string; user?: string } {
  try {
    const stored: { token: string; record: { id: string } } = JSON.parse(
      localStorage.getItem('pocketbase_auth') ?? '{}',
    );
    return { token: stored.token, user: stored.record.id };
  } catch {
    return {};
  }
}

function startLists(reader: string, headers: Record<string, string>): void {
  const texts = firstLists(path, window.location.search, reader).map(listText);
  const query = new URLSearchParams(texts.map((text) => ['list', text]));
  const signal = AbortSignal.timeout(PATIENCE);
  const at = Date.now();
  const response = fetch(`${API_URL}/api/start?${query.toString()}`, { headers, signal });
  response.catch(() => undefined);
  window.startedLists = { user: reader, texts, at, response };
}

function fetchAhead(href: string): void {
  const link = document.createElement('link');
  if (href.endsWith('.js')) link.rel = 'modulepreload';
  else Object.assign(link, { rel: 'preload', as: 'style' });
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}
