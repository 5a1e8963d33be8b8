/**
 * `npm run release`: the built program and the Node that runs it, as one archive and one Debian package in `dist/release`
 * for machines on which nothing is built, with checksums and a list of what is inside; the same bytes from the same commit.
 * `npm run release -- --folder FOLDER` puts the same into a folder, for an image.
 */
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from './build.mjs';
import { readBuilt } from './lib-build.mjs';
import { makePackage, packageName } from './lib-package.mjs';
import { capture } from './lib-process.mjs';
import { ScriptError, inProject, runAsScript } from './lib-project.mjs';
import { hashOf, listOf, listTree, setModes } from './lib-tree.mjs';
import { mergeLicences } from './lib-licences.mjs';
import { setUp } from './setup.mjs';

/** What a release holds of the checkout, beside what is built. */
export const FROM_CHECKOUT = [
  'LICENSE',
  'CHANGELOG.md',
  'README.md',
  'CONTRIBUTING.md',
  '.env.example',
  'deploy',
  'docs',
];
const LEFT_OUT = /^docs\/screens|\/\.env$|^deploy\/(?:compose\.yaml|debian)/;
const BUILT = ['dist/web', 'dist/server'];

/** The name of an archive says which machines can run it. */
const PLATFORM = `${process.platform}-${process.arch}`;

/** One command of the release: `name` in bin/, with the settings of /etc/kabinet/kabinet.env where they can be read. */
const COMMANDS = {
  kabinet: 'dist/server/kabinet.js',
  'kabinet-server': 'dist/server/main.js',
};

/** @param {string} program */
const wrapperOf = (program) => `#!/bin/sh
# What is typed after it names files as seen from the present folder.
here=$(dirname "$(readlink -f "$0")")/..
settings=\${KABINET_ENV:-/etc/kabinet/kabinet.env}
if [ -e "$settings" ] && [ ! -r "$settings" ]; then
  echo "$settings cannot be read by $(id -un): say sudo -u kabinet $(basename "$0") …, or be root." >&2
  exit 1
fi
if [ -r "$settings" ]; then exec "$here/bin/node" --env-file="$settings" "$here/${program}" "$@"; fi
exec "$here/bin/node" "$here/${program}" "$@"
`;

/** Makes the archive and, where this machine can, the package; returns their paths. */
async function makeFiles() {
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const [name, instant] = [`kabinet-${version}-${PLATFORM}`, await instantOf()];
  const folder = inProject('dist', 'release');
  await mkdir(folder, { recursive: true });
  const staging = await mkdtemp(join(folder, '.making-'));
  try {
    const root = join(staging, name);
    await layOut(root);
    await copyFile(join(root, 'FILES'), join(folder, `${name}.files`));
    const archive = await makeArchive(root, { folder, instant });
    const file = packageName(version);
    if (file === null) return [archive];
    if (!(await capture('dpkg-deb', ['--version'])).ok) {
      console.log('There is no dpkg-deb on this machine: the archive is made, and no Debian package.');
      return [archive];
    }
    const packed = await makePackage(root, { folder, name: file, instant });
    await writeFile(`${packed}.sha256`, await listOf(folder, [file]));
    return [archive, packed];
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The time of every file: of the commit, in seconds, or what the usual variable says. */
async function instantOf() {
  const { SOURCE_DATE_EPOCH: given } = process.env;
  if (given) return Number(given);
  const { ok, output } = await capture('git', ['log', '-1', '--format=%ct']);
  return ok ? Number(output) : Math.floor(Date.now() / 1000);
}

/**
 * Makes an archive of a folder, into another one, under its name.
 * @param {string} root
 * @param {{ folder: string, instant: number }} made
 */
export async function makeArchive(root, { folder, instant }) {
  const name = basename(root);
  const archive = join(folder, `${name}.tar.gz`);
  // Neither the maker, nor the moment, nor the order in which the disk has them is in it.
  const same = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', `--mtime=@${instant}`, '--format=gnu'];
  const options = ['--create', '--use-compress-program=gzip -9n', ...same];
  await run('tar', [...options, '--file', `${archive}.part`, name], dirname(root));
  await writeFile(join(folder, `${name}.sha256`), `${await hashOf(`${archive}.part`)}  ${name}.tar.gz\n`);
  await rename(`${archive}.part`, archive);
  return archive;
}

/**
 * Puts everything that a release holds into a folder.
 * @param {string} root
 */
async function layOut(root) {
  await mkdir(join(root, 'bin'), { recursive: true });
  for (const path of FROM_CHECKOUT) {
    const filter = (/** @type {string} */ source) => !LEFT_OUT.test(relative(inProject(), source));
    await cp(inProject(path), join(root, path), { recursive: true, filter });
  }
  const licences = [];
  for (const path of BUILT) {
    // A checkout's own folder has files of builds before too.
    for (const file of (await readBuilt(inProject(path)))?.files ?? []) {
      if (file.endsWith('.md')) licences.push(await readFile(inProject(path, file), 'utf8'));
      else await cp(inProject(path, file), join(root, path, file));
    }
  }
  const { name, version, license, type } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  await writeFile(join(root, 'package.json'), `${JSON.stringify({ name, version, license, type }, null, 2)}\n`);
  await addNode(root, licences);
  for (const [command, program] of Object.entries(COMMANDS)) {
    await writeFile(join(root, 'bin', command), wrapperOf(program), { mode: 0o755 });
  }
  await run(join(root, 'bin', 'kabinet'), ['--help'], root);
  await writeFile(join(root, 'FILES'), await listOf(root, await listTree(root)));
  await setModes(root);
}

/**
 * The project's own Node: an older one can run this script, and nothing of the release. With it the licences of all that
 * comes from others.
 * @param {string} root
 * @param {string[]} licences of the packages that are built in
 */
async function addNode(root, licences) {
  const { output: program } = await capture('node', ['--print', 'process.execPath']);
  const node = join(root, 'bin', 'node');
  await copyFile(program, node);
  await chmod(node, 0o755);
  if (!(await capture('strip', [node])).ok) {
    console.log('There is no strip on this machine (binutils): Node keeps its symbols, which are 30 MB.');
  }
  const own = await readFile(inProject('LICENSE'), 'utf8');
  // A Node of the system’s does not always bring it along.
  const elsewhere = 'https://github.com/nodejs/node/blob/main/LICENSE\n';
  const nodes = await readFile(join(dirname(program), '..', 'LICENSE'), 'utf8').catch(() => elsewhere);
  await writeFile(join(root, 'LICENSES'), mergeLicences(own, licences, nodes));
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
async function run(command, args, cwd) {
  const { ok, output } = await capture(command, args, { cwd });
  if (!ok) throw new ScriptError(`${command} failed:\n${output}`);
}

await runAsScript(import.meta.url, async () => {
  const { folder } = parseArgs({ options: { folder: { type: 'string' } } }).values;
  await setUp();
  await buildAll();
  if (folder !== undefined) return layOut(resolve(folder));
  for (const file of await makeFiles()) {
    console.log(`${file}, ${Math.round((await stat(file)).size / 1e6)} MB; its checksum is beside it.`);
  }
});
