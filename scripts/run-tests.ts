import { type ChildProcess, fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { type PostgresServer, startPostgres } from '#proofs/support/postgres-server.ts';
import { inProject } from './lib-project.mjs';
import type { Results } from './lib-report.ts';
import type { FromWorker } from './test-worker.ts';

// run-tests.ts PLAN: runs test files in the order of the plan, prints what fails and the time of each file, and writes the
// results as JSON. All files share one PostgreSQL; where none starts, the tests that need one fail and the others count.

/** Of a file, the pause before midnight included. */
const FILE_TIMEOUT_MS = 8 * 60_000;
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
const all: Results = {
  tests: runs.flatMap(({ tests }) => tests),
  problems: runs.flatMap(({ problems }) => problems),
};
await writeFile(plan.results, JSON.stringify(all));
process.exitCode = all.problems.length === 0 ? 0 : 1;

async function tryPostgres(): Promise<PostgresServer | null> {
  try {
    return await startPostgres();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}

/** Runs files in processes that take the next one when they are done with one. */
async function runFiles(files: string[], env: NodeJS.ProcessEnv): Promise<Results> {
  const results: Results = { tests: [], problems: [] };
  const queue = [...files];
  await Promise.all(
    Array.from({ length: Math.min(plan.atOnce, files.length) }, async () => {
      let worker: ChildProcess | null = null;
      for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
        worker ??= startWorker(env);
        const { tests, problems } = await runFile(worker, file);
        results.tests.push(...tests);
        results.problems.push(...problems);
        if (!worker.connected) worker = null;
      }
      worker?.kill();
    }),
  );
  return results;
}

function startWorker(env: NodeJS.ProcessEnv): ChildProcess {
  return fork(inProject('scripts', 'test-worker.ts'), { env, serialization: 'advanced' });
}

/** Returns the results of a file, also where it takes its process along or never ends. */
async function runFile(worker: ChildProcess, file: string): Promise<Results> {
  const started = performance.now();
  const results = await new Promise<Results>((resolve) => {
    const fail = (how: string): void => end({ tests: [], problems: [`${file}: ${how}`] });
    const gone = (): void => fail('it ended before its tests did');
    const late = setTimeout(() => {
      fail('it took too long');
      worker.kill('SIGKILL');
    }, FILE_TIMEOUT_MS);
    const take = (message: FromWorker): void => {
      if ('text' in message) return void process.stdout.write(message.text);
      if (message.ends) worker.disconnect();
      end(message.results);
    };
    const end = (found: Results): void => {
      clearTimeout(late);
      worker.off('message', take).off('exit', gone);
      resolve(found);
    };
    worker.on('message', take).on('exit', gone).send(file);
  });
  for (const problem of results.problems) process.stdout.write(`\n✗ ${problem}\n`);
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s ${file}\n`);
  return results;
}
