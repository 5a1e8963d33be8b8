import { setTimeout as sleep } from 'node:timers/promises';
import { type Cast, CALLS } from '#bench/calls.ts';
import { load } from '#bench/load.ts';
import { castOf, type Places, startRival } from '#bench/rivals.ts';
import { median } from '#bench/rounds.ts';
import type { ServerProcess } from '#bench/server-process.ts';

const SETTLED_MS = 1000;
/** Beyond the times of the other creates. */
const TIMES_FROM = 4_000_000;

export interface Life {
  idleMb: number;
  startMs: number;
  afterKillMs: number;
}

/** How long Kabinet takes to its first response after a clean stop and after being killed in the middle of writes. */
export async function measureLife(
  places: Places,
  { practices, everybody }: Pick<Cast, 'practices' | 'everybody'>,
  times: number,
): Promise<Life> {
  const start = (): Promise<ServerProcess> => startRival('kabinet', places, null);
  // The first start after a build compiles the program, which Node keeps for the others.
  await (await start()).end();
  const starts: number[] = [];
  const idle: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const server = await start();
    starts.push(server.startMs);
    await sleep(SETTLED_MS);
    idle.push(server.memory());
    await server.end();
  }
  const afterKill: number[] = [];
  let server = await start();
  const cast = await castOf('kabinet', server, practices, everybody);
  for (let count = 0; count < times; count += 1) {
    await writeUntilKilled(server, cast, count);
    server = await start();
    afterKill.push(server.startMs);
  }
  await server.end();
  return { idleMb: median(idle), startMs: median(starts), afterKillMs: median(afterKill) };
}

async function writeUntilKilled(server: ServerProcess, cast: Cast, count: number): Promise<void> {
  const create = CALLS.find(({ name }) => name === 'create')?.to.kabinet;
  if (!create) throw new Error('nothing to write');
  const from = TIMES_FROM + count * 100_000;
  const writing = load(server.port, (at) => create(cast, at), { connections: 16, amount: { ms: 60_000 }, from });
  const cutShort = writing.then(
    () => undefined,
    () => undefined,
  );
  await sleep(SETTLED_MS);
  await server.end('SIGKILL');
  await cutShort;
}
