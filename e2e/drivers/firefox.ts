import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions } from 'playwright';
import { launchBidi, launchBidiWithProfile, type Session } from '#e2e/drivers/bidi.ts';

/** Debian's Firefox, driven by Playwright's own WebDriver BiDi client. */
const OPTIONS = {
  channel: 'moz-firefox',
  executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
  // For `setMedia`.
  args: ['--remote-allow-system-access'],
  firefoxUserPrefs: {
    'ui.prefersReducedMotion': 1,
    'ui.useOverlayScrollbars': 1,
    // Lets a screen reader, where one runs, read the page.
    'accessibility.force_disabled': -1,
    // Firefox 153 crashes when one of Playwright's scripts reads `ariaLabelledByElements`.
    'accessibility.ARIAElementReflection.enabled': false,
    // The downloads panel would take the focus from the page.
    'browser.download.alwaysOpenPanel': false,
    // Lets a page read the clipboard without a prompt; Chromium has a permission for this, BiDi has none.
    'dom.events.testing.asyncClipboard': true,
  },
};

export function launchFirefox(others: LaunchOptions = {}): Promise<Browser> {
  return launchBidi({ ...OPTIONS, ...others }, { setMedia });
}

export function launchFirefoxWithProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  return launchBidiWithProfile(folder, { ...OPTIONS, ...options }, { setMedia });
}

/** Firefox ESR does not support BiDi's command for media features yet: a script with chrome privileges sets them. */
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
