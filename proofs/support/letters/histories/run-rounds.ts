import { existsSync } from 'node:fs';
import type { Engine } from '#server/ground/db/database.ts';
import { runHistories, stepsOf } from '#proofs/support/letters/histories/run-histories.ts';
import { shrunk } from '#proofs/support/letters/histories/shrink.ts';

const AT_ONCE = 100;
const STEPS = 12;
const IN_MEMORY = '/dev/shm';

/**
 * Runs histories of 12 presses in rounds of a hundred. Returns the wrong ones, each with its seed and number, by which it
 * runs again alone (SEED and HISTORY in the environment), and with the presses that it takes to be wrong.
 */
export async function runRounds(
  engine: Engine,
  histories: number,
  report: (line: string) => void = () => undefined,
): Promise<string[]> {
  // What commits wait for is no part of this.
  if (existsSync(IN_MEMORY)) process.env['TMPDIR'] = IN_MEMORY;
  // A few are the same ones each time; many are others.
  const begin = histories < AT_ONCE ? 1 : Math.floor(Math.random() * 1e6);
  const [first = begin, alone] = [numberIn('SEED'), numberIn('HISTORY')];
  const all: string[] = [];
  for (let done = 0, seed = first; done < histories; seed += 1) {
    const count = alone === undefined ? Math.min(AT_ONCE, histories - done) : 1;
    const rounds = Array.from({ length: count }, (_, at) => stepsOf(seed, alone ?? at, STEPS));
    const wrong = await runHistories(engine, seed, rounds);
    done += alone === undefined ? count : histories;
    for (const { number } of wrong) {
      const { wrong: least } = await shrunk(engine, seed, rounds[number] ?? []);
      all.push([`SEED=${seed} HISTORY=${alone ?? number}`, ...(least?.wrong ?? []), ...(least?.log ?? [])].join('\n'));
    }
    report(`${engine}, seed ${seed}: ${done} histories, ${all.length} wrong`);
  }
  return all;
}

function numberIn(name: string): number | undefined {
  const value = process.env[name];
  return value === undefined ? undefined : Number(value);
}
