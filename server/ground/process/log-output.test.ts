import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { longTest } from '#proofs/support/long-form.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MANY = 20_000;
/** Fewer than a pipe holds. */
const FEW = 200;

/** Starts a program that logs `entries`, and some more when it ends, and waits until it has logged them. */
async function program(entries: number, end: 'by itself' | 'at once'): Promise<ChildProcess> {
  const lines = `
    import { createLog } from '#server/ground/process/log.ts';
    import { runProgram } from '#server/ground/process/run-program.ts';
    const log = createLog({ logLevel: 'info' });
    await runProgram(async () => {
      for (let entry = 0; entry < ${entries}; entry += 1) log.info({ entry }, 'ёлочка');
      const working = setInterval(() => undefined, 1000);
      return async () => {
        log.info('the last entry');
        ${end === 'at once' ? 'process.exit(0)' : 'clearInterval(working)'};
      };
    });
    process.stderr.write('logged');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', lines], { cwd: ROOT });
  child.stdout.pause();
  await once(child.stderr, 'data');
  return child;
}

longTest('a flush does not wait for a reader who reads nothing', async () => {
  const lines = `
    import { createLog, warnFirst } from '#server/ground/process/log.ts';
    const log = createLog({ logLevel: 'info' });
    for (let entry = 0; entry < ${MANY}; entry += 1) log.info({ entry }, 'ёлочка');
    await warnFirst(log, {}, 'the last entry');
    process.stderr.write('went on');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', lines], { cwd: ROOT });
  child.stdout.pause();
  try {
    assert.equal(String((await once(child.stderr, 'data'))[0]), 'went on');
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    child.stdout.destroy();
  }
});

for (const end of ['by itself', 'at once'] as const) {
  test(`what is logged is written before a program ends ${end}`, async () => {
    const child = await program(FEW, end);
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    const printed = Buffer.concat((await child.stdout?.toArray()) ?? []).toString();
    assert.deepEqual(await closed, [0, null]);
    const lines = printed.trimEnd().split('\n');
    assert.deepEqual(
      lines.slice(0, FEW).map((line) => JSON.parse(line).entry),
      Array.from({ length: FEW }, (_, entry) => entry),
    );
    assert.match(lines[FEW] ?? '', /"msg":"the last entry"/);
    assert.equal(lines.length, FEW + 1);
  });

  (end === 'by itself' ? test : longTest)(`a program ends ${end} whose log is not read any more`, async () => {
    const child = await program(MANY, end);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    child.stdout?.destroy();
  });

  test(`a program ends ${end} whose log has no reader any more`, async () => {
    const child = await program(FEW, end);
    child.stdout?.destroy();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });
}
