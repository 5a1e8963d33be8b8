import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const OPENS_DATA = /\b(?:openTestServer|startRecordApp|openTestDatabase|createTestData)\(/;
const NAMES_ENGINES = /\b(?:forEachEngine|onEngine|onServer(?:With)?|onEmptiedServer)\(/;

/** Files whose tests open data and run on SQLite alone. */
const ONE_ENGINE: Record<string, string> = {
  'server/accounts/passwords/password.test.ts': 'the cost of a hash, whatever keeps it',
  'server/accounts/deletion/eraser-crash.long.test.ts':
    'kill -9 of the only eraser; a piece is one transaction on either engine',
  'server/ground/process/log.test.ts': 'what the log says of requests, before any of them reaches data',
  'server/accounts/keys/strict-crash.test.ts':
    'kill -9 of the only process; each step is one transaction on both engines',
  'server/ground/mail/mailbox.test.ts': 'pages over a folder of letters',
  'server/ground/mail/outbox-crash.test.ts':
    'kill -9 of the only sender; of several nodes it is done in the torture suite',
  'server/operation/operator/mail-encryption.test.ts':
    'how mail servers are greeted and trusted, whatever keeps the letters',
  'server/operation/pages/headers.test.ts': 'headers of answers, whatever is in them',
  'server/ground/http/bodies.test.ts': 'how bodies are read, before any of them reaches data',
  'server/records/realtime/hub.test.ts': 'places of streams, which stand in memory',
  'proofs/files-entered.test.ts': 'the files that a call enters, of which the engines’ own are a handful',
  'proofs/threats/stopping.test.ts': 'how connections end, whatever is read by them',
};

test('API-05 the same tests run on both engines, and where not it is said why', async () => {
  const found: string[] = [];
  for await (const file of glob('{server,proofs}/**/*.test.ts', { cwd: ROOT })) {
    const source = await readFile(join(ROOT, file), 'utf8');
    if (OPENS_DATA.test(source) && !NAMES_ENGINES.test(source)) found.push(file);
    // Some tests need root, under which the full run happens.
    assert.doesNotMatch(source, /\b(?:test|describe)\.(?:skip|todo)\(|\bskip: (?!IS_ROOT )/, `${file} skips a test`);
  }
  assert.deepEqual(found.toSorted(), Object.keys(ONE_ENGINE).toSorted());
});
