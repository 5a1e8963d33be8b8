import { type Outcome, prepareSpecimen } from '#proofs/faults/damage.ts';
import type { Part } from '#proofs/torture/part.ts';

const ROUNDS = 100;
const CLIENTS = 60;

/** A practice whose file the disk damaged at random places, read through the server. */
export const run: Part = async (tell) => {
  await using specimen = await prepareSpecimen(CLIENTS);
  const outcomes = new Map<Outcome, number>();
  let served = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    try {
      const outcome = await specimen.damageOnce(round);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    } catch (error) {
      console.error(error);
      served += 1;
    }
  }
  const counts = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
  tell({
    what: `a file damaged at random places, ${ROUNDS} times`,
    where: 'sqlite, 1 process',
    measured: `${served} served or crashed; ${counts}`,
    wanted: 'none served of what SQLite can know, no crash',
    ok: served === 0,
  });
};
