import { chmod, copyFile, cp, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listOf, listTree, setModes, setTimes } from './lib-tree.mjs';
import { capture } from './lib-process.mjs';
import { ScriptError, inProject } from './lib-project.mjs';

/** Where the program lies, and where deploy/ has an archive unpacked. */
const APP = '/usr/lib/kabinet';
const APP_OF_ARCHIVE = '/srv/kabinet/app';
const SETTINGS = '/etc/kabinet/kabinet.env';
const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm'];

/** What Debian calls the machines that Node names so. */
const ARCHITECTURES = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' });

/**
 * The name of the package's file, null where there is no such system.
 * @param {string} version
 */
export function packageName(version, { platform, arch } = /** @type {{ platform: string, arch: string }} */ (process)) {
  const architecture = platform === 'linux' ? ARCHITECTURES[arch] : undefined;
  return architecture === undefined ? null : `kabinet_${version}_${architecture}.deb`;
}

/**
 * What dpkg knows of the package.
 * @param {{ name: string, kilobytes: number }} made
 */
export function controlOf({ name, kilobytes }) {
  const [, version, architecture] = /^kabinet_(.+)_(.+)\.deb$/.exec(name) ?? [];
  return `Package: kabinet
Version: ${version}
Architecture: ${architecture}
Maintainer: Kabinet contributors <root@localhost>
Installed-Size: ${kilobytes}
Depends: adduser, init-system-helpers, libatomic1, libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 6)
Suggests: age, caddy | nginx, sudo
Section: web
Priority: optional
Description: practice management for private psychologists, in Russian
 Clients, sessions, calendar, notes, weekly hours, and a public page on which a
 visitor asks for a consultation. One service with its own Node and one folder
 of data (SQLite), or PostgreSQL.
`;
}

/**
 * Makes a Debian package of what an archive holds.
 * @param {string} root what the archive holds; it is moved into the package
 * @param {{ folder: string, name: string, instant: number }} made
 */
export async function makePackage(root, { folder, name, instant }) {
  const tree = join(dirname(root), 'package');
  const [app, control] = [join(tree, APP), join(tree, 'DEBIAN')];
  for (const path of [dirname(app), join(tree, 'usr/bin'), join(tree, dirname(SETTINGS)), control]) {
    await mkdir(path, { recursive: true });
  }
  await rename(root, app);
  for (const command of ['kabinet', 'kabinet-server']) {
    await symlink(`../lib/kabinet/bin/${command}`, join(tree, 'usr/bin', command));
  }
  await mkdir(join(tree, 'usr/lib/systemd/system'), { recursive: true });
  const unit = await readFile(join(app, 'deploy/kabinet.service'), 'utf8');
  await writeFile(join(tree, 'usr/lib/systemd/system/kabinet.service'), unit.replaceAll(APP_OF_ARCHIVE, APP));
  await mkdir(join(tree, 'usr/share/doc/kabinet'), { recursive: true });
  await cp(join(app, 'LICENSES'), join(tree, 'usr/share/doc/kabinet/copyright'));
  await copyFile(join(app, 'deploy/kabinet.env'), join(tree, SETTINGS));
  const files = (await listTree(tree)).filter((file) => file !== SETTINGS.slice(1));
  await writeFile(join(control, 'md5sums'), await listOf(tree, files, 'md5'));
  const { output } = await capture('du', ['--apparent-size', '--summarize', '--block-size=1K', tree]);
  await writeFile(join(control, 'control'), controlOf({ name, kilobytes: Number.parseInt(output, 10) }));
  await writeFile(join(control, 'conffiles'), `${SETTINGS}\n`);
  await setModes(tree);
  for (const script of SCRIPTS) {
    await copyFile(inProject('deploy/debian', script), join(control, script));
    await chmod(join(control, script), 0o755);
  }
  // It holds the password of the mail server one day.
  await chmod(join(tree, SETTINGS), 0o640);
  // dpkg-deb only makes later times earlier.
  await setTimes(tree, instant);
  const [file, env] = [join(folder, name), { ...process.env, SOURCE_DATE_EPOCH: String(instant) }];
  // By one thread, whose bytes are the same on every machine.
  const options = ['--root-owner-group', '--threads-max=1', '-Zxz', '--build', tree, `${file}.part`];
  const built = await capture('dpkg-deb', options, { env });
  if (!built.ok) throw new ScriptError(`dpkg-deb failed:\n${built.output}`);
  await rename(`${file}.part`, file);
  return file;
}
