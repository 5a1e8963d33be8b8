import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readConfig } from '#server/config.ts';
import { programArguments, programEnvironment } from './lib-process.mjs';
import { inProject } from './lib-project.mjs';

const read = (file: string): Promise<string> => readFile(inProject(file), 'utf8');

test('the unit and the image start the program as npm start does', async () => {
  const options = programArguments().filter((word) => !word.startsWith('--env-file'));
  const unit = await read('deploy/kabinet.service');
  assert.ok(unit.includes(`/node ${options.join(' ')} dist/server/main.js\n`));
  assert.ok('NODE_COMPILE_CACHE' in programEnvironment());
  assert.match(unit, /^Environment=NODE_COMPILE_CACHE=\/var\/cache\/kabinet$/m);
  const arenas = Object.entries(programEnvironment())
    .filter(([name]) => name === 'MALLOC_ARENA_MAX')
    .join()
    .replace(',', '=');
  assert.ok(unit.includes(`Environment=${arenas}\n`));
  assert.match(unit, /^CacheDirectory=kabinet$/m);
  const image = await read('Dockerfile');
  assert.ok(image.includes(arenas));
  const command = /^CMD (.+)$/m.exec(image)?.[1] ?? '';
  assert.deepEqual(JSON.parse(command), ['node', ...options, 'dist/server/main.js']);
});

test('every database URL of the documents and the composition is one that the start takes', async () => {
  const files = ['.env.example', 'deploy/compose.yaml', 'docs/OPERATIONS.md', 'docs/SCALING.md'];
  const texts = await Promise.all(files.map(read));
  const urls = texts.flatMap((text) =>
    [...text.matchAll(/(?:DATABASE_(?:DIRECT_)?URL[=:] ?|^# )(postgres:\/\/.+)$/gm)].map(([, url = '']) => url),
  );
  assert.ok(urls.length >= 6, urls.join('\n'));
  for (const url of urls) readConfig({ DATABASE_URL: url.replace(/\$\{[^}]*\}/, 'x') });
});
