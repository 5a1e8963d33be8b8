import { setTimeout as sleep } from 'node:timers/promises';
import { createWrittenPractice, type StartedProgram, type WrittenPractice } from '#proofs/faults/written-practice.ts';
import { endProgram } from '#proofs/support/program.ts';
import { startLoad } from '#proofs/support/write-load.ts';
import type { Part } from '#proofs/torture/part.ts';
import { needStrace, underStrace } from '#proofs/torture/strace.ts';

const WRITERS = 8;
const LOAD_MS = 700;
const RECOVERY_MS = 5000;

/** Failing system calls, numbered from the start of the program. */
const SWEEPS = [
  { call: 'fsync', at: everyNth(60, 4), length: 3 },
  { call: 'pwrite64', at: everyNth(240, 16), length: 3 },
  { call: 'fsync', at: [9, 20], length: Infinity },
  { call: 'pwrite64', at: [30, 120], length: Infinity },
] as const;

/** Texts that the log must not contain. */
const PERSONAL = /Посетитель|Заметка|Пришла|\+7 916|eyJ|@example\.com/;

/** A disk that refuses writes: no failed write is acknowledged, no acknowledged write is lost. */
export const run: Part = async (tell) => {
  await needStrace();
  for (const { call, at, length } of SWEEPS) {
    const forGood = length === Infinity;
    const trials: Trial[] = [];
    for (const position of at) {
      const when = forGood ? `${position}+` : `${position}..${position + length - 1}`;
      trials.push(await tryOut(call, when, forGood));
    }
    const faults = trials.flatMap((trial) => trial.faults);
    for (const fault of new Set(faults)) console.log(`    ${fault}`);
    const sum = (of: (trial: Trial) => number): number => trials.reduce((total, trial) => total + of(trial), 0);
    const refusedStarts = trials.filter(({ started }) => !started).length;
    tell({
      what: `EIO from ${call} at ${trials.length} positions, ${forGood ? 'for good' : `${length} times`}`,
      where: 'sqlite, 1 process',
      measured: `${sum((trial) => trial.refused)} writes refused, ${sum((trial) => trial.acknowledged)} acknowledged, ${refusedStarts} starts refused, ${faults.length} faults`,
      wanted: 'some refused, 0 faults',
      ok: faults.length === 0 && sum((trial) => trial.refused) > 0,
    });
  }
};

interface Trial {
  started: boolean;
  refused: number;
  acknowledged: number;
  faults: string[];
}

async function tryOut(call: string, when: string, forGood: boolean): Promise<Trial> {
  await using practice = await createWrittenPractice(WRITERS);
  const trial: Trial = { started: false, refused: 0, acknowledged: 0, faults: [] };
  const title = `${call} ${when}`;
  const under = underStrace('-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:error=EIO:when=${when}`);
  const server = await practice.start({ under }).catch((error: unknown) => String(error));
  if (typeof server === 'string') {
    // One sentence, not a stack of calls.
    if (/^\s+at /m.test(server)) trial.faults.push(`${title}: the start was refused with ${server}`);
  } else {
    trial.started = true;
    trial.refused = await writeAndFail(practice, server, trial.faults, forGood);
    if (PERSONAL.test(server.log())) trial.faults.push('something personal is in the log');
    await endProgram(server.child, 'SIGKILL');
  }
  trial.acknowledged = practice.ledger.acknowledged;
  await practice.start();
  trial.faults.push(...(await practice.faults()).map((fault) => `${title}: ${fault}`));
  return trial;
}

/** Returns the number of refused writes. */
async function writeAndFail(
  { writers, ledger }: WrittenPractice,
  server: StartedProgram,
  faults: string[],
  forGood: boolean,
): Promise<number> {
  const { url, child } = server;
  const load = startLoad({ url, writers, ledger });
  await sleep(LOAD_MS);
  await load.stop();
  for (const status of load.statuses.keys()) {
    if (![200, 204, 429, 503].includes(status)) faults.push(`a write was answered with ${status}`);
  }
  if (child.exitCode !== null) faults.push(`the process ended with ${child.exitCode}`);
  const [writer] = writers;
  const list = await fetch(`${url}/api/collections/blog_posts/records`, {
    headers: { authorization: writer?.token ?? '' },
  });
  if (!list.ok || list.headers.has('www-authenticate')) faults.push(`reading was answered with ${list.status}`);
  if (!forGood && !(await writesAgain(url, writer?.token ?? ''))) faults.push('it did not write again');
  return load.statuses.get(503) ?? 0;
}

async function writesAgain(url: string, authorization: string): Promise<boolean> {
  const before = performance.now();
  while (performance.now() - before < RECOVERY_MS) {
    const response = await fetch(`${url}/api/collections/profiles/records`, { headers: { authorization } });
    const list: { items: { id: string }[] } = await response.json();
    const saved = await fetch(`${url}/api/collections/profiles/records/${list.items[0]?.id}`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Анна Белова' }),
    });
    if (saved.ok) return true;
    await sleep(100);
  }
  return false;
}

function everyNth(last: number, step: number): number[] {
  return Array.from({ length: Math.ceil(last / step) }, (_, index) => 1 + index * step);
}
