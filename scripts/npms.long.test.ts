import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { capture } from './lib-process.mjs';
import { inProject } from './lib-project.mjs';
import { fetchNpm, NPMS, RegistryAway } from './npms.ts';

const scratch = await mkdtemp(join(tmpdir(), 'kabinet-npms-'));
after(() => rm(scratch, { recursive: true, force: true }));

for (const version of Object.keys(NPMS)) {
  test(`npm ${version} installs what the locks say`, async (t) => {
    const program = await fetchNpm(version).catch((error: unknown) => {
      if (!(error instanceof RegistryAway)) throw error;
      t.skip(error.message);
      return null;
    });
    if (program === null) return;
    for (const folder of ['.', 'e2e/observatory']) {
      const copy = join(scratch, version, folder);
      for (const file of ['package.json', 'package-lock.json']) await cp(inProject(folder, file), join(copy, file));
      // Without the registry and with nothing kept: all that is needed to decide stands in the lock.
      const options = ['--dry-run', '--offline', '--ignore-scripts', '--cache', join(scratch, 'cache')];
      const { ok, output } = await capture(process.execPath, [program, 'ci', ...options], { cwd: copy });
      assert.ok(ok, `${folder}: ${output}`);
    }
  });
}
