/** `npm run requirements`: each requirement with the tests that passed for it in the last `npm test`, and what is not proven. */
import { runAsScript } from './lib-project.mjs';
import { gaps, provenClaims, readIds, readTests } from './lib-requirements.mjs';

await runAsScript(import.meta.url, async () => {
  const [ids, claims] = [await readIds(), provenClaims(await readTests())];
  for (const id of ids) {
    const tests = claims.filter((claim) => claim.id === id).map(({ file, title }) => `  ${file}: ${title}`);
    if (tests.length > 0) console.log([id, ...new Set(tests)].join('\n'));
  }
  const found = gaps(ids, claims);
  console.log(
    found.length === 0 ? `All ${ids.length} requirements are proven.` : found.map((gap) => `✗ ${gap}`).join('\n'),
  );
  return found.length === 0 ? 0 : 1;
});
