/** `npm run requirements`: each requirement with the tests that passed for it in the last `npm test`, and what is not proven. */
import { runAsScript } from './lib-project.mjs';
import { printGaps, provenClaims, readIds, readTests } from './lib-requirements.mjs';

await runAsScript(import.meta.url, async () => {
  const [ids, claims] = [await readIds(), provenClaims(await readTests())];
  for (const id of ids) {
    const tests = claims.filter((claim) => claim.id === id).map(({ file, title }) => `  ${file}: ${title}`);
    if (tests.length > 0) console.log([id, ...new Set(tests)].join('\n'));
  }
  return printGaps(ids, claims) === 0 ? 0 : 1;
});
