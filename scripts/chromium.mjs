/** Finds a Chromium for the browser journeys, and installs one where the machine has none. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture, projectEnvironment } from './lib-process.mjs';
import { ScriptError, runAsScript } from './lib-project.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const START_TIMEOUT_MS = 20_000;
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/** @returns {Promise<string>} the path of a Chromium that starts */
export async function findChromium() {
  const found = (await namedChromium()) ?? (await installedChromium()) ?? (await playwrightChromium());
  if (found) return found;

  console.log('Installing Chromium for the browser journeys …');
  await capture('playwright', ['install', 'chromium'], { timeoutMs: DOWNLOAD_TIMEOUT_MS });
  const fetched = (await playwrightChromium()) ?? (await installFromDebian());
  if (fetched) return fetched;
  throw new ScriptError(
    'The browser journeys need Chromium, and none could be installed. Install Chromium or Chrome, or name one in the variable CHROMIUM.',
  );
}

function namedChromium() {
  return firstThatStarts(process.env.CHROMIUM ? [process.env.CHROMIUM] : []);
}

function installedChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return firstThatStarts(NAMES.flatMap((name) => folders.map((folder) => join(folder, name))));
}

async function playwrightChromium() {
  const { chromium } = await import('playwright');
  return firstThatStarts([chromium.executablePath()]);
}

async function installFromDebian() {
  if (process.getuid?.() !== 0) return null;
  const options = { env: projectEnvironment({ DEBIAN_FRONTEND: 'noninteractive' }), timeoutMs: DOWNLOAD_TIMEOUT_MS };
  await capture('apt-get', ['update', '--quiet'], options);
  await capture('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'chromium'], options);
  return installedChromium();
}

/** @param {string[]} paths */
async function firstThatStarts(paths) {
  for (const path of paths.filter((candidate) => existsSync(candidate))) {
    if ((await capture(path, ['--version'], { timeoutMs: START_TIMEOUT_MS })).ok) return path;
  }
  return null;
}

await runAsScript(import.meta.url, async () => console.log(await findChromium()));
