import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright';
import { launchWebKit } from '#e2e/drivers/webkit.ts';
import { launchFirefox, launchFirefoxWithProfile } from '#e2e/drivers/firefox.ts';

/** `npm run torture -- browsers` runs the journeys in others. */
const ENGINE = process.env['BROWSER'] ?? 'chromium';

export const isChromium = ENGINE === 'chromium';

/** By which name letters call it. */
export const BROWSER_NAME = { firefox: 'Firefox', webkit: 'Safari' }[ENGINE] ?? 'Chrome';

/** The last list that Chromium is given counts: these are Playwright's own that change what a page may do. */
const OF_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** The address bar's suggestions are two pages of their own in every window, and cost more than the page under test. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'];

const OPTIONS = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...OF_PLAYWRIGHT, ...UNSEEN].join(',')}`,
  ],
};

export function launchBrowser(): Promise<Browser> {
  if (ENGINE === 'firefox') return launchFirefox();
  return ENGINE === 'webkit' ? launchWebKit() : chromium.launch(OPTIONS);
}

/** Launches a browser that stores its profile in a folder on disk: a whole one, since the shell writes less of it. */
export function launchWithProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  if (ENGINE === 'firefox') return launchFirefoxWithProfile(folder, options);
  const executablePath = process.env['WHOLE_CHROMIUM_PATH'] ?? OPTIONS.executablePath;
  return chromium.launchPersistentContext(folder, { ...OPTIONS, executablePath, ...options });
}
