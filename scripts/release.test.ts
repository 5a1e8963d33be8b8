import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { PROGRAMS } from './build-server.mjs';
import { runBuilder } from './lib-build.mjs';
import { listFiles } from './lib-files.mjs';
import { mergeLicences } from './lib-licences.mjs';
import { controlOf, makePackage, packageName } from './lib-package.mjs';
import { inProject } from './lib-project.mjs';
import { setModes } from './lib-tree.mjs';
import { makeArchive } from './release.mjs';

const read = (file: string): Promise<string> => readFile(inProject(file), 'utf8');

test('every program that runs as a process of its own is built, under a name of its own', async () => {
  const sources = (await listFiles(['server'])).filter((file) => !file.endsWith('.test.ts'));
  const started = (await Promise.all(sources.map(read))).flatMap((text) =>
    [...text.matchAll(/programFile\('(.+?)'\)/g)].map(([, program = '']) => program),
  );
  assert.ok(started.length >= 2);
  assert.deepEqual(
    started.filter((program) => !PROGRAMS.includes(program)),
    [],
  );
  const built = PROGRAMS.map((program) => `dist/server/${basename(program, '.ts')}.js`);
  assert.equal(new Set(built).size, PROGRAMS.length);
  const named = await Promise.all(['Dockerfile', 'deploy/kabinet.service', 'scripts/release.mjs'].map(read));
  const programs = named.join('\n').match(/dist\/server\/[\w-]+\.js/g) ?? [];
  assert.ok(programs.length >= 5);
  assert.deepEqual(
    programs.filter((program) => !built.includes(program)),
    [],
  );
});

/** Lays out what looks like a release, and makes both files of it: under a umask, at a time and in an order of its own. */
async function packed(scratch: string, at: number): Promise<{ archive: string; file: string }> {
  const folder = join(scratch, String(at));
  const root = join(folder, 'making', 'kabinet-1.8.4-linux-x64');
  const files = ['bin/kabinet', 'bin/kabinet-server', 'dist/web/index.html', 'LICENSES', 'FILES'];
  for (const file of at === 1 ? files : files.toReversed()) {
    await mkdir(join(root, file, '..'), { recursive: true });
    await writeFile(join(root, file), `${file}\n`);
    await chmod(join(root, file), (file.startsWith('bin/') ? 0o700 : 0o600) | (at === 1 ? 0 : 0o066));
    await utimes(join(root, file), at * 1000, at * 1000);
  }
  await cp(inProject('deploy'), join(root, 'deploy'), { recursive: true });
  await setModes(root);
  const archive = await makeArchive(root, { folder, instant: 1_795_963_629 });
  const made = { folder, name: 'kabinet_1.8.4_amd64.deb', instant: 1_795_963_629 };
  return { archive, file: await makePackage(root, made) };
}

test('SAFE-05 whoever makes archive and package of the same files gets the same bytes, whenever and under whatever umask', async (t) => {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return t.skip('dpkg-deb is not here');
  const scratch = await mkdtemp(join(tmpdir(), 'kabinet-release-'));
  try {
    const [one, another] = [await packed(scratch, 1), await packed(scratch, 2)];
    for (const file of ['archive', 'file'] as const) {
      assert.ok((await readFile(one[file])).equals(await readFile(another[file])), file);
    }
    const said = (...words: string[]): string => {
      const { status, stdout, stderr } = spawnSync('dpkg-deb', [...words, one.file], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      return stdout;
    };
    assert.equal(said('--info').match(/ conffiles /g)?.length, 1);
    const contents = said('--contents');
    for (const line of [
      /^-rw-r----- root\/root .* \.\/etc\/kabinet\/kabinet\.env$/m,
      /^-rwxr-xr-x root\/root .* \.\/usr\/lib\/kabinet\/bin\/kabinet$/m,
      /^-rw-r--r-- root\/root .* \.\/usr\/lib\/kabinet\/dist\/web\/index\.html$/m,
      /^l.* \.\/usr\/bin\/kabinet-server -> \.\.\/lib\/kabinet\/bin\/kabinet-server$/m,
    ]) {
      assert.match(contents, line);
    }
    const tree = join(scratch, 'tree');
    assert.equal(spawnSync('dpkg-deb', ['--raw-extract', one.file, tree]).status, 0);
    const unit = await readFile(join(tree, 'usr/lib/systemd/system/kabinet.service'), 'utf8');
    assert.match(unit, /^ExecStart=\/usr\/lib\/kabinet\/bin\/node /m);
    assert.ok(!unit.includes('/srv/'));
    const sums = spawnSync('md5sum', ['--check', '--quiet', 'DEBIAN/md5sums'], { cwd: tree, encoding: 'utf8' });
    assert.equal(sums.status, 0, sums.stderr);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});

test('SAFE-05 a package is named and described as dpkg wants it, on Linux alone', () => {
  const name = packageName('1.8.4', { platform: 'linux', arch: 'x64' });
  assert.equal(name, 'kabinet_1.8.4_amd64.deb');
  assert.equal(packageName('1.8.4', { platform: 'linux', arch: 'arm64' }), 'kabinet_1.8.4_arm64.deb');
  assert.equal(packageName('1.8.4', { platform: 'darwin', arch: 'arm64' }), null);
  assert.equal(packageName('1.8.4', { platform: 'linux', arch: 'riscv64' }), null);
  const control = controlOf({ name, kilobytes: 123_456 });
  for (const line of ['Package: kabinet', 'Version: 1.8.4', 'Architecture: amd64', 'Installed-Size: 123456']) {
    assert.ok(control.split('\n').includes(line), line);
  }
  assert.ok(control.endsWith('\n'));
  // What goes on belongs to the description, and no line is empty.
  const [, more = ''] = control.split(/^Description: .+\n/m);
  assert.ok(
    more
      .split('\n')
      .slice(0, -1)
      .every((line) => /^ \S/.test(line)),
    more,
  );
});

test('SAFE-05 the scripts of the package are shell, end at the first failure, and name no folder but those of the unit', async () => {
  const scripts = await readdir(inProject('deploy/debian'));
  assert.deepEqual(scripts.sort(), ['postinst', 'postrm', 'preinst', 'prerm']);
  for (const script of scripts) {
    const { status, stderr } = spawnSync('sh', ['-n', inProject('deploy/debian', script)], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.match(await read(`deploy/debian/${script}`), /^#!\/bin\/sh\nset -e\n/);
  }
  const settings = await read('deploy/kabinet.env');
  assert.match(settings, /^DATA_DIR=\/var\/lib\/kabinet$/m);
  assert.match(settings, /^KEY_FILE=\/etc\/kabinet\/key$/m);
  const unit = await read('deploy/kabinet.service');
  assert.match(unit, /^StateDirectory=kabinet$/m);
  assert.match(unit, /^EnvironmentFile=\/etc\/kabinet\/kabinet\.env$/m);
  const example = await read('.env.example');
  for (const [, name = ''] of settings.matchAll(/^#?([A-Z_]+)=/gm)) assert.ok(example.includes(`#${name}=`), name);
});

test('the licences of what is built in are there once each, beside the product’s and Node’s', () => {
  const kysely = '## kysely - 0.29.9 (MIT)\n\nMIT License\n';
  const lru = '## lru-cache - 11.5.3 (BlueOak-1.0.0)\n\n## Purpose\n\nOf the licence.\n';
  const merged = mergeLicences('Kabinet’s', [`# Licenses\n\n${lru}\n${kysely}`, `# Licenses\n\n${kysely}`], 'Node’s');
  assert.equal(merged.split(kysely).length, 2);
  assert.ok(merged.includes(lru) && merged.indexOf(kysely) < merged.indexOf(lru));
  assert.ok(merged.includes('Kabinet’s') && merged.endsWith('Node’s'));
});

test('a build that the system ends says what helps, another failure what it said', async () => {
  const shell = (line: string): Promise<void> => runBuilder('web', ['sh', '-c', line]);
  await assert.rejects(shell('kill -KILL $$'), /system ended it \(SIGKILL\), most likely for want of memory.*650 MB/);
  await assert.rejects(shell('kill -ABRT $$'), /\(SIGABRT\)/);
  await assert.rejects(shell('echo wrong >&2; exit 1'), /could not be built:\nwrong$/);
  await shell('exit 0');
});
