/**
 * Makes the checkout ready to run: packages as in the lock, and the Node that the product needs.
 * Runs on the Node that `engines` in package.json asks for, because it is what brings the right one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { alone } from './lib-alone.mjs';
import { matchesLock, npmRefusal } from './lib-lock.mjs';
import { capture } from './lib-process.mjs';
import { NODE_MAJOR, ROOT, ScriptError, inProject, runAsScript } from './lib-project.mjs';

export async function setUp() {
  // Vite takes what follows it for the fragment of an address.
  if (ROOT.includes('#')) throw new ScriptError(`The folder of Kabinet must have no # in its path: move ${ROOT}.`);
  // Two windows that begin in a fresh checkout would each delete what the other one installs.
  const isThere = await alone('set-up', prepare, () =>
    console.log('Waiting for another window that installs packages …'),
  );
  if (isThere) return;
  throw new ScriptError(
    `Kabinet runs on Node ${NODE_MAJOR}, which npm does not bring to ${process.platform}-${process.arch}: install Node ${NODE_MAJOR} from nodejs.org, and try again.`,
  );
}

async function prepare() {
  await installPackages();
  if (!nodeIsThere()) await linkNode();
  return nodeIsThere();
}

/**
 * Installs the packages of a folder of the project as in its lock, unless they are there.
 * @param {string} folder
 */
async function installPackages(folder = '.') {
  const { allowScripts = {} } = await readJson(folder, 'package.json');
  const lock = await readJson(folder, 'package-lock.json');
  if (!matchesLock(lock, await readJson(folder, 'node_modules', '.package-lock.json').catch(() => null))) {
    await refuseOldNpm();
    console.log('Installing packages (once, about a minute) …');
    const everything = ['--include=dev', '--include=optional', '--include=peer'];
    await npm(folder, 'ci', ...everything, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  }
  // The only packages whose install scripts run, with every version of npm; also after an npm ci by hand.
  const names = Object.keys(allowScripts);
  const ran = inProject(folder, 'node_modules', '.scripts-ran');
  if (names.length === 0 || existsSync(ran)) return;
  await npm(folder, 'rebuild', ...names, '--ignore-scripts=false', '--loglevel=error');
  await writeFile(ran, '');
}

/** @param {string[]} path */
async function readJson(...path) {
  return JSON.parse(await readFile(inProject(...path), 'utf8'));
}

async function refuseOldNpm() {
  const { engines } = await readJson('package.json');
  const { ok, output } = await npmSays('.', ['--version']);
  const sentence = npmRefusal(ok ? output : null, engines.npm);
  if (sentence !== null) throw new ScriptError(sentence);
}

/**
 * Makes the platform's Node the program of that name in a folder of packages. npm does so, but older ones take the link
 * away again with the packages of other platforms, which have a program of the same name.
 */
export async function linkNode(root = ROOT) {
  const { optionalDependencies } = await readJson('package.json');
  for (const name of Object.keys(optionalDependencies)) {
    const program = join('..', name, 'bin', 'node');
    const link = join(root, 'node_modules', '.bin', 'node');
    if (!existsSync(join(dirname(link), program))) continue;
    await rm(link, { force: true });
    await symlink(program, link);
  }
}

function nodeIsThere() {
  const packaged = spawnSync(inProject('node_modules', '.bin', 'node'), ['--version'], { encoding: 'utf8' });
  return [packaged.stdout, process.version].some((version) => Number(/^v(\d+)/.exec(version ?? '')?.[1]) >= NODE_MAJOR);
}

/**
 * @param {string} folder
 * @param {string[]} args
 */
async function npm(folder, ...args) {
  const { ok, output } = await npmSays(folder, args);
  if (!ok) throw new ScriptError(`npm ${args[0]} failed in ${inProject(folder)}:\n${output}`);
}

/**
 * npm itself runs on the machine's Node: the project's own one disappears while packages are replaced.
 * @param {string} folder
 * @param {string[]} args
 */
function npmSays(folder, args) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.startsWith(inProject('node_modules')));
  const env = { ...process.env, PATH: path.join(delimiter) };
  return capture('npm', args, { cwd: inProject(folder), env });
}

// A folder that has packages of its own may be named.
await runAsScript(import.meta.url, () => {
  const folder = process.argv[2];
  return folder === undefined ? setUp() : alone(folder, () => installPackages(folder));
});
