import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Part } from '#proofs/torture/part.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OPENS_SERVERS = /\b(?:onServer|openTestServer|startRecordApp|openWorlds|startNodes)\b/;

/** Runs every test of the server with two nodes that receive its requests in turn. */
export const run: Part = async (tell) => {
  const files: string[] = [];
  for await (const file of glob('server/**/*.test.ts', { cwd: ROOT })) {
    if (OPENS_SERVERS.test(await readFile(join(ROOT, file), 'utf8'))) files.push(file);
  }
  const options = ['--test', '--test-reporter=tap', '--test-concurrency=2', '--test-timeout=300000'];
  const child = spawn(process.execPath, [...options, ...files.toSorted()], {
    cwd: ROOT,
    env: { ...process.env, TEST_ENGINE: 'nodes' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  for (const [line] of output.matchAll(/^\s*not ok .*$/gm)) console.log(line);
  const count = (name: string): number => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const [passed, failed, skipped] = [count('pass'), count('fail') + count('cancelled'), count('skipped')];
  tell({
    what: `the suites of the server, ${files.length} files`,
    where: 'postgres, two nodes in turn',
    measured: `${passed} passed, ${failed} failed, ${skipped} skipped`,
    wanted: 'none failed, none skipped',
    ok: passed > 0 && failed === 0 && skipped === 0,
  });
};
