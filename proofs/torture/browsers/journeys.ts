import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figure } from '#proofs/torture/part.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What a person does with the program, in the files that Chromium runs as well. */
const JOURNEYS = [
  'auth',
  'sign-in-ends',
  'clients',
  'sessions',
  'drafts',
  'records',
  'calendar',
  'calendar-week',
  'calendar-plan',
  'notes',
  'availability',
  'booking',
  'visit',
  'consent',
  'csv-import',
  'own-data',
  'clients-archive',
  'two-windows',
];

/** Runs the journeys in an engine, one file after the other, and reports each with the names of what its driver cannot do. */
export async function runJourneys(
  engine: 'firefox' | 'webkit',
  where: string,
  env: NodeJS.ProcessEnv,
  tell: (figure: Figure) => void,
): Promise<void> {
  for (const name of JOURNEYS) tell({ where, ...(await runJourney(name, { ...env, BROWSER: engine })) });
}

async function runJourney(name: string, env: NodeJS.ProcessEnv): Promise<Omit<Figure, 'where'>> {
  const file = `e2e/${name}.test.ts`;
  const child = spawn(process.execPath, ['scripts/test.mjs', file], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  const [closing = ''] = output.trimEnd().split('\n').slice(-1);
  const [, passed = '0', , skipped = '0'] = /^(\d+) passed, (\d+) failed, (\d+) skipped/.exec(closing) ?? [];
  // The runner prints them once more behind its last file.
  const problems = output
    .slice(output.lastIndexOf(` s ${file}\n`))
    .split(/^✗ /m)
    .slice(1);
  const beyond = problems.flatMap((problem) => /the driver cannot: (.+)/.exec(problem)?.[1] ?? []);
  const failed = problems.filter((problem) => !problem.includes('the driver cannot: '));
  for (const problem of failed) console.log(`✗ ${problem.trimEnd()}`);
  const unsupported = beyond.length > 0 ? `, unsupported: ${beyond.join('; ')}` : '';
  return {
    what: file,
    measured: `${passed} passed, ${failed.length} failed, ${skipped} skipped${unsupported}`,
    wanted: 'some passed, none failed',
    ok: Number(passed) > 0 && failed.length === 0,
  };
}
