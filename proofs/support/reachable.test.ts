import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { asNobody } from '#proofs/support/as-nobody.ts';
import { copyPackages, isReachable } from '#proofs/support/reachable.ts';

test('what lies below a folder that others may not enter is not reachable, and a copy of it is', async (t) => {
  const folder = mkdtempSync('/tmp/kabinet-reachable-');
  t.after(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const modules = join(folder, 'closed/node_modules');
  for (const name of ['one', 'two']) mkdirSync(join(modules, name), { recursive: true });
  const file = join(modules, 'one/program');
  writeFileSync(file, 'x', { mode: 0o700 });
  assert.equal(isReachable(file), false);
  chmodSync(file, 0o755);
  assert.equal(isReachable(file), true);
  chmodSync(join(folder, 'closed'), 0o700);
  assert.equal(isReachable(file), false);

  chmodSync(file, 0o700);
  const copy = join(folder, 'open');
  copyPackages(modules, copy, ['one'], ['two']);
  assert.equal(isReachable(join(copy, 'one/program')), true);
  assert.equal(await asNobody(() => readFileSync(join(copy, 'one/program'), 'utf8')), 'x');
});
