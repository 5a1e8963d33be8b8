import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that looks like the built web, for routes that need it. The caller removes it. */
export async function makeWebFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-web-'));
  await Promise.all(['assets', 'icons'].map((name) => mkdir(join(folder, name))));
  const html = '<title>Кабинет</title><!--page-data--><script nonce="__CSP_NONCE__"></script>';
  await Promise.all([
    writeFile(join(folder, 'index.html'), html),
    writeFile(join(folder, 'booking.html'), html),
    writeFile(join(folder, 'visit.html'), html),
    writeFile(join(folder, 'first-paint.js'), "export const firstPaint = () => '';"),
    writeFile(join(folder, 'favicon.ico'), ''),
    writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    writeFile(join(folder, 'manifest.webmanifest'), '{}'),
    writeFile(join(folder, 'icons/192.png'), ''),
    writeFile(join(folder, 'assets/app.js'), 'export {};'),
  ]);
  return folder;
}
