import { readFile } from 'node:fs/promises';
import { listTests } from './lib-files.mjs';
import { ScriptError, inProject } from './lib-project.mjs';

/** The tests of the last whole `npm test`. */
export const TESTS_FILE = inProject('test-results', 'tests.json');

/** Where tests live that prove requirements. */
export const PROVING_FOLDERS = ['domain', 'server', 'demo', 'proofs', 'scripts', 'web', 'e2e'];

/** Where tests look at the product through a browser. */
const BROWSER = 'e2e/';

/** Groups of requirements that are about what a person sees: each line wants a test in a browser. */
const SEEN_GROUPS = ['AUTH', 'CLIENT', 'SESSION', 'CAL', 'NOTE', 'PROFILE', 'AVAIL', 'BOOK', 'PUBLIC', 'A11Y'];

/** Lines of these groups that need crowds of callers, which a browser is not: they are proven against the server. */
const BEYOND_BROWSERS = ['PUBLIC-04', 'PUBLIC-06'];

const LISTED = /^- \*\*([A-Z][A-Z0-9]+-\d{2})\*\* /gm;
/** A string that begins with an ID and is the first argument of a call: test('AUTH-04 …'), engines.test(`API-05 …`). */
const TITLE = /\(\s*(['"`])((?:[A-Z][A-Z0-9]+-\d{2})\b(?:\\.|(?!\1)[^\\])*)\1/g;
const LEADING_IDS = /^(?:[A-Z][A-Z0-9]+-\d{2}\b[\s,:+/&]*)+/;
const ID = /[A-Z][A-Z0-9]+-\d{2}/g;

/** @param {string} markdown docs/requirements.md */
export function listedIds(markdown) {
  return [...markdown.matchAll(LISTED)].map(([, id]) => /** @type {string} */ (id));
}

/**
 * The titles in a test file that claim to prove something; a title may begin with several IDs.
 * @param {string} source
 */
export function provingTitles(source) {
  return [...source.matchAll(TITLE)].map((match) => {
    const title = /** @type {string} */ (match[2]);
    return { title, ids: leadingIds(title) };
  });
}

/** That a test begins with an ID.  @typedef {{ id: string, file: string, title: string }} Claim */

/** @returns {Promise<string[]>} every ID of docs/requirements.md */
export async function readIds() {
  return listedIds(await readFile(inProject('docs', 'requirements.md'), 'utf8'));
}

/** @returns {Promise<Claim[]>} what the titles in all test files claim, whether they run or not */
export async function writtenClaims() {
  /** @type {Claim[]} */
  const claims = [];
  for (const file of await listTests(PROVING_FOLDERS)) {
    for (const { title, ids } of provingTitles(await readFile(inProject(file), 'utf8'))) {
      claims.push(...ids.map((id) => ({ id, file, title })));
    }
  }
  return claims;
}

/** @returns {Promise<import('./lib-report.ts').LeafTest[]>} of the last whole `npm test` */
export async function readTests() {
  const json = await readFile(TESTS_FILE, 'utf8').catch(() => {
    throw new ScriptError('No tests have run here yet: npm test runs them.');
  });
  return JSON.parse(json);
}

/**
 * What tests prove that ran and passed, by their own titles and those around them.
 * @param {import('./lib-report.ts').LeafTest[]} tests
 * @returns {Claim[]}
 */
export function provenClaims(tests) {
  const passed = tests.filter(({ outcome }) => outcome === 'passed');
  return passed.flatMap(({ file, titles }) =>
    titles.flatMap((title) => leadingIds(title).map((id) => ({ id, file, title }))),
  );
}

/**
 * What is wrong with the claims: IDs that are not listed, and requirements without a test, or without one in the browser
 * where a person can see them.
 * @param {string[]} ids
 * @param {Claim[]} claims
 */
export function gaps(ids, claims) {
  const proven = new Set(claims.map(({ id }) => id));
  const seen = new Set(claims.filter(({ file }) => file.startsWith(BROWSER)).map(({ id }) => id));
  return [
    ...claims.filter(({ id }) => !ids.includes(id)).map(({ file, title }) => `No such requirement: ${file}: ${title}`),
    ...ids.filter((id) => !proven.has(id)).map((id) => `No test proves ${id}`),
    ...ids
      .filter((id) => proven.has(id) && isToBeSeen(id) && !seen.has(id))
      .map((id) => `No test in e2e/ proves ${id}`),
  ];
}

/** @param {string} id */
function isToBeSeen(id) {
  return SEEN_GROUPS.includes(id.replace(/-\d+$/, '')) && !BEYOND_BROWSERS.includes(id);
}

/** @param {string} title */
function leadingIds(title) {
  return LEADING_IDS.exec(title)?.[0].match(ID) ?? [];
}
