import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openTestServer, type TestServer } from '#proofs/support/test-server.ts';
import { putInPlace } from './lib-build.mjs';

const scratch = await mkdtemp(join(tmpdir(), 'kabinet-upgrade-'));
after(() => rm(scratch, { recursive: true, force: true }));
const web = join(scratch, 'web');
const EIGHT_DAYS_AGO = Date.now() / 1000 - 8 * 24 * 3600;

/** Builds a version of the web while a server runs. */
async function build(version: number): Promise<void> {
  const folder = join(scratch, `web-${version}`);
  await mkdir(join(folder, 'assets'), { recursive: true });
  const html = `<script src="/assets/app-${version}.js"></script><div id="root"></div>`;
  const files = {
    'index.html': html,
    'booking.html': html,
    'visit.html': html,
    'first-paint.js': "export const firstPaint = () => '';",
    [`assets/app-${version}.js`]: `${version}`,
    'assets/same-0.js': 'same',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await putInPlace(web, folder, String(version));
}

/** What a server's page names, and which versions' scripts it has. */
async function served({ url }: TestServer): Promise<string> {
  const page = await (await fetch(`${url}/auth`)).text();
  const statuses = await Promise.all(
    [1, 2, 3].map(async (version) => `${version}:${(await fetch(`${url}/assets/app-${version}.js`)).status}`),
  );
  assert.equal(await (await fetch(`${url}/assets/same-0.js`)).text(), 'same');
  return `${/app-\d/.exec(page)?.[0]} ${statuses.join(' ')}`;
}

test('a server of before a build keeps its pages and their assets, the one after it has those of both', async () => {
  await build(1);
  await using before = await openTestServer('sqlite', { webFolder: web });
  await build(2);
  assert.equal(await served(before), 'app-1 1:200 2:200 3:404');
  await using later = await openTestServer('sqlite', { webFolder: web });
  assert.equal(await served(later), 'app-2 1:200 2:200 3:404');

  // Assets that have been built long before count from when they were replaced.
  for (const name of await readdir(join(web, 'assets'))) {
    await utimes(join(web, 'assets', name), EIGHT_DAYS_AGO, EIGHT_DAYS_AGO);
  }
  await build(3);
  assert.equal(await served(later), 'app-2 1:404 2:200 3:200');
  await build(3);
  assert.equal(await served(later), 'app-2 1:404 2:200 3:200');
});

test('what is no asset is of the last build alone', async () => {
  await writeFile(join(web, 'old.html'), 'a page of before');
  await build(3);
  assert.ok(!(await readdir(web)).includes('old.html'));
});
