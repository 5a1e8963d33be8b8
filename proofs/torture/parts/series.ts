import { randomInt } from 'node:crypto';
import { printInstant } from '#domain/time/instant.ts';
import { type KilledSave, killSave, saveTime } from '#proofs/faults/killed-save.ts';
import { runHistory } from '#proofs/support/series/histories.ts';
import type { SeriesPractice } from '#proofs/support/series/series-calls.ts';
import { raceSeries, type SeriesRace } from '#proofs/support/series/visitors-race.ts';
import { addBooking } from '#proofs/support/rows.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { type Nodes, startNodes } from '#proofs/torture/nodes.ts';
import type { Figure, Part } from '#proofs/torture/part.ts';
import { seeded } from '#demo/seeded.ts';

const VISITORS = 64;
const ROUNDS = 50;
const KILLS = 100;
const HISTORIES = 1000;
const EDITS = 30;
const CONTROLS = 3;

type Tell = Parameters<Part>[0];

/** Series against visitors, against kill -9, and against any order of edits. */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using nodes = await startNodes(engine);
    await race(nodes, tell);
    await kill(nodes, tell);
  }
  await edit(tell);
};

async function race(nodes: Nodes, tell: Tell): Promise<void> {
  const { where } = nodes;
  const rounds: SeriesRace[] = [];
  // Where all are sent at once, one who is early in the order often wins.
  const order = () => ({ visitors: VISITORS, before: randomInt(4) === 0 ? randomInt(VISITORS) : randomInt(3) });
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await raceSeries(nodes, order()));
  const faults = rounds.flatMap((round) => round.faults);
  for (const fault of new Set(faults)) console.log(`    ${fault}`);
  const saved = rounds.filter(({ made }) => made > 0).length;
  tell({
    what: `${ROUNDS} rounds of ${VISITORS} visitors against the save of a series`,
    where,
    measured: `${faults.length} faults, saved in ${saved}, longest ${Math.max(...rounds.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms`,
    wanted: '0 faults, saved in some and not in all',
    ok: faults.length === 0 && saved > 0 && saved < ROUNDS,
  });
  const found = await countControls(async () => {
    const second = ({ owner }: SeriesPractice) => addBooking(nodes.db, owner, { date: printInstant(inTwoDays()) });
    return (await raceSeries(nodes, { visitors: 4, before: 0 }, second)).faults;
  });
  tell(control('rounds after which a second request stands at the same time', where, found));
}

/** The first start of the series. */
function inTwoDays(): Temporal.Instant {
  const day = Temporal.Now.plainDateISO('Europe/Moscow').add({ days: 2 });
  return day.toZonedDateTime({ timeZone: 'Europe/Moscow', plainTime: '10:00' }).toInstant();
}

async function kill(nodes: Nodes, tell: Tell): Promise<void> {
  const { where } = nodes;
  // The first one opens connections and warms the code, as each save after a start has to.
  const within = Math.ceil(await saveTime(nodes));
  const kills: KilledSave[] = [];
  for (let count = 0; count < KILLS; count += 1) kills.push(await killSave(nodes, within));
  const faults = kills.flatMap((one) => one.faults);
  for (const fault of new Set(faults)) console.log(`    ${fault}`);
  const none = kills.filter(({ stored }) => stored === 0).length;
  tell({
    what: `${KILLS} times kill -9 within the ${within} ms of a save of 520`,
    where,
    measured: `${faults.length} faults, ${none} times nothing was stored, ${KILLS - none} times all`,
    wanted: '0 faults, both happen',
    ok: faults.length === 0 && none > 0 && none < KILLS,
  });
  const found = await countControls(async () => {
    const lose = async ({ owner }: SeriesPractice): Promise<void> => {
      const row = { user: owner, start_ms: 0, end_ms: 1, source: 'session', source_id: owner, deliberate: 1 } as const;
      await nodes.db.write(({ trx }) => trx.insertInto('held_time').values(row).execute());
    };
    return (await killSave(nodes, within, lose)).faults;
  });
  tell(control('kills after which time is held for nothing', where, found));
}

async function edit(tell: Tell): Promise<void> {
  await using server = await openTestServer('sqlite');
  let faults = 0;
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const found = await runHistory(server, seeded(seed), EDITS);
    if (found.length > 0) console.log(`    seed ${seed}\n    ${found.join('\n    ')}`);
    faults += found.length;
  }
  tell({
    what: `${HISTORIES} histories of ${EDITS} edits against a model`,
    where: 'sqlite',
    measured: `${faults} differences`,
    wanted: '0 differences',
    ok: faults === 0,
  });
  const found = await countControls(async (count) => {
    const { db } = server.context;
    return runHistory(server, seeded(count + 1), EDITS, async ({ owner }) => {
      const one = db.read.selectFrom('sessions').select('id').where('user', '=', owner).limit(1);
      await db.write(({ trx }) => trx.deleteFrom('sessions').where('id', 'in', one).execute());
    });
  });
  tell(control('histories at whose end a session is gone', 'sqlite', found));
}

/** Returns how many of some runs with a planted fault find one. */
async function countControls(faultsOf: (count: number) => Promise<string[]>): Promise<number> {
  let found = 0;
  for (let count = 0; count < CONTROLS; count += 1) if ((await faultsOf(count)).length > 0) found += 1;
  return found;
}

function control(what: string, where: string, found: number): Figure {
  const measured = `${found} found wrong`;
  return { what: `control: ${what}`, where, measured, wanted: `${CONTROLS} of ${CONTROLS}`, ok: found === CONTROLS };
}
