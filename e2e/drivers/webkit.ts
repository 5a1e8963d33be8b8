import { join } from 'node:path';
import { type Browser, firefox } from 'playwright';
import { mendBidi, withoutPermissions } from '#e2e/drivers/bidi.ts';

/** Debian's WebKitGTK, the engine of Safari, on the display that DISPLAY names. */
export async function launchWebKit(): Promise<Browser> {
  const executablePath = join(import.meta.dirname, 'webkit', 'bidi-server.ts');
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath });
  return withoutPermissions(mendBidi(browser, { setMedia }));
}

/** The window has what its person's context began with, and no other. */
async function setMedia(_: unknown, { media, colorScheme, forcedColors }: Record<string, unknown>): Promise<void> {
  if ((media ?? null) !== null) throw new Error(`the driver cannot: media ${String(media)}`);
  if ((colorScheme ?? 'light') !== 'light') throw new Error(`the driver cannot: colour scheme ${String(colorScheme)}`);
  if ((forcedColors ?? 'none') !== 'none') throw new Error('the driver cannot: forced colours');
}
