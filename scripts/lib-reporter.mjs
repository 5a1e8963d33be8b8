/**
 * Reporter for `node --test`: tells each failure with its place, and writes the counts as one last line of JSON to the
 * file named in TEST_COUNTS. What passes stays silent.
 */
import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { inspect, stripVTControlCharacters } from 'node:util';
import { ROOT } from './lib-project.mjs';

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} events */
export default async function* report(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    if (type === 'test:pass' && (data.skip !== undefined || data.todo !== undefined)) {
      counts.skipped += 1;
      yield `- skipped: ${place(data)} ${data.name}\n`;
    } else if (type === 'test:pass' && data.details.type !== 'suite') {
      counts.passed += 1;
    } else if (type === 'test:fail' && isCause(data.details)) {
      counts.failed += 1;
      yield `\n✗ ${place(data)} ${data.name}\n${describe(data.details.error)}\n`;
    }
  }
  await writeFile(/** @type {string} */ (process.env.TEST_COUNTS), JSON.stringify(counts));
}

/**
 * A suite, or a test with subtests, fails because of one inside, which is told by itself.
 * @param {{ error: Error & { failureType?: string } }} details
 */
function isCause({ error }) {
  return error.failureType !== 'subtestsFailed';
}

/** @param {{ file?: string, line?: number }} data */
function place({ file, line }) {
  return file === undefined ? '' : `${relative(ROOT, file)}:${line ?? 1}`;
}

/** @param {Error} error the runner's error around the test's own */
function describe({ cause, stack }) {
  const own = cause instanceof Error ? cause.stack : (cause ?? stack);
  const text = typeof own === 'string' ? own : inspect(own);
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !line.includes('(node:'))
    .map((line) => `  ${line}`)
    .join('\n');
}
