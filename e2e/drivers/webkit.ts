import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { launchBidi, launchBidiWithProfile, type Session } from '#e2e/drivers/bidi.ts';

/** Debian's WebKitGTK, which shares Safari's engine, on the display that DISPLAY names. */
const OPTIONS = {
  channel: 'moz-firefox',
  executablePath: join(import.meta.dirname, 'webkit', 'bidi-server.ts'),
};

export function launchWebKit(): Promise<Browser> {
  return launchBidi(OPTIONS, { setMedia });
}

export function launchWebKitWithProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  return launchBidiWithProfile(folder, { ...OPTIONS, ...options }, { setMedia });
}

/**
 * The driver cannot set media features, so the media queries in the page's style sheets are changed as if they were
 * set.
 */
async function setMedia(
  session: Session,
  { media, colorScheme, forcedColors }: Record<string, unknown>,
): Promise<void> {
  if ((colorScheme ?? 'light') !== 'light') throw new Error(`the driver cannot: colour scheme ${String(colorScheme)}`);
  const wanted = [media === 'print', forcedColors === 'active'];
  const result = await session.send('script.callFunction', {
    functionDeclaration: changeSheets.toString(),
    target: { context: session.sessionId },
    arguments: wanted.map((value) => ({ type: 'boolean', value })),
    awaitPromise: false,
  });
  if (Reflect.get(Object(result), 'type') !== 'success') throw new Error(`no media set: ${JSON.stringify(result)}`);
}

/**
 * Runs in the page: replaces every media condition for print and forced colours by one that always or never matches.
 */
function changeSheets(isPrint: boolean, isForced: boolean): void {
  const before: { written: WeakMap<MediaList, string>; wasPrint: boolean } | undefined = Reflect.get(
    globalThis,
    '__media',
  );
  const { written, wasPrint } = before ?? { written: new WeakMap(), wasPrint: false };
  Object.defineProperty(globalThis, '__media', { value: { written, wasPrint: isPrint }, configurable: true });
  const [always, never] = ['(min-width: 0px)', '(max-width: 0px)'];
  const change = (query: string): string => {
    if (/\bscreen\b/.test(query) && isPrint) return never;
    return query
      .replace(/\bprint\b/, isPrint ? 'all' : 'print')
      .replace('(forced-colors: active)', isForced ? always : never);
  };
  const visit = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) {
        const text = written.get(rule.media) ?? rule.media.mediaText;
        written.set(rule.media, text);
        const changed = text.split(',').map(change).join();
        if (rule.media.mediaText !== changed) rule.media.mediaText = changed;
      }
      if ('cssRules' in rule) visit(rule.cssRules as CSSRuleList);
    }
  };
  for (const sheet of document.styleSheets) visit(sheet.cssRules);
  if (isPrint !== wasPrint) dispatchEvent(new Event(isPrint ? 'beforeprint' : 'afterprint'));
}
