import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Part } from '#proofs/torture/part.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Runs all tests in their long form, and the files that `npm test` leaves out. */
export const run: Part = async (tell) => {
  const child = spawn(process.execPath, ['scripts/test.mjs', '.test.ts'], {
    cwd: ROOT,
    env: { ...process.env, LONG_FORM: 'yes' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  const closing = output.trimEnd().split('\n').at(-1) ?? '';
  tell({
    what: 'the long forms of suites and journeys',
    where: 'both engines, a browser',
    measured: closing,
    wanted: 'none failed',
    ok: code === 0 && closing.includes(' passed, 0 failed'),
  });
};
