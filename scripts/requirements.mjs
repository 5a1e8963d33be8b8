/** `npm run requirements`: each requirement with the tests that prove it, and at the end what is not proven. */
import { runAsScript } from './lib-project.mjs';
import { isSeen, readCoverage, unseen } from './lib-requirements.mjs';

await runAsScript(import.meta.url, async () => {
  const { proofs } = await readCoverage();
  for (const [id, tests] of proofs) {
    const where = isSeen(tests) ? 'in the browser' : 'not in the browser';
    if (tests.length > 0) console.log([`${id} (${where})`, ...tests.map((test) => `  ${test}`)].join('\n'));
  }
  const without = [...proofs.keys()].filter((id) => proofs.get(id)?.length === 0);
  console.log(
    without.length === 0
      ? `\nAll ${proofs.size} requirements are proven by a test.`
      : `\n${without.length} of ${proofs.size} requirements without a test:\n  ${without.join(' ')}`,
  );
  const notSeen = unseen(proofs);
  console.log(
    notSeen.length === 0
      ? 'Each that a person can see is proven in the browser.'
      : `${notSeen.length} that a person can see without a test in the browser:\n  ${notSeen.join(' ')}`,
  );
});
