/**
 * `npm test`: what proves the product works, and one line with the counts at the end. Files named `*.long.test.ts` are
 * left out: `npm run torture -- long-tests` runs them.
 * `npm test -- PATTERN …` runs only the test files whose path contains a pattern, without checks and requirements.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { check } from './check.mjs';
import { findChromium, findHeadless } from './chromium.mjs';
import { listTests } from './lib-files.mjs';
import { foreground, testEnvironment } from './lib-process.mjs';
import { describeFailure, runAsScript } from './lib-project.mjs';
import { printGaps, provenClaims, readIds } from './lib-requirements.mjs';
import { keepTests, readResults, summary } from './lib-results.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { setUp } from './setup.mjs';

/** @typedef {import('./lib-report.ts').Results} Results */

const JOURNEYS = ['e2e'];
const SUITES = ['domain', 'server', 'demo', 'proofs', 'web', 'scripts'];
/** The same promise at more sizes, in more places or under more faults than its short form. */
const LONG = /\.long\.test\.ts$/;
/** Run once more with two nodes behind every address; `npm run torture -- nodes-suite` runs all of them so. */
const ON_TWO_NODES = [
  'server/accounts/sign-ins/sign-in-streams.test.ts',
  'proofs/threats/races.test.ts',
  'server/records/realtime/realtime.test.ts',
  'server/records/realtime/stream-ends.test.ts',
];
/** One more than there are cores: tests wait for a disk, a clock or another process now and then. */
const AT_ONCE = availableParallelism() + 1;

/** @param {string[]} patterns */
async function testAll(patterns) {
  const chosen = (/** @type {string} */ file) =>
    patterns.length === 0 ? !LONG.test(file) : patterns.some((text) => file.includes(text));
  // Journeys take longest: started last, they would leave cores idle at the end.
  const files = [...(await listTests(JOURNEYS)), ...(await listTests(SUITES))].filter(chosen);
  await buildAll();
  if (patterns.length > 0) return closing(await runTests(files), 0);

  const checks = await check();
  const results = await runTests(files);
  await keepTests(results.tests);
  return closing(results, checks.failed + printGaps(await readIds(), provenClaims(results.tests)));
}

/**
 * @param {Results} results
 * @param {number} otherFailures of what is no test
 */
function closing(results, otherFailures) {
  // Once more: what failed early stands hundreds of lines above, or beyond what a CI keeps of its log.
  for (const problem of results.problems) console.log(`✗ ${problem}`);
  console.log(`\n${summary(results)}, in ${(performance.now() / 1000).toFixed(0)} s`);
  return results.tests.length > 0 && results.problems.length + otherFailures === 0 ? 0 : 1;
}

/**
 * @param {string[]} files
 * @returns {Promise<Results>}
 */
async function runTests(files) {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-results-'));
  const results = join(folder, 'results.json');
  const onTwoNodes = files.filter((file) => ON_TWO_NODES.includes(file));
  const browser = files.some((file) => file.startsWith('e2e/')) ? await chromiumPath() : {};
  // Several processes import the server, and tests start more: it is compiled once a run.
  const compiled = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const env = await testEnvironment({ ...(await memoryFolder()), ...compiled, ...browser });
  try {
    const plan = JSON.stringify({ results, atOnce: AT_ONCE, files, onTwoNodes });
    const code = await foreground('node', ['scripts/run-tests.ts', plan], { env });
    const { tests, problems } = await readResults(results);
    return { tests, problems: code !== 0 && problems.length === 0 ? [`node --test ended with ${code}`] : problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where there is none the journeys fail, and the suites count all the same. */
async function chromiumPath() {
  try {
    return { CHROMIUM_PATH: await findHeadless(), WHOLE_CHROMIUM_PATH: await findChromium() };
  } catch (error) {
    console.error(describeFailure(error));
    return {};
  }
}

await runAsScript(import.meta.url, async () => {
  await setUp();
  return testAll(process.argv.slice(2));
});
