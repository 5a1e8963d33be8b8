import { writeFile } from 'node:fs/promises';
import { run } from 'node:test';
import { z } from 'zod';
import { type PostgresServer, startPostgres } from '#proofs/support/postgres-server.ts';
import { inProject } from './lib-project.mjs';
import { Report, type Results } from './lib-report.ts';

// run-tests.ts PLAN: runs test files in the order of the plan, prints what fails and the time of each file, and writes the
// results as JSON. All files share one PostgreSQL; where none starts, the tests that need one fail and the others count.

/** Of a file, the pause before midnight included. */
const TEST_TIMEOUT_MS = 8 * 60_000;
const NEEDS_POSTGRES = /^(?:server|proofs)\//;

const plan = z
  .object({
    /** Where the results go. */
    results: z.string(),
    atOnce: z.int().positive(),
    /** From the root of the project. */
    files: z.array(z.string()),
    /** Files that run with two nodes behind every address. */
    onTwoNodes: z.array(z.string()),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const postgres = plan.files.some((file) => NEEDS_POSTGRES.test(file)) ? await tryPostgres() : null;
const environment = { ...process.env, ...(postgres && { TEST_DATABASE_URL: postgres.url }) };
const runs = [
  await runFiles(plan.onTwoNodes, { ...environment, TEST_ENGINE: 'nodes' }),
  await runFiles(plan.files, environment),
];
await postgres?.stop();
const results: Results = {
  tests: runs.flatMap(({ tests }) => tests),
  problems: runs.flatMap(({ problems }) => problems),
};
await writeFile(plan.results, JSON.stringify(results));
process.exitCode = results.problems.length === 0 ? 0 : 1;

async function tryPostgres(): Promise<PostgresServer | null> {
  try {
    return await startPostgres();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}

async function runFiles(files: string[], env: NodeJS.ProcessEnv): Promise<Results> {
  const report = new Report(files);
  if (files.length === 0) return report.results;
  const events = run({
    files: files.map((file) => inProject(file)),
    concurrency: plan.atOnce,
    timeout: TEST_TIMEOUT_MS,
    env,
    execArgv: ['past-midnight.mjs', 'end-in-time.mjs'].flatMap((file) => ['--import', inProject('scripts', file)]),
  });
  for await (const event of events) process.stdout.write(report.take(event));
  process.stdout.write(report.end());
  return report.results;
}
