import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import { launchBrowser } from '#e2e/browser.ts';
import { Kabinet, type Practitioner } from '#e2e/kabinet.ts';

export type Engine = 'chromium' | 'firefox' | 'webkit';

export interface Demo extends AsyncDisposable {
  kabinet: Kabinet;
  elena: Practitioner;
  browser: Browser;
}

/** Starts the demo and a browser with this engine. */
export async function demoIn(engine: Engine): Promise<Demo> {
  process.env['BROWSER'] = engine;
  const kabinet = await Kabinet.start('demo/demo.ts');
  const elena = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  const browser = await launchBrowser();
  const close = async (): Promise<void> => {
    await browser.close();
    await kabinet.stop();
    delete process.env['BROWSER'];
  };
  return { kabinet, elena, browser, [Symbol.asyncDispose]: close };
}

/** What a person's browser in Moscow is like. */
export function ways(baseURL: string, viewport: { width: number; height: number }): BrowserContextOptions {
  return { baseURL, viewport, locale: 'ru-RU', timezoneId: 'Europe/Moscow', reducedMotion: 'reduce' };
}

/** Signs in with the first page of a browser. */
export async function signedIn(context: BrowserContext, stored: string): Promise<BrowserContext> {
  await context.addInitScript((value) => {
    if (location.protocol === 'http:' && !localStorage.getItem('pocketbase_auth'))
      localStorage.setItem('pocketbase_auth', value);
  }, stored);
  return context;
}
