import { followLeaving } from '#web/ground/browser/leaving.ts';
import { hasJustReloaded, noteReload } from '#web/ground/browser/storage.ts';
import { readColorScheme } from '#web/ground/browser/stored-scheme.ts';

/** Put in by vite.config.ts: the address of the program that gives a browser `Temporal`. */
declare const TEMPORAL: string;

/** Behind the page's files, in milliseconds. */
const FONTS_AT_LATEST = 3000;

/** In pixels: what is lower is a bar of the browser. */
const LOWEST_KEYBOARD = 120;

/** The desk of each scheme (web/ui/base/tokens.css), in which phones paint their bar above the page. */
const DESKS = { light: '#F4F4EF', dark: '#121513' } as const;

declare global {
  interface Window {
    /** Resolves once the browser has `Temporal`. */
    temporal: Promise<unknown>;
    /** The program calls it when all its files have come: from then on it says itself what is missing. */
    begin: () => Promise<unknown>;
  }
}

// Stands in the head of every page, see vite.config.ts: what cannot wait for the program, and what is said without one.
const { documentElement: html } = document;
const chosen = readColorScheme();
const dark = chosen === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
new MutationObserver(paintBar).observe(html, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
// Before the first paint, so that an evening room is never lit by a white flash.
html.dataset['mantineColorScheme'] = dark ? 'dark' : 'light';

globalThis.stays = followLeaving();
for (const event of ['resize', 'scroll']) window.visualViewport?.addEventListener(event, liftFeet);

window.addEventListener('error', onFailure, true);
// Behind the styles that the page asks for next: the first picture needs no day.
window.temporal =
  'Temporal' in globalThis
    ? Promise.resolve()
    : new Promise((resolve) => setTimeout(resolve)).then(() => import(/* @vite-ignore */ TEMPORAL)).catch(missTemporal);
window.begin = () => {
  window.removeEventListener('error', onFailure, true);
  return window.temporal;
};

// WebKit paints nothing while fonts of the page are on their way: they begin to count behind the first picture.
new PerformanceObserver((list) => {
  if (list.getEntriesByName('first-contentful-paint').length > 0) useFonts();
}).observe({ type: 'paint', buffered: true });
// Browsers that resist fingerprinting report no picture.
window.addEventListener('load', () => setTimeout(useFonts, FONTS_AT_LATEST));

function useFonts(): void {
  document.querySelector('style[media="not all"]')?.removeAttribute('media');
}

/** The device's scheme is no longer the page's where another one was chosen. */
function paintBar(): void {
  const desk = DESKS[html.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light'];
  for (const bar of document.querySelectorAll('meta[name="theme-color"]')) bar.setAttribute('content', desk);
}

/** Safari lays its keyboard over the page, and over the buttons at its foot; other browsers make the page shorter. */
function liftFeet(): void {
  const { height = 0, offsetTop = 0, scale = 1 } = window.visualViewport ?? {};
  const covered = html.clientHeight - offsetTop - height;
  const isKeyboard = scale === 1 && covered >= LOWEST_KEYBOARD;
  html.style.setProperty('--k-keyboard', isKeyboard ? `${covered}px` : '0px');
}

/** A program or a style of the page itself has not come. */
function onFailure({ target }: Event): void {
  const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
  const file = isStyle ? target.href : target instanceof HTMLScriptElement && target.src;
  // Extensions of a browser put in their own.
  if (file && file.startsWith(window.location.origin)) void miss(file);
}

/** Nothing that needs `Temporal` goes on without it. */
function missTemporal(): Promise<never> {
  void miss(TEMPORAL);
  return new Promise(() => undefined);
}

/** Asks for a file once more, by a reload where it is served; says so where it stays away. */
async function miss(file: string): Promise<void> {
  window.removeEventListener('error', onFailure, true);
  await globalThis.stays?.();
  // A reload without a server would show only the browser's own error page.
  const served = !hasJustReloaded() && (await fetch(file).catch(() => null));
  if (served && noteReload()) window.location.reload();
  else say();
}

/** Without the styles of the page, which may be what is missing. */
function say(): void {
  if (!document.body) {
    document.addEventListener('DOMContentLoaded', say);
    return;
  }
  const place = document.createElement('div');
  place.setAttribute('role', 'alert');
  place.style.cssText = `color-scheme:${dark ? 'dark' : 'light'};position:fixed;z-index:9;inset:0 0 auto;padding:24px;background:Canvas;color:CanvasText;font:17px/1.5 system-ui,sans-serif;text-align:center`;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Обновить страницу';
  button.style.cssText =
    'display:block;min-height:44px;margin:12px auto 0;padding:0 20px;border:1px solid;border-radius:10px;font:inherit';
  button.addEventListener('click', () => window.location.reload());
  place.append('Страница загрузилась не\u00A0полностью. Проверьте соединение.', button);
  document.body.prepend(place);
}
