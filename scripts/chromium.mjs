/** Finds a Chromium for the browser journeys, and installs one where the machine has none. */
import { capture, projectEnvironment } from './lib-process.mjs';
import { ScriptError, runAsScript } from './lib-project.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/** @returns {Promise<string>} the path or name of a Chromium that starts */
export async function findChromium() {
  const found = (await firstThatStarts([process.env.CHROMIUM, ...NAMES])) ?? (await playwrightChromium());
  if (found) return found;

  console.log('Installing Chromium for the browser journeys …');
  await capture('playwright', ['install', 'chromium'], { timeoutMs: DOWNLOAD_TIMEOUT_MS });
  const installed = (await playwrightChromium()) ?? (await installFromDebian());
  if (installed) return installed;
  throw new ScriptError(
    'The browser journeys need Chromium, and none could be installed. Install Chromium or Chrome, or name one in the variable CHROMIUM.',
  );
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
  return firstThatStarts(NAMES);
}

/** @param {(string | undefined)[]} commands */
async function firstThatStarts(commands) {
  for (const command of commands) {
    if (command && (await capture(command, ['--version'], { timeoutMs: 20_000 })).ok) return command;
  }
  return null;
}

await runAsScript(import.meta.url, async () => console.log(await findChromium()));
