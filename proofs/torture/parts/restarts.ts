import { restartUnderLoad } from '#proofs/faults/restarts.ts';
import { createWrittenPractice } from '#proofs/faults/written-practice.ts';
import { sql } from 'kysely';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import type { Part } from '#proofs/torture/part.ts';

const RESTARTS = 50;
const RATE = 500;
const WRITERS = 32;
const STOP_MS = 10_000;
/** A restart gets at least 300 ms of the load; a busy machine handles half of it. */
const FEWEST_REQUESTS = (RESTARTS * RATE * 0.3) / 2;

/** SIGTERM during writes: acknowledged writes are stored, all others can be retried. */
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
    wanted: `0 faults, ≥ ${FEWEST_REQUESTS} requests`,
    ok: faults.length === 0 && total('requests') >= FEWEST_REQUESTS,
  });
  tell({
    what: 'creates without an answer, sent again',
    where,
    measured: `${total('sentAgain')}, each one record`,
    wanted: 'some, each one record',
    ok: faults.length === 0 && total('sentAgain') > 0,
  });
  tell({
    what: 'from SIGTERM to the end of the process',
    where,
    measured: `longest ${slowest.toFixed(0)} ms`,
    wanted: `≤ ${STOP_MS} ms`,
    ok: slowest <= STOP_MS,
  });
  const lost = await openSqlite(practice.dataDir);
  await lost.write(({ trx }) => sql`delete from clients where id = (select max(id) from clients)`.execute(trx));
  await lost.close();
  const found = await practice.faults();
  tell({
    what: 'control: an acknowledged record that is taken away',
    where,
    measured: found.length > 0 ? 'found missing' : 'not found',
    wanted: 'found missing',
    ok: found.length > 0,
  });
};
