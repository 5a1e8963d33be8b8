import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { testEnvironment } from './lib-process.mjs';
import { ROOT, inProject } from './lib-project.mjs';
import { gaps, provenClaims, readIds, writtenClaims } from './lib-requirements.mjs';
import { summary } from './lib-report.ts';
import { runFiles } from './run-files.ts';
import { pauseBeforeTests } from './past-midnight.mjs';

let folder: string;
before(async () => {
  await mkdir(inProject('.cache'), { recursive: true });
  folder = await mkdtemp(inProject('.cache', 'planted-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a planted test file as `npm test` runs its files; `body` stands behind the imports. */
async function runPlanted(name: string, body: string) {
  const file = join(folder, `${name}.test.ts`);
  await writeFile(
    file,
    `import assert from 'node:assert/strict';\nimport { describe, test } from 'node:test';\n${body}`,
  );
  const env = await testEnvironment({
    NODE_TEST_CONTEXT: undefined,
    TEST_END_WITHIN_MS: '500',
    TEST_TIMEOUT_MS: '3000',
  });
  const printed = mock.method(process.stdout, 'write', () => true);
  try {
    const results = await runFiles([relative(ROOT, file)], env, 1);
    return { results, output: printed.mock.calls.map((call) => String(call.arguments[0])).join('') };
  } finally {
    printed.mock.restore();
  }
}

test('a file whose tests all pass is green, and its counts are the closing line', async () => {
  const body = `
    for (const engine of ['sqlite', 'postgres']) describe(engine, () => test('keeps', () => {}));
    test('around', async (t) => {
      await t.test('inside', () => {});
      await t.test('left out', { skip: true }, () => {});
    });`;
  const { output, results } = await runPlanted('green', body);
  assert.deepEqual(results.problems, []);
  assert.match(output, /skipped: .*left out/);
  assert.equal(summary(results), '3 passed, 0 failed, 1 skipped');
});

const FAULTS: Record<string, [body: string, told: RegExp]> = {
  'an assertion that fails after its test': [
    `test('passes', () => { setTimeout(() => assert.equal(1, 2), 50); });`,
    /after the test ended.*1 !== 2/s,
  ],
  'a promise that is rejected after its test': [
    `test('passes', () => { void (async () => { await new Promise((wake) => setTimeout(wake, 50)); assert.fail('late'); })(); });`,
    /after the test ended.*late/s,
  ],
  'an error thrown beside a test that passes': [
    `test('passes', async () => { setTimeout(() => { throw new Error('thrown beside'); }, 10); await new Promise((wake) => setTimeout(wake, 50)); });`,
    /thrown beside/,
  ],
  'an error that has a cause': [
    `test('fails', () => { throw new Error('outside', { cause: new Error('inside') }); });`,
    /outside.*because of.*inside/s,
  ],
  'an exit within a test': [
    `test('passes', () => {}); test('exits', async () => { await new Promise((wake) => setTimeout(wake, 50)); process.exit(0); }); test('never', () => assert.fail());`,
    /it ended before its tests did/,
  ],
  'an exit before its tests': [`test('passes', () => {}); process.exit(0);`, /it ended before its tests did/],
  'a test that never ends': [
    `test('around', (t) => t.test('waits', () => new Promise(() => setInterval(() => {}, 1000))));`,
    /around\n.*timed out after 3000ms|waits\n.*did not finish/s,
  ],
  'a process that goes on after its tests': [
    `test('passes', () => { setInterval(() => {}, 1000); });`,
    /Still alive after the tests: .*Timeout/,
  ],
  'a file without tests': [`describe('empty', () => {});`, /no test of it ran/],
};

for (const [fault, [body, told]] of Object.entries(FAULTS)) {
  test(`a run with ${fault} fails`, async () => {
    const { output, results } = await runPlanted(fault.replaceAll(' ', '-'), body);
    assert.match(output, told);
    assert.notDeepEqual(results.problems, []);
  });
}

test('a requirement whose only test is skipped is not proven', async () => {
  const body = `test('API-01 ran', () => {}); test.skip('API-02 skipped', () => {}); test('API-03 to do', { todo: true }, () => {});`;
  const { results } = await runPlanted('skipped', body);
  assert.deepEqual(results.problems, []);
  assert.deepEqual(gaps(['API-01', 'API-02', 'API-03'], provenClaims(results.tests)), [
    'No test proves API-02',
    'No test proves API-03',
  ]);
});

test('a new requirement without a test is found, whatever its group', async () => {
  const [ids, claims] = [await readIds(), await writtenClaims()];
  assert.deepEqual(gaps(ids, claims), []);
  assert.deepEqual(gaps([...ids, 'API-99', 'PUBLIC-98'], claims), [
    'No test proves API-99',
    'No test proves PUBLIC-98',
  ]);
});

test('a file that would run across midnight in Moscow or UTC starts after it', () => {
  const pause = (time: string) => pauseBeforeTests(Date.parse(`2026-11-23T${time}Z`)) / 1000;
  assert.deepEqual(['20:57:00', '20:58:00', '21:00:00', '23:59:30'].map(pause), [0, 122, 0, 32]);
});
