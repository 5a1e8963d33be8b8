import { isDeepStrictEqual } from 'node:util';
import { amountOf, type Call, type Rival } from '#bench/calls.ts';
import { type Answer, bodyOf, Connection, encode, load, type Sample } from '#bench/load.ts';
import type { Stage } from '#bench/rivals.ts';

export interface Figures {
  /** Calls a second, the median of the rounds. */
  perSecond: number;
  /** Milliseconds: the median over the rounds of their 50th and 95th percentile. */
  p50: number;
  p95: number;
  /** Of a response. */
  bytes: number;
  /** Microseconds that the server works for a call. */
  work: number;
}

interface Round extends Sample {
  work: number;
}

/** How many times as many calls as another server, round by round. */
export interface Ratio {
  median: number;
  least: number;
  most: number;
}

export interface Line {
  call: Call;
  figures: Partial<Record<Rival, Figures>>;
  ratios: Partial<Record<Rival, Ratio>>;
}

export interface Pace {
  rounds: number;
  ms: number;
  /** Of the calls of a round, where they are counted. */
  share: number;
}

const WARM_MS = 2000;

/** Which call of each kind comes next at each server: none is sent twice. */
export class Counters {
  readonly #next = new Map<string, number>();

  take(rival: string, call: Call, count: number): number {
    const key = `${rival} ${call.name}`;
    const from = this.#next.get(key) ?? 0;
    this.#next.set(key, from + count);
    return from;
  }
}

/** Measures one kind of call at all servers that have it: a round at each in turn, and again. */
export async function measure(
  call: Call,
  stages: readonly Stage[],
  pace: Pace,
  counters: Counters,
  afterRound: (stage: Stage) => void = () => undefined,
): Promise<Line> {
  const here = stages.filter(({ rival }) => call.to[rival]);
  await compareAnswers(call, here, counters);
  const samples = new Map<Rival, Round[]>(here.map(({ rival }) => [rival, []]));
  // The first round is for the code to get warm, however short the others are.
  const warmUp = { ...pace, ms: WARM_MS };
  for (let round = -1; round < pace.rounds; round += 1) {
    for (const stage of here) {
      const sample = await runRound(call, stage, round < 0 ? warmUp : pace, counters);
      afterRound(stage);
      if (round >= 0) samples.get(stage.rival)?.push(sample);
    }
  }
  const own = samples.get('kabinet') ?? [];
  const entries = [...samples];
  return {
    call,
    figures: Object.fromEntries(entries.map(([rival, taken]) => [rival, figuresOf(taken)])),
    ratios: Object.fromEntries(entries.map(([rival, taken]) => [rival, ratioOf(own, taken)])),
  };
}

/** One round of calls to one server. */
export async function runRound(
  call: Call,
  { rival, server, cast }: Stage,
  pace: Pace,
  counters: Counters,
): Promise<Round> {
  const make = call.to[rival];
  if (!make) throw new Error(`${rival} has no ${call.name}`);
  const from = counters.take(rival, call, 0);
  const { connections } = call;
  const before = server.worked();
  const sample = await load(server.port, (at) => make(cast, at), { connections, amount: amountOf(call, pace), from });
  counters.take(rival, call, sample.times.length);
  return { ...sample, work: ((server.worked() - before) * 1000) / sample.times.length };
}

/** Throws unless all servers return the same records with the same fields. */
async function compareAnswers(call: Call, stages: readonly Stage[], counters: Counters): Promise<void> {
  if (call.compare === 'nothing') return;
  for (let asked = 0; asked < 3; asked += 1) {
    const answers: [Rival, unknown][] = [];
    for (const stage of stages) answers.push([stage.rival, await answerOf(call, stage, counters)]);
    const [[, first] = []] = answers;
    for (const [rival, answer] of answers) {
      if (isDeepStrictEqual(answer, first)) continue;
      const shown = [first, answer].map((value) => JSON.stringify(value).slice(0, 1500)).join('\n');
      throw new Error(`${call.name}: ${rival} answers something else.\n${shown}`);
    }
  }
}

async function answerOf(call: Call, { rival, server, cast }: Stage, counters: Counters): Promise<unknown> {
  const request = call.to[rival]?.(cast, counters.take(rival, call, 1));
  if (!request) return null;
  const connection = await Connection.open(server.port);
  const answer = await connection.ask(encode(request));
  connection.close();
  const body = readBody(answer, call.name);
  if (call.compare === 'whole') return body;
  // Ids and stamps are of each server's own making.
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      ['id', 'created', 'updated', 'remind_from'].includes(name) ? '' : value,
    ]),
  );
}

function readBody(answer: Answer, name: string): object {
  const text = bodyOf(answer);
  if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

function figuresOf(samples: readonly Round[]): Figures {
  return {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    p50: median(samples.map(({ times }) => percentile(times, 0.5))),
    p95: median(samples.map(({ times }) => percentile(times, 0.95))),
    bytes: samples.at(-1)?.bytes ?? 0,
    work: median(samples.map(({ work }) => work)),
  };
}

function ratioOf(own: readonly Sample[], theirs: readonly Sample[]): Ratio {
  const ratios = own.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN));
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

export function percentile(sorted: Float64Array, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
