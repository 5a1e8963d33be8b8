import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { launchBidi, launchBidiWithProfile } from '#e2e/drivers/bidi.ts';

/** Debian's WebKitGTK, the engine of Safari, on the display that DISPLAY names. */
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

/** The window has what its person's context began with, and no other. */
async function setMedia(_: unknown, { media, colorScheme, forcedColors }: Record<string, unknown>): Promise<void> {
  if ((media ?? null) !== null) throw new Error(`the driver cannot: media ${String(media)}`);
  if ((colorScheme ?? 'light') !== 'light') throw new Error(`the driver cannot: colour scheme ${String(colorScheme)}`);
  if ((forcedColors ?? 'none') !== 'none') throw new Error('the driver cannot: forced colours');
}
