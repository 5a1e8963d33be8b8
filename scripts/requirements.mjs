/** `npm run requirements`: each requirement with the tests that prove it, and at the end those without any. */
import { runAsScript } from './lib-project.mjs';
import { readCoverage } from './lib-requirements.mjs';

await runAsScript(import.meta.url, async () => {
  const { proofs } = await readCoverage();
  for (const [id, tests] of proofs) {
    if (tests.length > 0) console.log([id, ...tests.map((test) => `  ${test}`)].join('\n'));
  }
  const without = [...proofs.keys()].filter((id) => proofs.get(id)?.length === 0);
  console.log(
    without.length === 0
      ? `\nAll ${proofs.size} requirements are proven by a test.`
      : `\n${without.length} of ${proofs.size} requirements without a test:\n  ${without.join(' ')}`,
  );
});
