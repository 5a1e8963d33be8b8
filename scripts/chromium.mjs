/** Finds a Chromium for tests and figures, and installs one where the machine has none. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture, projectEnvironment } from './lib-process.mjs';
import { ScriptError, runAsScript } from './lib-project.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The same engine without the window around a page, which costs the journeys a third of their time. */
const SHELL = 'chromium-headless-shell';
const START_TIMEOUT_MS = 20_000;
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/** @returns {Promise<string>} the path of what runs the journeys: Chromium's shell, else a whole Chromium */
export async function findHeadless() {
  const found = (await namedChromium()) ?? (await installed([SHELL])) ?? (await fromDebian(SHELL));
  return found ?? findChromium();
}

/** @returns {Promise<string>} the path of a Chromium that starts, as a person has it */
export async function findChromium() {
  const found = (await namedChromium()) ?? (await installed(NAMES)) ?? (await playwrightChromium());
  if (found) return found;

  await capture('playwright', ['install', 'chromium'], { timeoutMs: DOWNLOAD_TIMEOUT_MS });
  const fetched = (await playwrightChromium()) ?? (await fromDebian('chromium'));
  if (fetched) return fetched;
  throw new ScriptError(
    'The browser journeys need Chromium, and none could be installed. Install Chromium or Chrome, or name one in the variable CHROMIUM.',
  );
}

function namedChromium() {
  return firstThatStarts(process.env.CHROMIUM ? [process.env.CHROMIUM] : []);
}

/** @param {string[]} names */
function installed(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return firstThatStarts(names.flatMap((name) => folders.map((folder) => join(folder, name))));
}

async function playwrightChromium() {
  const { chromium } = await import('playwright');
  return firstThatStarts([chromium.executablePath()]);
}

/** @param {string} name of the package and of the program in it */
async function fromDebian(name) {
  if (process.getuid?.() !== 0) return null;
  console.log('Installing Chromium …');
  const options = { env: projectEnvironment({ DEBIAN_FRONTEND: 'noninteractive' }), timeoutMs: DOWNLOAD_TIMEOUT_MS };
  await capture('apt-get', ['update', '--quiet'], options);
  await capture('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', name], options);
  return installed([name]);
}

/** @param {string[]} paths */
async function firstThatStarts(paths) {
  for (const path of paths.filter((candidate) => existsSync(candidate))) {
    if ((await capture(path, ['--version'], { timeoutMs: START_TIMEOUT_MS })).ok) return path;
  }
  return null;
}

await runAsScript(import.meta.url, async () => console.log(await findHeadless()));
