import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { projectEnvironment } from './lib-process.mjs';
import { inProject } from './lib-project.mjs';

test('SAFE-04 the operator’s command runs by its name, and its exit status is that of the command', () => {
  const kabinet = (...words: string[]) =>
    spawnSync(process.execPath, [inProject('scripts', 'kabinet.mjs'), ...words], {
      env: projectEnvironment(),
      encoding: 'utf8',
    });
  const version = kabinet('version', '--json');
  assert.equal(version.status, 0, version.stderr);
  assert.match(JSON.parse(version.stdout).version, /^\d+\.\d+\.\d+$/);
  const unknown = kabinet('verison');
  assert.deepEqual([unknown.status, unknown.stdout], [2, '']);
  assert.match(unknown.stderr, /^There is no command "verison"\.\nCommands:\n/);
});

test('the image is the release, and has the operator’s commands under their names', async () => {
  const image = await readFile(inProject('Dockerfile'), 'utf8');
  assert.match(image, /^RUN .*node scripts\/release\.mjs --folder \/kabinet$/m);
  assert.match(image, /^COPY --from=build \/kabinet \.$/m);
  assert.match(image, /^ENV PATH=\/kabinet\/bin:/m);
  const release = await readFile(inProject('scripts', 'release.mjs'), 'utf8');
  assert.match(release, /^ {2}kabinet: 'dist\/server\/kabinet\.js',$/m);
});
