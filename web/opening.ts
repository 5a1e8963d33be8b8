import { followLeaving } from '#web/ground/browser/leaving.ts';
import { hasJustReloaded, noteReload } from '#web/ground/browser/storage.ts';
import { readColorScheme } from '#web/ground/browser/stored-scheme.ts';

/** Injected by vite.config.ts: the address of the polyfill for `Temporal`. */
declare const TEMPORAL: string;

/** How long after the page's load event the fonts are used at the latest, in milliseconds. */
const FONTS_AT_LATEST = 3000;

/** In pixels: anything lower is a toolbar of the browser. */
const LOWEST_KEYBOARD = 120;

/** The page background of each colour scheme (web/ui/base/tokens.css), in which phones paint the bar above the page. */
const DESKS = { light: '#F4F4EF', dark: '#121513' } as const;

declare global {
  interface Window {
    /** Resolves once the browser has `Temporal`. */
    temporal: Promise<unknown>;
    /** The program calls it once all its files have loaded: from then on it reports missing parts itself. */
    begin: () => Promise<unknown>;
  }
}

// Inlined into the head of every page by vite.config.ts: what cannot wait for the program, and the message for when it
// does not load.
const { documentElement: html } = document;
const chosen = readColorScheme();
const dark = chosen === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
new MutationObserver(paintBar).observe(html, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
// Before the first paint, so that a dark theme never starts with a white flash.
html.dataset['mantineColorScheme'] = dark ? 'dark' : 'light';

globalThis.stays = followLeaving();
for (const event of ['resize', 'scroll']) window.visualViewport?.addEventListener(event, liftFeet);

window.addEventListener('error', onFailure, true);
// After the styles that the page requests next: the first paint needs no dates.
window.temporal =
  'Temporal' in globalThis
    ? Promise.resolve()
    : new Promise((resolve) => setTimeout(resolve)).then(() => import(/* @vite-ignore */ TEMPORAL)).catch(missTemporal);
window.begin = () => {
  window.removeEventListener('error', onFailure, true);
  return window.temporal;
};

// WebKit paints nothing while fonts of the page are loading, so they are used only after the first paint.
new PerformanceObserver((list) => {
  if (list.getEntriesByName('first-contentful-paint').length > 0) useFonts();
}).observe({ type: 'paint', buffered: true });
// Browsers that resist fingerprinting report no paint.
window.addEventListener('load', () => setTimeout(useFonts, FONTS_AT_LATEST));

function useFonts(): void {
  document.querySelector('style[media="not all"]')?.removeAttribute('media');
}

/** The bar follows the chosen scheme, which can differ from the device's. */
function paintBar(): void {
  const desk = DESKS[html.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light'];
  for (const bar of document.querySelectorAll('meta[name="theme-color"]')) bar.setAttribute('content', desk);
}

/** Safari's keyboard covers the page and the buttons at its bottom; other browsers shrink the page instead. */
function liftFeet(): void {
  const { height = 0, offsetTop = 0, scale = 1 } = window.visualViewport ?? {};
  const covered = html.clientHeight - offsetTop - height;
  const isKeyboard = scale === 1 && covered >= LOWEST_KEYBOARD;
  html.style.setProperty('--k-keyboard', isKeyboard ? `${covered}px` : '0px');
}

/** Handles a script or a style sheet of the page that failed to load. */
function onFailure({ target }: Event): void {
  const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
  const file = isStyle ? target.href : target instanceof HTMLScriptElement && target.src;
  // Browser extensions add files of their own.
  if (file && file.startsWith(window.location.origin)) void miss(file);
}

/** Never resolves, because nothing that needs `Temporal` can continue without it. */
function missTemporal(): Promise<never> {
  void miss(TEMPORAL);
  return new Promise(() => undefined);
}

/** Requests the file again and reloads the page if the server has it; otherwise shows a message. */
async function miss(file: string): Promise<void> {
  window.removeEventListener('error', onFailure, true);
  await globalThis.stays?.();
  // Without a server a reload would show only the browser's own error page.
  const served = !hasJustReloaded() && (await fetch(file).catch(() => null));
  if (served && noteReload()) window.location.reload();
  else say();
}

/** Uses no style sheet of the page, because that can be the file that is missing. */
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
