/** The results of test files, one run or several together: kept for `npm run requirements`, and counted. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ScriptError, inProject } from './lib-project.mjs';

/** @typedef {import('./lib-report.ts').LeafTest} LeafTest */
/** @typedef {import('./lib-report.ts').Results} Results */

const FILE = inProject('test-results', 'tests.json');

/** @param {LeafTest[]} tests of all suites and journeys */
export async function keepTests(tests) {
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, JSON.stringify(tests));
}

/**
 * @param {string} file that scripts/run-tests.ts wrote
 * @returns {Promise<Results>}
 */
export async function readResults(file) {
  const json = await readFile(file, 'utf8').catch(() => {
    throw new ScriptError('The tests did not run to their end.');
  });
  return JSON.parse(json);
}

/** @returns {Promise<LeafTest[]>} of the last whole `npm test` */
export async function readTests() {
  const json = await readFile(FILE, 'utf8').catch(() => {
    throw new ScriptError('No tests have run here yet: npm test runs them.');
  });
  return JSON.parse(json);
}

const ENGINE = /^(?:sqlite|postgres)(?:, two nodes)?/;
/** @type {Record<string, string>} */
const WHERE = { sqlite: 'on SQLite', postgres: 'on PostgreSQL', 'postgres, two nodes': 'on two nodes' };

/**
 * The closing line: how many tests are declared, where those that ran did so, and what did not pass.
 * @param {Results} results
 */
export function summary({ tests, problems }) {
  const ran = tests.filter(({ outcome }) => outcome !== 'skipped');
  const declared = new Set(
    tests.map(({ file, titles }) => [file, ...titles.map((title) => title.replace(ENGINE, ''))].join('\n')),
  );
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const test of ran) counts.set(placeOf(test), (counts.get(placeOf(test)) ?? 0) + 1);
  const places = [...counts].map(([place, count]) => `${count} ${place}`).toSorted();
  const skipped = tests.length - ran.length;
  return `${declared.size} tests ran ${ran.length} times (${places.join(', ')}), ${problems.length} failed, ${skipped} skipped`;
}

/** @param {LeafTest} test */
function placeOf({ file, titles }) {
  if (file.startsWith('e2e/')) return 'in the browser';
  const engine = titles
    .slice(0, -1)
    .map((title) => ENGINE.exec(title)?.[0])
    .find((found) => found !== undefined);
  return WHERE[engine ?? ''] ?? 'without an engine';
}
