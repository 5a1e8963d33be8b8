/**
 * `npm run release`: the built program with production packages and the Node that runs it, as one archive in `dist/release`
 * for machines on which nothing is built, with its checksum and a list of what is inside. `npm run release -- --folder FOLDER`
 * puts the same into a folder, for an image.
 */
import { createHash } from 'node:crypto';
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { buildAll } from './build.mjs';
import { capture } from './lib-process.mjs';
import { ScriptError, inProject, runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

/** What a release holds of the checkout; without tests and what they need. */
const FROM_CHECKOUT = [
  'LICENSE',
  'CHANGELOG.md',
  'README.md',
  'CONTRIBUTING.md',
  '.env.example',
  'deploy',
  'docs',
  'domain',
  'server',
  'dist/web',
  'dist/server',
];
const LEFT_OUT = /\.test\.ts$|\/testing(?:\/|$)|^docs\/screens|\/\.env$|^deploy\/compose\.yaml$/;

/** The name of an archive says which machines can run it. */
const PLATFORM = `${process.platform}-${process.arch}`;

/** One command of the release: `name` in bin/, with the settings of /etc/kabinet/kabinet.env where they can be read. */
const COMMANDS = {
  kabinet: 'server/kabinet.ts',
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

/** Makes the archive and returns its path. */
async function makeArchive() {
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const name = `kabinet-${version}-${PLATFORM}`;
  const folder = inProject('dist', 'release');
  await mkdir(folder, { recursive: true });
  const staging = await mkdtemp(join(folder, '.making-'));
  try {
    const root = join(staging, name);
    await layOut(root);
    const archive = join(folder, `${name}.tar.gz`);
    await run(
      'tar',
      ['--create', '--gzip', '--owner=0', '--group=0', '--sort=name', '--file', `${archive}.part`, name],
      staging,
    );
    await writeFile(join(folder, `${name}.sha256`), `${await sha256(`${archive}.part`)}  ${name}.tar.gz\n`);
    await copyFile(join(root, 'FILES'), join(folder, `${name}.files`));
    await rename(`${archive}.part`, archive);
    return archive;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
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
  await addPackages(root);
  // The project's own: an older one can run this script, and nothing of the release.
  const node = await capture('node', ['--print', 'process.execPath']);
  await copyFile(node.output, join(root, 'bin', 'node'));
  // Where the unit of deploy/ looks for it.
  await mkdir(join(root, 'node_modules', '.bin'), { recursive: true });
  await symlink('../../bin/node', join(root, 'node_modules', '.bin', 'node'));
  for (const [command, program] of Object.entries(COMMANDS)) {
    await writeFile(join(root, 'bin', command), wrapperOf(program), { mode: 0o755 });
  }
  await run(join(root, 'bin', 'kabinet'), ['--help'], root);
  await writeFile(join(root, 'FILES'), await listOf(root));
  // The service's user has to read it under any umask of its maker.
  await run('chmod', ['--recursive', 'u+rwX,go=rX', root], root);
}

/**
 * The packages of the server alone: what its commands import, no Node among them.
 * @param {string} root
 */
async function addPackages(root) {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) await copyFile(inProject(file), join(root, file));
  await run('npm', ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'], root);
  await rm(join(root, 'package-lock.json'));
  await rm(join(root, '.npmrc'));
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

/**
 * A line for each file, as `sha256sum --check` reads them, in order.
 * @param {string} root
 */
async function listOf(root) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const lines = [];
  for (const file of files.sort()) lines.push(`${await sha256(join(root, file))}  ${file}\n`);
  return lines.join('');
}

/** @param {string} file */
async function sha256(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

await runAsScript(import.meta.url, async () => {
  const { folder } = parseArgs({ options: { folder: { type: 'string' } } }).values;
  await setUp();
  await buildAll();
  if (folder !== undefined) return layOut(resolve(folder));
  const archive = await makeArchive();
  console.log(
    `${archive}, ${Math.round((await stat(archive)).size / 1e6)} MB; beside it its checksum and the list of its files.`,
  );
});
