import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { matchesLock, missingBinaries, type Lock } from './lib-lock.mjs';
import { inProject } from './lib-project.mjs';

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

test('the lock lists the binaries of every platform (scripts/complete-lock.mjs adds them)', async () => {
  const text = await readFile(inProject('package-lock.json'), 'utf8');
  assert.deepEqual(Object.keys(missingBinaries(JSON.parse(text) as Lock)), []);
  assert.ok(!text.includes('"resolved"'), 'the lock names a registry');
});

test('a binary that the lock leaves out is described by its name', () => {
  const missing = missingBinaries({
    packages: {
      'node_modules/oxlint': {
        dev: true,
        optionalDependencies: {
          '@oxlint/binding-linux-arm-musleabihf': '1.94.0',
          '@oxlint/binding-darwin-x64': '1.94.0',
        },
      },
      'node_modules/@oxlint/binding-darwin-x64': { version: '1.94.0', optional: true },
    },
  });
  assert.deepEqual(missing, {
    'node_modules/@oxlint/binding-linux-arm-musleabihf': {
      version: '1.94.0',
      cpu: ['arm'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
  });
});
