import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { inProject } from './lib-project.mjs';

test('every package in a lock has its exact version and its hash, and no address', async () => {
  for (const folder of ['.', 'e2e/observatory']) {
    const lock: { packages: Record<string, { version?: string; integrity?: string; resolved?: string }> } = JSON.parse(
      await readFile(inProject(folder, 'package-lock.json'), 'utf8'),
    );
    const { '': root, ...packages } = lock.packages;
    assert.ok(root);
    const incomplete = Object.entries(packages).filter(
      ([, { version, integrity, resolved }]) => !version || !integrity?.startsWith('sha512-') || resolved !== undefined,
    );
    assert.deepEqual(
      incomplete.map(([path]) => path),
      [],
    );
  }
});
