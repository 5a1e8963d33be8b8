import { type AsyncHook, createHook } from 'node:async_hooks';
import { run } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepStatements } from '#proofs/support/keep-statements.ts';
import { inProject } from './lib-project.mjs';
import { Report, type Results } from './lib-report.ts';
import { pauseBeforeTests } from './past-midnight.mjs';

// Runs test files in this process, one after the other, as the parent names them: importing the server costs a suite about
// as much as its tests do.

/** What the parent receives: text for people as it comes, and the results at the end of a file, the last one of a worker that ends. */
export type FromWorker = { text: string } | { results: Results; ends: boolean };

const END_WITHIN_MS = Number(process.env['TEST_END_WITHIN_MS'] ?? 60_000);
/** Less than the parent gives a file: a test that never ends is named. */
const TEST_TIMEOUT_MS = Number(process.env['TEST_TIMEOUT_MS'] ?? 5 * 60_000);

/**
 * By these `node:test` follows every promise back to its test, for an eighth of a suite's CPU. Declaring tests needs them,
 * running them does not: without them an uncaught error is the file's.
 */
const hooks = collectHooks();

const statements = process.env['KEEP_STATEMENTS'];
if (statements !== undefined) keepStatements(statements);

process.on('message', (file: string) => void runFile(file));

async function runFile(file: string): Promise<void> {
  await sleep(pauseBeforeTests(Date.now()));
  const report = new Report(file);
  let watch: NodeJS.Timeout | undefined;
  // A file is done when nothing of it keeps the process alive; the parent alone would do so for ever.
  process.channel?.unref();
  for await (const event of run({ files: [inProject(file)], isolation: 'none', timeout: TEST_TIMEOUT_MS })) {
    if (event.type === 'test:dequeue') {
      for (const hook of hooks.splice(0)) hook.disable();
      clearTimeout(watch);
    }
    if (event.type === 'test:complete' && event.data.nesting === 0) {
      clearTimeout(watch);
      watch = setTimeout(giveUp, END_WITHIN_MS, file, report.results).unref();
    }
    const text = report.take(event);
    if (text !== '') send({ text });
  }
  clearTimeout(watch);
  process.channel?.ref();
  report.end();
  send({ results: report.results, ends: false });
}

/** Returns the list of hooks that are enabled from now on. */
function collectHooks(): AsyncHook[] {
  const enabled: AsyncHook[] = [];
  const prototype: AsyncHook = Object.getPrototypeOf(createHook({}));
  prototype.enable = new Proxy(Reflect.get(prototype, 'enable'), {
    apply(enable: AsyncHook['enable'], hook: AsyncHook) {
      enabled.push(hook);
      return enable.call(hook);
    },
  });
  return enabled;
}

/** Ends this process, which is a failure of the file: the next one would wait for what this one left. */
function giveUp(file: string, results: Results): void {
  results.problems.push(`${file}: Still alive after the tests: ${process.getActiveResourcesInfo().join(', ')}`);
  send({ results, ends: true }, () => process.exit(1));
}

function send(message: FromWorker, then = () => undefined): void {
  process.send?.(message, then);
}
