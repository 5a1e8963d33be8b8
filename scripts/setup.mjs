/**
 * Makes the checkout ready to run: packages as the lock says, and the Node that the product needs.
 * Runs on any Node from 18 on, because it is what brings the right one.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { matchesLock } from './lib-lock.mjs';
import { capture } from './lib-process.mjs';
import { NODE_MAJOR, ROOT, ScriptError, inProject, runAsScript } from './lib-project.mjs';

export async function setUp() {
  const installed = await packagesAreInstalled();
  if (installed && nodeIsThere()) return;
  if (!installed) {
    console.log('Installing packages (once, about a minute) …');
    await npm('ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  }
  console.log(`Running the install scripts that bring Node ${NODE_MAJOR} …`);
  await npm('rebuild', ...(await packagesWithScripts()), '--ignore-scripts=false', '--loglevel=error');
  if (nodeIsThere()) return;
  throw new ScriptError(
    `Kabinet runs on Node ${NODE_MAJOR}, and the package "node" that brings it was not allowed to run its install script. ` +
      `Run "npm rebuild node", or install Node ${NODE_MAJOR} from nodejs.org, and try again.`,
  );
}

async function packagesAreInstalled() {
  const lock = JSON.parse(await readFile(inProject('package-lock.json'), 'utf8'));
  const installed = await readFile(inProject('node_modules', '.package-lock.json'), 'utf8').catch(() => null);
  return matchesLock(lock, installed === null ? null : JSON.parse(installed));
}

/** The only packages whose install scripts run, whatever this npm does with those of others. */
async function packagesWithScripts() {
  const { allowScripts } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  return Object.keys(allowScripts);
}

function nodeIsThere() {
  const packaged = spawnSync(inProject('node_modules', '.bin', 'node'), ['--version'], { encoding: 'utf8' });
  return [packaged.stdout, process.version].some((version) => Number(/^v(\d+)/.exec(version ?? '')?.[1]) >= NODE_MAJOR);
}

/**
 * npm itself runs on the machine's Node: the project's own one disappears while packages are replaced.
 * @param {string[]} args
 */
async function npm(...args) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(inProject('node_modules')));
  const { ok, output } = await capture('npm', args, { env: { ...process.env, PATH: path.join(delimiter) } });
  if (!ok) throw new ScriptError(`npm ${args[0]} failed in ${ROOT}:\n${output}`);
}

await runAsScript(import.meta.url, setUp);
