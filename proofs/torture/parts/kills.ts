import { type Kill, killUnderLoad } from '#proofs/faults/kills.ts';
import { createWrittenPractice } from '#proofs/faults/written-practice.ts';
import type { Part } from '#proofs/torture/part.ts';

const KILLS = 200;
/** On a slow machine more kills make up for fewer writes between them. */
const KILLS_MAX = 400;
/** A new folder after this many kills keeps the check of all its data quick. */
const KILLS_OF_A_FOLDER = 20;
const WRITERS = 16;
const WRITES = 100_000;
const FIRST_ANSWER_MS = 2000;

/** kill -9 at any moment: acknowledged writes are stored, nothing is half-done, and the next start needs no help. */
export const run: Part = async (tell) => {
  const kills: Kill[] = [];
  let writes = 0;
  while (kills.length < KILLS || (writes < WRITES && kills.length < KILLS_MAX)) {
    await using practice = await createWrittenPractice(WRITERS);
    kills.push(...(await killUnderLoad(practice, KILLS_OF_A_FOLDER)));
    writes += practice.ledger.acknowledged;
  }
  const faults = kills.flatMap((kill) => kill.faults);
  for (const fault of new Set(faults)) console.log(`    ${fault}`);
  const slowest = Math.max(...kills.map(({ firstAnswerMs }) => firstAnswerMs));
  const what = `${kills.length} times kill -9 under load`;
  const where = 'sqlite, 1 process';
  tell({
    what,
    where,
    measured: `${writes} writes acknowledged, ${faults.length} faults`,
    wanted: '0 faults',
    ok: faults.length === 0,
  });
  tell({
    what: 'writes acknowledged between the kills',
    where,
    measured: `${writes}`,
    wanted: `≥ ${WRITES}`,
    ok: writes >= WRITES,
  });
  tell({
    what: 'first answer after a kill',
    where,
    measured: `longest ${slowest.toFixed(0)} ms`,
    wanted: `≤ ${FIRST_ANSWER_MS} ms`,
    ok: slowest <= FIRST_ANSWER_MS,
  });
};
