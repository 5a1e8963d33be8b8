import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createServer, type ViteDevServer } from 'vite';

let vite: ViteDevServer;
let cacheDir: string;
let url: string;

before(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'kabinet-vite-'));
  vite = await createServer({
    cacheDir,
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, hmr: false, watch: null, preTransformRequests: false },
  });
  await vite.listen();
  url = vite.resolvedUrls?.local[0] ?? assert.fail('Vite listens nowhere');
});

after(async () => {
  await vite.close();
  await rm(cacheDir, { recursive: true });
});

for (const path of ['', 'dashboard/sessions/new', 'booking/x7YdkQ2ms0aLbR4e', 'visit']) {
  test(`\`npm run dev\` has every file that the page /${path} names`, async () => {
    const page = await fetch(new URL(path, url), { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200);
    // A browser resolves relative addresses against the page's own.
    const files = [...(await page.text()).matchAll(/ (?:src|href)="([^"]+)"/g)].map(
      ([, file = '']) => new URL(file, page.url),
    );
    assert.ok(files.some(({ pathname }) => pathname.endsWith('/main.tsx')));
    assert.ok(files.some(({ pathname }) => pathname.endsWith('.woff2')));
    for (const file of files) {
      const response = await fetch(file, { headers: { accept: '*/*' } });
      assert.equal(response.status, 200, file.href);
      // For a path that it does not know, Vite sends the start page.
      assert.doesNotMatch(response.headers.get('content-type') ?? '', /^text\/html/, file.href);
      await response.arrayBuffer();
    }
  });
}
