/**
 * `npm test`: everything that is known to prove the product works, and one line with the counts at the end.
 * `npm test -- PATTERN …` runs only the test files whose path contains a pattern, without the checks.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { check } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { listTests } from './lib-files.mjs';
import { foreground, projectEnvironment } from './lib-process.mjs';
import { ScriptError, runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

/** @typedef {{ passed: number, failed: number }} Counts */

const SUITES = ['domain', 'server', 'web', 'scripts'];
const JOURNEYS = ['e2e'];
const TEST_TIMEOUT_MS = 5 * 60_000;
const CORES = availableParallelism();

/** @param {string[]} patterns */
async function testAll(patterns) {
  const chosen = (/** @type {string} */ file) => patterns.length === 0 || patterns.some((text) => file.includes(text));
  const suites = (await listTests(SUITES)).filter(chosen);
  const journeys = (await listTests(JOURNEYS)).filter(chosen);

  const results = [
    await step('build', async () => (await buildWeb(), { passed: 0, failed: 0 })),
    patterns.length === 0 ? await step('checks', check) : { passed: 0, failed: 0 },
    await step('suites', () => runTests(suites, { concurrency: CORES })),
    await step('browser journeys', async () =>
      runTests(journeys, {
        concurrency: Math.max(1, Math.floor(CORES / 2)),
        env: journeys.length === 0 ? {} : { CHROMIUM_PATH: await findChromium() },
      }),
    ),
  ];
  const passed = results.reduce((sum, counts) => sum + counts.passed, 0);
  const failed = results.reduce((sum, counts) => sum + counts.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/**
 * One part of the whole; when it cannot even run, that counts as one failure.
 * @param {string} name
 * @param {() => Promise<Counts>} run
 * @returns {Promise<Counts>}
 */
async function step(name, run) {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const counts = await run().catch((error) => {
    console.error(error instanceof ScriptError ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  console.log(
    `   ${counts.passed} passed, ${counts.failed} failed in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  return counts;
}

/**
 * @param {string[]} files
 * @param {{ concurrency: number, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<Counts>}
 */
async function runTests(files, { concurrency, env = {} }) {
  if (files.length === 0) return { passed: 0, failed: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-test-'));
  const counts = join(folder, 'counts.json');
  try {
    const options = [
      `--test-concurrency=${concurrency}`,
      `--test-timeout=${TEST_TIMEOUT_MS}`,
      '--test-reporter=./scripts/lib-reporter.mjs',
    ];
    const code = await foreground('node', ['--test', ...options, ...files], {
      env: projectEnvironment({ ...env, TEST_COUNTS: counts }),
    });
    const result = JSON.parse(await readFile(counts, 'utf8'));
    return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runAsScript(import.meta.url, async () => {
  await setUp();
  return testAll(process.argv.slice(2));
});
