import assert from 'node:assert/strict';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { scan } from '@mdn/mdn-http-observatory';
import { Kabinet, type Practitioner } from '#e2e/kabinet.ts';

/** A loopback port speaks no TLS, which a proxy in front does: what is said behind it is proven with the other headers. */
const OF_TRANSPORT = ['redirection', 'strict-transport-security'];

let kabinet: Kabinet;
let elena: Practitioner;
before(async () => {
  await forgetPreloadList();
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

/** The scanner's list of domains that browsers know to speak TLS is downloaded by its install script, which does not run here. */
async function forgetPreloadList(): Promise<void> {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@mdn/mdn-http-observatory'))), '../conf');
  const file = join(folder, 'hsts-preload.json');
  await mkdir(folder, { recursive: true });
  await access(file).catch(() => writeFile(file, '{}'));
}
