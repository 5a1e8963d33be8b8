import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesLock } from './lib-installed.mjs';

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
