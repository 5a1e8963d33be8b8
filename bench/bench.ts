/** `npm run bench`, behind scripts/bench.mjs. */
import { parseArgs } from 'node:util';
import { compareRivals } from '#bench/compare-rivals.ts';
import { measureGrowth } from '#bench/growth.ts';
import { measureProvider } from '#bench/provider.ts';
import { measureSealing } from '#bench/sealing.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, pocketbase: { type: 'string' }, only: { type: 'string' } },
});
const [what = 'rivals'] = positionals;
const { quick, pocketbase = null, only = '' } = values;
if (what === 'rivals') await compareRivals({ quick, pocketbase, only });
else if (what === 'growth') await measureGrowth({ quick, only });
else if (what === 'provider') await measureProvider({ quick });
else if (what === 'sealing') await measureSealing({ quick });
else {
  console.error(`There is no ${what}: nothing, growth, provider or sealing.`);
  process.exitCode = 2;
}
