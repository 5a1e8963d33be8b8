import { listText } from '#web/ground/api/list-request.ts';
import type { Start } from '#web/ground/api/lists.ts';
import { readTimeZone } from '#web/ground/browser/storage.ts';
import { drawClients, drawFrame } from '#web/app/first-frame/draw-frame.ts';
import { CLIENTS, firstLists, isDated } from '#web/first-lists.ts';

/** Injected by vite.config.ts. */
declare const SCREENS: Record<string, string[]>;
declare const API_URL: string;

/** In milliseconds; if the lists take longer, the screens send their own requests. */
const TIMEOUT_MS = 5000;

declare global {
  interface Window {
    /** Renders the frame of the screen; called once the page contains its template. */
    drawFrame?: () => Promise<void>;
  }
}

type Client = Parameters<typeof drawClients>[0][number];

// Inlined into the page by vite.config.ts, so it runs before the program loads.
const { token, user } = readSignIn();
const path = window.location.pathname.replace(/\/$/, '');
if (token) {
  if (!isExpired(token)) document.documentElement.dataset['signedIn'] = '';
  const headers = { Authorization: token };
  const [styles, programs] = [isStyle, isProgram].map((is) => (SCREENS[path] ?? []).filter(is));
  if (user && /^(?:\/dashboard.*)?$/.test(path)) startScreen(user, headers);
  // Safari loads six files at a time, in the order of the requests.
  styles?.forEach(fetchAhead);
  const at = Date.now();
  const response = fetch(`${API_URL}/api/collections/users/auth-refresh`, { method: 'POST', headers });
  // Handled where the program takes over the response.
  response.catch(() => undefined);
  window.headStart = { token, at, response };
  // After the program itself, whose script tag comes next in the page.
  setTimeout(() => programs?.forEach(fetchAhead));
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

/** With an expired token nothing of a screen is shown. */
function isExpired(text: string): boolean {
  try {
    const { exp }: { exp: number } = JSON.parse(
      atob((text.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    );
    return exp * 1000 <= Date.now();
  } catch {
    return true;
  }
}

function startScreen(reader: string, headers: Record<string, string>): void {
  const now = Date.now();
  const start = () => startLists(reader, headers, now);
  // In browsers with Temporal the lists are requested before anything else.
  const lists = isDated(path) && !('Temporal' in globalThis) ? window.temporal.then(start) : start();
  if (!('signedIn' in document.documentElement.dataset)) return;
  window.drawFrame = async () => {
    // Otherwise the closure would keep the lists in memory as long as the page lives.
    delete window.drawFrame;
    const styles = (SCREENS[path] ?? []).filter(isStyle);
    const today = () =>
      Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(readTimeZone(reader)).toPlainDate();
    const drawn = await drawFrame(path, styles, today).catch(() => false);
    if (!drawn || path !== '/dashboard' || isSearched()) return;
    const clients = (await lists)?.lists[CLIENTS]?.items;
    if (clients) drawClients(clients as Client[]);
  };
}

/** The program takes over the lists once it starts, after Temporal has loaded. */
function startLists(reader: string, headers: Record<string, string>, now: number): Promise<Start | null> {
  const texts = firstLists(path, window.location.search, reader, now).map(listText);
  const query = new URLSearchParams(texts.map((text) => ['list', text]));
  const lists = readLists(`${API_URL}/api/start?${query.toString()}`, headers).catch(() => null);
  window.startedLists = { user: reader, texts, at: now, lists };
  return lists;
}

async function readLists(url: string, headers: Record<string, string>): Promise<Start | null> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || response.headers.has('www-authenticate')) return null;
  return response.json();
}

/** A search shows other clients than the first list. */
function isSearched(): boolean {
  return new URLSearchParams(window.location.search).has('q') || Boolean(window.history.state?.q);
}

function isStyle(href: string): boolean {
  return href.endsWith('.css');
}

function isProgram(href: string): boolean {
  return !isStyle(href);
}

function fetchAhead(href: string): void {
  const link = document.createElement('link');
  if (isProgram(href)) link.rel = 'modulepreload';
  else Object.assign(link, { rel: 'preload', as: 'style' });
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}
