/**
 * Reporter for `node --test`: prints each failure with its place and the slowest files, and writes the counts as one last line of JSON to the
 * file named in TEST_COUNTS. What passes stays silent.
 */
import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { inspect, stripVTControlCharacters } from 'node:util';
import { ROOT } from './lib-project.mjs';

/** The files that are named with their times at the end. */
const SLOWEST = 12;

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} events */
export default async function* report(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {{ file: string, seconds: number }[]} */
  const files = [];
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file !== undefined)
      files.push({ file: relative(ROOT, data.file), seconds: data.duration_ms / 1000 });
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
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  yield slowest.map(({ file, seconds }) => `   ${seconds.toFixed(1).padStart(6)} s ${file}\n`).join('');
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
