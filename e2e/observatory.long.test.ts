import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Kabinet, type Practitioner } from '#e2e/kabinet.ts';

/** A loopback port has no TLS, which a proxy in front provides: those headers are tested with the others. */
const OF_TRANSPORT = ['redirection', 'strict-transport-security'];

const SET_UP = join(import.meta.dirname, '../scripts/setup.mjs');
const PACKAGE = join(import.meta.dirname, 'observatory/node_modules/@mdn/mdn-http-observatory');

/** Types for the used part of the package, which has none. `site` is a host, with an optional port and path. */
type Scan = (site: string) => Promise<{
  scan: { statusCode: number };
  tests: Record<string, { pass: boolean; result: string }>;
}>;

let scan: Scan;
let kabinet: Kabinet;
let elena: Practitioner;
before(async () => {
  await promisify(execFile)(process.execPath, [SET_UP, 'e2e/observatory']);
  await forgetPreloadList();
  ({ scan } = await import(pathToFileURL(join(PACKAGE, 'src/index.js')).href));
  kabinet = await Kabinet.start();
  elena = await kabinet.practitioner('observatory@kabinet.example');
});
after(() => kabinet.stop());

test('the HTTP Observatory finds nothing on the pages and on an answer of the API', async () => {
  const { host } = new URL(kabinet.url);
  const found: string[] = [];
  for (const path of [new URL(elena.link).pathname, '/auth', '/dashboard', '/api/health']) {
    const { scan: summary, tests } = await scan(`${host}${path}`);
    assert.equal(summary.statusCode, 200);
    assert.equal(Object.keys(tests).length, 10, Object.keys(tests).join(' '));
    for (const [name, { pass, result }] of Object.entries(tests)) {
      if (!pass && !OF_TRANSPORT.includes(name)) found.push(`${path}: ${name}: ${result}`);
    }
  }
  assert.deepEqual(found, []);
});

/** The scanner's install script, which does not run here, downloads its HSTS preload list. */
async function forgetPreloadList(): Promise<void> {
  const folder = join(PACKAGE, 'conf');
  const file = join(folder, 'hsts-preload.json');
  await mkdir(folder, { recursive: true });
  await access(file).catch(() => writeFile(file, '{}'));
}
