import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LIFE_BARS, mark, ratioCell, timeCell } from '#bench/bars.ts';
import { CALLS, type Cast, type Rival, RIVALS } from '#bench/calls.ts';
import { Audience, FAN_OUT } from '#bench/fan-out.ts';
import { measureLife } from '#bench/life.ts';
import { machine } from '#bench/machine.ts';
import type { Planted } from '#bench/plant.ts';
import type { Size } from '#bench/practices.ts';
import { castOf, describePocketBase, plantAll, type Places, seedingOf, type Stage, startRival } from '#bench/rivals.ts';
import { Counters, type Line, measure, median, type Pace } from '#bench/rounds.ts';
import { figure, table } from '#bench/table.ts';

interface Options {
  quick: boolean;
  pocketbase: string | null;
  /** Only the calls whose name holds this. */
  only: string;
}

const LONG: Pace = { rounds: 7, ms: 500, share: 1 };
const QUICK: Pace = { rounds: 5, ms: 150, share: 0.3 };
const STREAMS = 1000;

/** A provider's file: fifty practices of a thousand sessions, and some that are larger. */
function sizesOf(pace: Pace): Size[] {
  const neighbours = Array.from({ length: 50 }, (_, at) => at);
  return [
    { name: 'reader', clients: 100, sessions: 1000, requests: 0 },
    { name: 'writer', clients: 100, sessions: 1000, requests: 60 * (pace.rounds + 2) },
    { name: 'searcher', clients: 10_000, sessions: 0, requests: 0 },
    { name: 'veteran', clients: 500, sessions: 10_000, requests: 0 },
    ...neighbours.map((at) => ({ name: `neighbour${at}`, clients: 100, sessions: 1000, requests: 0 })),
  ];
}

/** Measures Kabinet and the others, one kind of call after the other. */
export async function compareRivals({ quick, pocketbase, only }: Options): Promise<void> {
  const pace = quick ? QUICK : LONG;
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-bench-'));
  try {
    const { places, practices, mb } = await plantAll(folder, sizesOf(pace), await seedingOf(5), pocketbase);
    const [reader, writer, searcher, veteran, ...everybody] = practices;
    if (!reader || !writer || !searcher || !veteran) throw new Error('nobody is there');
    const cast = { practices: { reader, writer, searcher, veteran }, everybody };
    console.log(head(places, mb, pocketbase));
    const life = only === '' ? await measureLife(places, cast, quick ? 2 : 5) : null;
    const stages = await startStages(places, cast, pocketbase);
    const lines: Line[] = [];
    let loadedMb = 0;
    const counters = new Counters();
    try {
      for (const call of CALLS.filter(({ name }) => name.includes(only))) {
        const line = await measure(call, stages, pace, counters, ({ rival, server }) => {
          if (rival === 'kabinet') loadedMb = Math.max(loadedMb, server.memory());
        });
        lines.push(line);
        console.log(rowOf(line).join('  '));
      }
      if (FAN_OUT.name.includes(only)) lines.push(await measureFanOut(stages, everybody, pace));
    } finally {
      await Promise.all(stages.map(({ server }) => server.end()));
    }
    console.log(`\n${table([HEAD, ...lines.map(rowOf)])}`);
    console.log(`\n${workTable(lines)}`);
    if (life) console.log(`\n${lifeTable({ ...life, loadedMb })}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function startStages(
  places: Places,
  { practices, everybody }: { practices: Cast['practices']; everybody: readonly Planted[] },
  pocketbase: string | null,
): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (const rival of RIVALS.filter((name) => name !== 'pocketbase' || pocketbase !== null)) {
    const server = await startRival(rival, places, pocketbase);
    stages.push({ rival, server, cast: await castOf(rival, server, practices, everybody) });
  }
  return stages;
}

async function measureFanOut(stages: readonly Stage[], everybody: readonly Planted[], pace: Pace): Promise<Line> {
  const told = new Map<Rival, number[]>();
  const audiences: [Rival, Audience][] = [];
  for (const stage of stages) {
    const audience = new Audience(stage);
    await audience.gather(everybody, STREAMS);
    audiences.push([stage.rival, audience]);
  }
  for (let round = -1; round < pace.rounds; round += 1) {
    for (const [rival, audience] of audiences) {
      const perSecond = await audience.tell();
      if (round >= 0) told.set(rival, [...(told.get(rival) ?? []), perSecond]);
    }
  }
  for (const [, audience] of audiences) audience.leave();
  const own = told.get('kabinet') ?? [];
  const entries = [...told];
  return {
    call: FAN_OUT,
    figures: Object.fromEntries(
      entries.map(([rival, rates]) => [
        rival,
        { perSecond: median(rates), p50: Number.NaN, p95: Number.NaN, bytes: 0, work: Number.NaN },
      ]),
    ),
    ratios: Object.fromEntries(
      entries.map(([rival, rates]) => {
        const ratios = own.map((rate, round) => rate / (rates[round] ?? Number.NaN));
        return [rival, { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) }];
      }),
    ),
  };
}

/** The servers' own work for a call: a busy machine changes it little. */
function workTable(lines: readonly Line[]): string {
  return table([
    ['µs of work for a call', 'Kabinet', 'bare', 'PocketBase'],
    ...lines.map(({ call, figures }) => [
      call.name,
      ...RIVALS.map((rival) => figure(figures[rival]?.work ?? Number.NaN)),
    ]),
  ]);
}

const HEAD = [
  '',
  'bytes',
  'Kabinet a second',
  'ms p50',
  'ms p95',
  'bare a second',
  'times bare',
  'PocketBase',
  'times PocketBase',
];

function rowOf(line: Line): string[] {
  const perSecond = (rival: Rival): string => {
    const measured = line.figures[rival];
    return measured ? figure(measured.perSecond) : '–';
  };
  const missing = line.figures.pocketbase === undefined && line.call.to.pocketbase !== undefined;
  return [
    line.call.name,
    String(line.figures.kabinet?.bytes ?? '–'),
    perSecond('kabinet'),
    timeCell(line, 'p50'),
    timeCell(line, 'p95'),
    perSecond('bare'),
    ratioCell(line, 'bare'),
    missing ? 'NOT RUN' : perSecond('pocketbase'),
    ratioCell(line, 'pocketbase'),
  ];
}

function lifeTable(life: { idleMb: number; loadedMb: number; startMs: number; afterKillMs: number }): string {
  const line = (what: string, measured: number, most: number, unit: string): string[] => [
    what,
    `${figure(measured)} ${unit}`,
    `${mark(measured <= most)} ≤ ${most}`,
  ];
  return table([
    ['Kabinet', 'measured', 'wanted'],
    line('memory, idle', life.idleMb, LIFE_BARS.idleMb, 'MB'),
    line('memory under load', life.loadedMb, LIFE_BARS.loadedMb, 'MB'),
    line('start to the first answer', life.startMs, LIFE_BARS.startMs, 'ms'),
    line('after kill -9 in the middle of writes', life.afterKillMs, LIFE_BARS.afterKillMs, 'ms'),
  ]);
}

function head(places: Places, mb: number, pocketbase: string | null): string {
  return [
    machine(),
    `${mb.toFixed(0)} MB: 54 practices, 61,000 sessions, 15,600 clients; 1,000 sessions in the practice that is asked`,
    `Kabinet, bare: ${fileOf(places.bare)}, synchronous=full`,
    pocketbase === null
      ? 'PocketBase: NOT RUN'
      : `PocketBase: ${fileOf(join(places.pocketbase, 'data/data.db'))}, synchronous=normal; ${describePocketBase(pocketbase)}`,
  ].join('\n');
}

function fileOf(file: string): string {
  const db = new DatabaseSync(file);
  const read = (name: string): string => String(Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0]);
  const said = `journal_mode=${read('journal_mode')}, pages of ${read('page_size')} bytes`;
  db.close();
  return said;
}
