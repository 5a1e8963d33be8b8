import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright';
import { launchWebKit, launchWebKitWithProfile } from '#e2e/drivers/webkit.ts';
import { launchFirefox, launchFirefoxWithProfile } from '#e2e/drivers/firefox.ts';

type Engine = 'chromium' | 'firefox' | 'webkit';

/** The engine that journeys run in; `npm run torture -- browsers` chooses others than Chromium by BROWSER. */
export function engine(): Engine {
  const wanted = process.env['BROWSER'] ?? 'chromium';
  if (wanted === 'chromium' || wanted === 'firefox' || wanted === 'webkit') return wanted;
  throw new Error(`no such engine: ${wanted}`);
}

/** Ends a step that an engine's driver cannot take, under the name that the run's table counts it by. */
export function beyond(other: Exclude<Engine, 'chromium'>, what: string): void {
  if (engine() === other) throw new Error(`the driver cannot: ${what}`);
}

/** Returns by which name letters call it. */
export function browserName(): string {
  return { chromium: 'Chrome', firefox: 'Firefox', webkit: 'Safari' }[engine()];
}

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
  return { chromium: () => chromium.launch(OPTIONS), firefox: () => launchFirefox(), webkit: launchWebKit }[engine()]();
}

/** Launches a Chromium with switches of its own. */
export function launchChromium(switches: readonly string[]): Promise<Browser> {
  return chromium.launch({ ...OPTIONS, args: [...OPTIONS.args, ...switches] });
}

/** Launches a browser that stores its profile in a folder on disk: a whole one, since the shell writes less of it. */
export function launchWithProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  if (engine() === 'firefox') return launchFirefoxWithProfile(folder, options);
  if (engine() === 'webkit') return launchWebKitWithProfile(folder, options);
  const executablePath = process.env['WHOLE_CHROMIUM_PATH'] ?? OPTIONS.executablePath;
  return chromium.launchPersistentContext(folder, { ...OPTIONS, executablePath, ...options });
}
