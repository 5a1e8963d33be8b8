import { once } from 'node:events';
import { createPractice } from '#proofs/support/backup/practice-on-disk.ts';
import { endProgram, readyUrl, startProgram } from '#proofs/support/program.ts';
import type { Part } from '#proofs/torture/part.ts';

const ROUNDS = 20;
const LONGEST_MS = 1000;
const SENTENCE = /^DATA_DIR \S+ is in use by another running Kabinet\.\n$/;

/** A second program on the folder of a running one, and a third after the first was killed. */
export const run: Part = async (tell) => {
  await using practice = await createPractice();
  const env = { DATA_DIR: practice.dataDir, PORT: '0', LOG_LEVEL: 'silent' };
  let [refused, longest] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    // From the second round on this is also the start after a kill.
    const first = startProgram('dist/server/main.js', env);
    await readyUrl(first);
    const began = performance.now();
    const second = startProgram('dist/server/main.js', env);
    let said = '';
    second.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(second, 'close');
    longest = Math.max(longest, performance.now() - began);
    if (second.exitCode === 1 && SENTENCE.test(said)) refused += 1;
    await endProgram(first, 'SIGKILL');
  }
  tell({
    what: `a second program on one folder, ${ROUNDS} times, each after a kill -9 of the one before`,
    where: 'sqlite',
    measured: `${refused} refused with one sentence, longest ${longest.toFixed(0)} ms`,
    wanted: `all refused, ≤ ${LONGEST_MS} ms`,
    ok: refused === ROUNDS && longest <= LONGEST_MS,
  });
};
