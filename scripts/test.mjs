/**
 * `npm test`: everything that is known to prove the product works, and one line with the counts at the end.
 * `npm test -- PATTERN …` runs only the test files whose path contains a pattern, without the checks.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { check } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { listTests } from './lib-files.mjs';
import { foreground, testEnvironment } from './lib-process.mjs';
import { ScriptError, describeFailure, runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

/** @typedef {{ passed: number, failed: number }} Counts */

const SUITES = ['domain', 'server', 'proofs', 'web', 'scripts'];
const JOURNEYS = ['e2e'];
/** Run once more with two nodes behind every address; `npm run torture -- nodes-suite` runs all of them so. */
const ON_TWO_NODES = [
  'server/accounts/sign-in-streams.test.ts',
  'proofs/threats/races.test.ts',
  'server/records/realtime/realtime.test.ts',
];
const NOTHING = { passed: 0, failed: 0 };
const TEST_TIMEOUT_MS = 5 * 60_000;
const CORES = availableParallelism();
/** One more than there are cores: a suite waits for a disk or a clock for a third of its time, a browser hardly ever. */
const SUITES_AT_ONCE = CORES + 1;

/** @param {string[]} patterns */
async function testAll(patterns) {
  const chosen = (/** @type {string} */ file) => patterns.length === 0 || patterns.some((text) => file.includes(text));
  const suites = (await listTests(SUITES)).filter(chosen);
  const journeys = (await listTests(JOURNEYS)).filter(chosen);

  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (interrupted = true));

  const total = { ...NOTHING };
  /** @type {[name: string, run: () => Promise<Counts>][]} */
  const steps = [
    ['build', () => buildAll().then(() => NOTHING)],
    ['checks', async () => (patterns.length === 0 ? check() : NOTHING)],
    ['suites', () => runSuites(suites)],
    [
      'suites on two nodes',
      () =>
        runSuites(
          suites.filter((file) => ON_TWO_NODES.includes(file)),
          { TEST_ENGINE: 'nodes' },
        ),
    ],
    ['browser journeys', () => runJourneys(journeys)],
  ];
  for (const [name, run] of steps) {
    const { passed, failed } = await runStep(name, run);
    if (interrupted) return 130;
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/**
 * One part of the whole; when it cannot even run, that counts as one failure.
 * @param {string} name
 * @param {() => Promise<Counts>} run
 * @returns {Promise<Counts>}
 */
async function runStep(name, run) {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const counts = await run().catch((error) => {
    console.error(describeFailure(error));
    return { passed: 0, failed: 1 };
  });
  console.log(
    `   ${counts.passed} passed, ${counts.failed} failed in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  return counts;
}

/**
 * All test files share one PostgreSQL. Where none starts, the tests that need one say so themselves and the others count.
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} env
 */
async function runSuites(files, env = {}) {
  if (files.length === 0) return NOTHING;
  const withPostgres = ['proofs/support/with-postgres.ts', '--', 'node'];
  return (
    (await runTests(files, SUITES_AT_ONCE, { before: withPostgres, env })) ??
    (await runTests(files, SUITES_AT_ONCE, { env })) ??
    noCounts()
  );
}

/** @param {string[]} files */
async function runJourneys(files) {
  if (files.length === 0) return NOTHING;
  const env = { CHROMIUM_PATH: await findChromium() };
  return (await runTests(files, CORES, { env })) ?? noCounts();
}

/** @returns {never} */
function noCounts() {
  throw new ScriptError('The tests did not run to their end.');
}

/**
 * @param {string[]} files
 * @param {number} concurrency
 * @param {{ before?: string[], env?: NodeJS.ProcessEnv }} options `before` stands in front of node's own arguments
 * @returns {Promise<Counts | null>} null when they did not run to their end
 */
async function runTests(files, concurrency, { before = [], env = {} } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-test-'));
  const counts = join(folder, 'counts.json');
  const options = [
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${TEST_TIMEOUT_MS}`,
    '--test-force-exit',
    '--test-reporter=./scripts/lib-reporter.mjs',
  ];
  try {
    await foreground('node', [...before, '--test', ...options, ...files], {
      env: await testEnvironment({ ...env, TEST_COUNTS: counts }),
    });
    return JSON.parse(await readFile(counts, 'utf8').catch(() => 'null'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runAsScript(import.meta.url, async () => {
  await setUp();
  return testAll(process.argv.slice(2));
});
