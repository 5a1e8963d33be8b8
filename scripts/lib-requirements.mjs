import { readFile } from 'node:fs/promises';
import { listTests } from './lib-files.mjs';
import { inProject } from './lib-project.mjs';

/** Where tests live that prove requirements. */
export const PROVING_FOLDERS = ['domain', 'server', 'web', 'e2e'];

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
    return { title, ids: LEADING_IDS.exec(title)?.[0].match(ID) ?? [] };
  });
}

/** Each listed ID with the tests that prove it, and the claims that name no listed ID. */
export async function readCoverage() {
  const ids = listedIds(await readFile(inProject('docs', 'requirements.md'), 'utf8'));
  /** @type {Map<string, string[]>} */
  const proofs = new Map(ids.map((id) => [id, []]));
  /** @type {string[]} */
  const unknown = [];
  for (const file of await listTests(PROVING_FOLDERS)) {
    for (const { title, ids: claimed } of provingTitles(await readFile(inProject(file), 'utf8'))) {
      for (const id of claimed) (proofs.get(id) ?? unknown).push(`${file}: ${title}`);
    }
  }
  return { proofs, unknown };
}

/**
 * The requirements that somebody can see and no test in a browser proves.
 * @param {Map<string, string[]>} proofs
 */
export function unseen(proofs) {
  return [...proofs.keys()].filter(
    (id) =>
      SEEN_GROUPS.includes(id.replace(/-\d+$/, '')) && !BEYOND_BROWSERS.includes(id) && !isSeen(proofs.get(id) ?? []),
  );
}

/**
 * True when one of the tests, as `readCoverage` names them, runs in a browser.
 * @param {string[]} tests
 */
export function isSeen(tests) {
  return tests.some((test) => test.startsWith(BROWSER));
}
