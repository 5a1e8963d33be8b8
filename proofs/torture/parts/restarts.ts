import { restartUnderLoad } from '#proofs/faults/restarts.ts';
import { createWrittenPractice } from '#proofs/faults/written-practice.ts';
import type { Part } from '#proofs/torture/part.ts';

const RESTARTS = 50;
const RATE = 500;
const WRITERS = 32;
const STOP_MS = 10_000;

/** SIGTERM in the middle of everything: what was answered is there, what was not can be sent again. */
export const run: Part = async (tell) => {
  await using practice = await createWrittenPractice(WRITERS);
  const restarts = await restartUnderLoad(practice, RESTARTS, RATE);
  const faults = restarts.flatMap((restart) => restart.faults);
  for (const fault of new Set(faults)) console.log(`    ${fault}`);
  const total = (name: 'requests' | 'sentAgain'): number => restarts.reduce((sum, restart) => sum + restart[name], 0);
  const slowest = Math.max(...restarts.map(({ stopMs }) => stopMs));
  const where = 'sqlite, 1 process';
  tell({
    what: `${RESTARTS} restarts at ${RATE} requests/s`,
    where,
    measured: `${total('requests')} requests, ${practice.ledger.acknowledged} writes acknowledged, ${faults.length} faults`,
    wanted: '0 faults',
    ok: faults.length === 0,
  });
  tell({
    what: 'creates without an answer, sent again',
    where,
    measured: `${total('sentAgain')}, each one record`,
    wanted: 'each one record',
    ok: faults.length === 0,
  });
  tell({
    what: 'from SIGTERM to the end of the process',
    where,
    measured: `longest ${slowest.toFixed(0)} ms`,
    wanted: `≤ ${STOP_MS} ms`,
    ok: slowest <= STOP_MS,
  });
};
