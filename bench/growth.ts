import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { GROWTH_BAR, mark } from '#bench/bars.ts';
import { type Call, CALLS } from '#bench/calls.ts';
import { machine } from '#bench/machine.ts';
import { megabytes, plantKabinet } from '#bench/plant.ts';
import { castOf, seedingOf, type Stage, startKabinet } from '#bench/rivals.ts';
import { Counters, median, type Pace, percentile, runRound } from '#bench/rounds.ts';
import { figure, table } from '#bench/table.ts';

const PRACTICES = [1, 10, 100, 1000] as const;
const EACH = 1000;
const ACCOUNTS = 40;
const LONG: Pace = { rounds: 9, ms: 300, share: 0.4 };
const QUICK: Pace = { rounds: 5, ms: 100, share: 0.2 };

interface Grown {
  sessions: number;
  mb: number;
  stage: Stage;
  counters: Counters;
}

/** The same calls for the same practice of a thousand sessions, alone in its file and among 1,000. */
export async function measureGrowth({ quick, only }: { quick: boolean; only: string }): Promise<void> {
  const pace = quick ? QUICK : LONG;
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-growth-'));
  const grown: Grown[] = [];
  try {
    for (const practices of PRACTICES.slice(0, quick ? 3 : undefined)) {
      grown.push(await grow(join(folder, `data-${practices}`), practices, pace));
    }
    console.log(machine());
    console.log(
      `one practice of ${EACH} sessions, in files of ${grown.map(({ mb }) => mb.toFixed(0)).join(', ')} MB\n`,
    );
    const rows: string[][] = [];
    for (const call of CALLS.filter(({ name }) => name.includes(only))) {
      rows.push(rowOf(call, await timesOf({ ...call, connections: 1 }, grown, pace)));
      console.log(rows.at(-1)?.join('  '));
    }
    const sizes = grown.map(({ sessions }) => `p50 ms, ${sessions.toLocaleString('en')}`);
    console.log(`\n${table([['', ...sizes, `times, wanted ≤ ${GROWTH_BAR}`], ...rows])}`);
  } finally {
    await Promise.all(grown.map(({ stage }) => stage.server.end()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function grow(dataDir: string, practices: number, pace: Pace): Promise<Grown> {
  const requests = Math.ceil(60 * pace.share) * (pace.rounds + 2);
  const sizes = [
    { name: 'reader', clients: 100, sessions: EACH, requests },
    ...Array.from({ length: ACCOUNTS }, (_, at) => ({ name: `account${at}`, clients: 0, sessions: 0, requests: 0 })),
    ...Array.from({ length: practices - 1 }, (_, at) => ({
      name: `neighbour${at}`,
      clients: 100,
      sessions: EACH,
      requests: 0,
    })),
  ];
  const [reader, ...others] = await plantKabinet(dataDir, sizes, await seedingOf(1));
  if (!reader) throw new Error('nobody is there');
  const mb = megabytes(join(dataDir, DATABASE_FILE));
  const server = await startKabinet(dataDir, `${dataDir}.log`);
  const everyone = { reader, writer: reader, searcher: reader, veteran: reader };
  const cast = await castOf('kabinet', server, everyone, others.slice(0, ACCOUNTS));
  return { sessions: practices * EACH, mb, stage: { rival: 'kabinet', server, cast }, counters: new Counters() };
}

/** The median time of a call in each file, round by round: a round in each in turn. */
async function timesOf(call: Call, grown: readonly Grown[], pace: Pace): Promise<number[][]> {
  const times: number[][] = grown.map(() => []);
  for (let round = -1; round < pace.rounds; round += 1) {
    for (const [at, { stage, counters }] of grown.entries()) {
      const sample = await runRound(call, stage, pace, counters);
      if (round >= 0) times[at]?.push(percentile(sample.times, 0.5));
    }
  }
  return times;
}

function rowOf(call: Call, times: readonly number[][]): string[] {
  const [smallest = []] = times;
  const largest = times.at(-1) ?? [];
  const ratios = largest.map((time, round) => time / (smallest[round] ?? Number.NaN));
  const ratio = median(ratios);
  const spread = `(${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
  const name = call.name.replace(/ (?:among|beside) 10,000.*/, '');
  return [
    name,
    ...times.map((rounds) => figure(median(rounds))),
    `${ratio.toFixed(2)} ${spread} ${mark(ratio <= GROWTH_BAR)}`,
  ];
}
