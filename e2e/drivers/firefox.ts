import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions } from 'playwright';
import { launchBidi, launchBidiWithProfile, type Session } from '#e2e/drivers/bidi.ts';

/** Debian's Firefox, by Playwright's own client of WebDriver BiDi. */
const OPTIONS = {
  channel: 'moz-firefox',
  executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
  // For `setMedia`.
  args: ['--remote-allow-system-access'],
  firefoxUserPrefs: {
    'ui.prefersReducedMotion': 1,
    'ui.useOverlayScrollbars': 1,
    // A screen reader finds the page where there is one.
    'accessibility.force_disabled': -1,
    // Firefox 153 crashes where a script of Playwright reads `ariaLabelledByElements`.
    'accessibility.ARIAElementReflection.enabled': false,
    // The list of downloads would take the focus from the page.
    'browser.download.alwaysOpenPanel': false,
    // A page may read the clipboard without a question, as in Chromium by a permission that BiDi does not know.
    'dom.events.testing.asyncClipboard': true,
  },
};

export function launchFirefox(others: LaunchOptions = {}): Promise<Browser> {
  return launchBidi({ ...OPTIONS, ...others }, { setMedia });
}

export function launchFirefoxWithProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  return launchBidiWithProfile(folder, { ...OPTIONS, ...options }, { setMedia });
}

/** Firefox ESR does not know BiDi's command for media features yet: a script with the browser's own rights sets them. */
async function setMedia(session: Session, media: Record<string, unknown>): Promise<void> {
  const tree = await session.send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
  const [{ context }] = Reflect.get(Object(tree), 'contexts');
  const settings = {
    mediumOverride: media['media'] ?? '',
    prefersColorSchemeOverride: media['colorScheme'] ?? 'light',
    forcedColorsOverride: media['forcedColors'] ?? 'none',
  };
  const expression = `(() => {
    const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
    Object.assign(NavigableManager.getBrowsingContextById('${session.sessionId}').top, ${JSON.stringify(settings)});
  })()`;
  const result = await session.send('script.evaluate', { expression, target: { context }, awaitPromise: false });
  if (Reflect.get(Object(result), 'type') !== 'success') throw new Error(`no media set: ${JSON.stringify(result)}`);
}
