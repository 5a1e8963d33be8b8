import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type PostgresServer, startPostgres } from '#proofs/support/postgres-server.ts';
import { buildAll } from './build.mjs';
import { check } from './check.mjs';
import { findChromium, findHeadless } from './chromium.mjs';
import { listTests } from './lib-files.mjs';
import { testEnvironment } from './lib-process.mjs';
import { describeFailure, runAsScript, ScriptError } from './lib-project.mjs';
import { summary, type Results } from './lib-report.ts';
import { gaps, provenClaims, readIds, TESTS_FILE } from './lib-requirements.mjs';
import { memoryFolder } from './memory-folder.mjs';
import { runFiles } from './run-files.ts';

// run-tests.ts: what proves the product works, and one line with the counts at the end. Files named `*.long.test.ts` are
// left out: `npm run torture -- long-tests` runs them.
// run-tests.ts PATTERN …: only the test files whose path contains a pattern, without checks and requirements.
// run-tests.ts queries-explained: the plans of what the program sent to SQLite, behind the suites that make it send.

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
const NEEDS_POSTGRES = /^(?:server|proofs)\//;
/** Runs behind all others: it judges what they made the program send. */
const EXPLAINED = 'proofs/queries-explained.test.ts';
/** One more than there are cores: tests wait for a disk, a clock or another process now and then. */
const AT_ONCE = availableParallelism() + 1;

async function testAll(patterns: string[]): Promise<number> {
  const isExplained = patterns.length === 0 || patterns.includes('queries-explained');
  const wanted = isExplained && patterns.length > 0 ? ['server/', 'proofs/'] : patterns;
  const chosen = (file: string): boolean =>
    file !== EXPLAINED &&
    (!isExplained || !LONG.test(file)) &&
    (wanted.length === 0 || wanted.some((text) => file.includes(text)));
  // Journeys take longest: started last, they would leave cores idle at the end.
  const all = [...(await listTests(JOURNEYS)), ...(await listTests(SUITES))];
  // A file that moved would no longer run on two nodes, and no test would fail for it.
  const moved = ON_TWO_NODES.filter((file) => !all.includes(file));
  if (moved.length > 0) throw new ScriptError(`ON_TWO_NODES names files that are no tests: ${moved.join(', ')}`);
  const files = all.filter(chosen);
  await buildAll();
  if (patterns.length > 0) return closing(await runTests(files, isExplained));

  const failedChecks = await check();
  const results = await runTests(files, isExplained);
  results.problems.push(...failedChecks.map((name) => `npm run check: ${name}`));
  await mkdir(dirname(TESTS_FILE), { recursive: true });
  await writeFile(TESTS_FILE, JSON.stringify(results.tests));
  results.problems.push(...gaps(await readIds(), provenClaims(results.tests)));
  return closing(results);
}

/** Prints what failed and the closing line; returns the exit code. */
function closing(results: Results): number {
  // Once more: what failed early stands hundreds of lines above, or beyond what a CI keeps of its log.
  for (const problem of results.problems) console.log(`✗ ${problem}`);
  console.log(`\n${summary(results)}, in ${(performance.now() / 1000).toFixed(0)} s`);
  return results.tests.length > 0 && results.problems.length === 0 ? 0 : 1;
}

/** All files share one PostgreSQL; where none starts, the tests that need one fail and the others count. */
async function runTests(files: string[], isExplained: boolean): Promise<Results> {
  const compiled = await mkdtemp(join(tmpdir(), 'kabinet-compiled-'));
  const statements = await mkdtemp(join(tmpdir(), 'kabinet-statements-'));
  const browser = files.some((file) => file.startsWith('e2e/')) ? await chromiumPath() : {};
  const postgres = files.some((file) => NEEDS_POSTGRES.test(file)) ? await tryPostgres() : null;
  const env = await testEnvironment({
    ...(await memoryFolder()),
    // Several processes import the server, and tests start more: it is compiled once a run.
    NODE_COMPILE_CACHE: compiled,
    ...browser,
    ...(isExplained && { KEEP_STATEMENTS: statements }),
    ...(postgres && { TEST_DATABASE_URL: postgres.url }),
  });
  try {
    const onTwoNodes = files.filter((file) => ON_TWO_NODES.includes(file));
    const runs = [
      await runFiles(onTwoNodes, { ...env, TEST_ENGINE: 'nodes' }, AT_ONCE),
      await runFiles(files, env, AT_ONCE),
      await runFiles(isExplained ? [EXPLAINED] : [], env, 1),
    ];
    return { tests: runs.flatMap(({ tests }) => tests), problems: runs.flatMap(({ problems }) => problems) };
  } finally {
    await postgres?.stop();
    await rm(compiled, { recursive: true, force: true });
    await rm(statements, { recursive: true, force: true });
  }
}

async function tryPostgres(): Promise<PostgresServer | null> {
  try {
    return await startPostgres();
  } catch (error) {
    console.error(describeFailure(error));
    return null;
  }
}

/** Where there is none the journeys fail, and the suites count all the same. */
async function chromiumPath(): Promise<NodeJS.ProcessEnv> {
  try {
    return { CHROMIUM_PATH: await findHeadless(), WHOLE_CHROMIUM_PATH: await findChromium() };
  } catch (error) {
    console.error(describeFailure(error));
    return {};
  }
}

await runAsScript(import.meta.url, () => testAll(process.argv.slice(2)));
