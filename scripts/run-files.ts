import { type ChildProcess, fork } from 'node:child_process';
import { inProject } from './lib-project.mjs';
import type { Results } from './lib-report.ts';
import type { FromWorker } from './test-worker.ts';

/** Of a file, the pause before midnight included. */
const FILE_TIMEOUT_MS = 8 * 60_000;

/**
 * Runs test files, named from the root of the project, in `atOnce` processes that take the next one when they are done
 * with one. Prints what fails and the time of each file.
 */
export async function runFiles(files: readonly string[], env: NodeJS.ProcessEnv, atOnce: number): Promise<Results> {
  const results: Results = { tests: [], problems: [] };
  const queue = [...files];
  await Promise.all(
    Array.from({ length: Math.min(atOnce, files.length) }, async () => {
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
  return fork(inProject('scripts', 'test-worker.ts'), {
    env,
    execArgv: [],
    serialization: 'advanced',
  });
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
