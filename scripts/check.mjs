/** `npm run check`: what can be known about the code without running it. */
import { capture, projectEnvironment } from './lib-process.mjs';
import { runAsScript } from './lib-project.mjs';
import { newerThanFloor } from './lib-newer.mjs';
import { gaps, readIds, writtenClaims } from './lib-requirements.mjs';
import { setUp } from './setup.mjs';

/** @typedef {{ ok: boolean, output: string, seconds: number }} Outcome */

/** The collector of tools written in Go, which run once and end, works less often: 29 s of processor become 18 (oxlint). */
const RARELY_COLLECTED = { env: projectEnvironment({ GOGC: '400' }) };

/** @type {Record<string, () => Promise<Outcome>>} */
const STEPS = {
  format: () => capture('oxfmt', ['--check', '.']),
  lint: () => capture('oxlint', ['--type-aware', '--deny-warnings'], RARELY_COLLECTED),
  // Each checker of a project works the shared types out again: four take 41 s of processor, one takes 18.
  types: () => capture('tsc', ['--build', '--checkers', '1'], RARELY_COLLECTED),
  'dead code and dependencies': () => capture('knip', ['--no-progress']),
  requirements: async () => timed(async () => gaps(await readIds(), await writtenClaims())),
  // Above `browserslist` of package.json.
  'newer than the oldest browsers': async () => timed(newerThanFloor),
};

/** Runs every step and prints each with its time and what it found; returns the names of those that failed. */
export async function check() {
  const outcomes = await Promise.all(
    Object.entries(STEPS).map(async ([name, run]) => {
      const { ok, output, seconds } = await run();
      console.log(`${ok ? '✓' : '✗'} ${name} ${seconds.toFixed(1)} s`);
      if (!ok) console.log(`\n${output}\n`);
      return ok ? [] : [name];
    }),
  );
  return outcomes.flat();
}

/**
 * @param {() => string[] | Promise<string[]>} find
 * @returns {Promise<Outcome>}
 */
async function timed(find) {
  const started = performance.now();
  const problems = await find();
  return {
    ok: problems.length === 0,
    output: problems.join('\n'),
    seconds: (performance.now() - started) / 1000,
  };
}

await runAsScript(import.meta.url, async () => {
  await setUp();
  const failed = await check();
  return failed.length === 0 ? 0 : 1;
});
