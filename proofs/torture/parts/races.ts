import { type Race, RACES, runRace, type Round } from '#proofs/support/races.ts';
import type { Database } from '#server/ground/db/database.ts';
import { addBooking } from '#proofs/support/rows.ts';
import { startNodes } from '#proofs/torture/nodes.ts';
import type { Figure, Part } from '#proofs/torture/part.ts';

const ROUNDS = 50;
const LONGEST_ROUND_MS = 500;
const CONTROL_ROUNDS = 3;

/** No time is booked twice, however many callers race: every race over real processes, on both engines. */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using nodes = await startNodes(engine);
    for (const race of RACES) {
      // Opens the connections and warms the code before measuring.
      await runRace(nodes, race, { rounds: 2, callers: race.callers });
      const rounds = await runRace(nodes, race, { rounds: ROUNDS, callers: race.callers });
      const { where } = nodes;
      const what = `${race.title}, ${race.callers} at once`;
      tell({ what, where, ...outcomeOf(rounds), wanted: `${ROUNDS} rounds right` });
      tell({ what, where, ...timeOf(rounds), wanted: `a round ≤ ${LONGEST_ROUND_MS} ms` });
    }
    const [visitors] = RACES;
    if (!visitors) throw new Error('There is no race.');
    const spoiled = await runRace(nodes, withSecondBooking(visitors, nodes.db), { rounds: CONTROL_ROUNDS, callers: 4 });
    const found = spoiled.filter(({ faults }) => faults.length > 0).length;
    tell({
      what: 'control: rounds after which a second request stands at the same time',
      where: nodes.where,
      measured: `${found} found wrong`,
      wanted: `${CONTROL_ROUNDS} of ${CONTROL_ROUNDS}`,
      ok: found === CONTROL_ROUNDS,
    });
  }
};

/** The same race with one call more, which writes a request past the server, as a program without a lock could. */
function withSecondBooking(race: Race, db: Database): Race {
  return {
    ...race,
    async prepare(track, callers) {
      const start = await race.prepare(track, callers);
      const date = `${track.day} 06:00:00.000Z`;
      return { ...start, calls: [...start.calls, () => addBooking(db, track.practitioner.owner, { date })] };
    },
  };
}

function outcomeOf(rounds: readonly Round[]): Pick<Figure, 'measured' | 'ok'> {
  const wrong = rounds.filter(({ faults }) => faults.length > 0);
  const passed = rounds.map((round) => round.passed);
  const range = [...new Set([Math.min(...passed), Math.max(...passed)])].join('–');
  const faults = Map.groupBy(
    wrong.flatMap((round) => [...new Set(round.faults.map((fault) => fault.replaceAll(/[a-z0-9]{15}.*/g, '…')))]),
    (fault) => fault,
  );
  for (const [fault, found] of faults) console.log(`    ${fault}: in ${found.length} rounds`);
  return { measured: `${rounds.length - wrong.length} right, ${range} passed in each`, ok: wrong.length === 0 };
}

function timeOf(rounds: readonly Round[]): Pick<Figure, 'measured' | 'ok'> {
  const times = rounds.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const median = times[times.length >> 1] ?? 0;
  const longest = times.at(-1) ?? 0;
  return {
    measured: `median ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
    ok: longest <= LONGEST_ROUND_MS,
  };
}
