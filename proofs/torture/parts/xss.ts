import { Kabinet } from '#e2e/kabinet.ts';
import { plantPractice } from '#e2e/xss-practice.ts';
import { walkAddresses, walkDashboard, walkPublicPage } from '#e2e/xss-walk.ts';
import { runUnguarded, watchForScripts } from '#e2e/xss-watch.ts';
import { XSS_PAYLOADS } from '#proofs/support/xss-payloads.ts';
import type { Part } from '#proofs/torture/part.ts';

const PAYLOADS = Object.values(XSS_PAYLOADS).flat();
/** As many as a list shows at once. */
const PRACTICE = 30;
const WANTED = 200;
const DEPTH = 6;

/** Every text that could run as markup, in every field, on every screen: e2e/xss.test.ts at length. */
export const run: Part = async (tell) => {
  const kabinet = await Kabinet.start();
  const faults: string[] = [];
  let control = 0;
  let addresses = 0;
  try {
    for (let at = 0; at < PAYLOADS.length; at += PRACTICE) {
      const payloads = PAYLOADS.slice(at, at + PRACTICE);
      const practice = await plantPractice(kabinet, `xss-${at}@kabinet.example`, payloads);
      const { browser } = practice.practitioner;
      const visitor = await kabinet.person();
      const watched = await Promise.all([browser, visitor].map(watchForScripts));
      await walkDashboard(kabinet, practice, DEPTH);
      addresses += await walkAddresses(practice.practitioner, payloads, 1);
      await walkPublicPage(visitor, practice, payloads);
      const real = browser.browser();
      if (real) control += await runUnguarded(real, payloads, payloads.length);
      faults.push(...watched.flat());
      await Promise.all([browser.close(), visitor.close()]);
    }
  } finally {
    await kabinet.stop();
  }
  for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`);
  tell({
    what: `${PAYLOADS.length} texts that want to be code, in every field, on every screen of the dashboard and the public page`,
    where: 'chromium',
    measured: `${faults.length} dialogs, refusals of the policy, scripts or elements`,
    wanted: `≥ ${WANTED} texts, 0`,
    ok: PAYLOADS.length >= WANTED && faults.length === 0,
  });
  tell({
    what: 'addresses that hold such a text',
    where: 'chromium',
    measured: `${addresses} opened, each safe`,
    wanted: `≥ ${WANTED}`,
    ok: addresses >= WANTED,
  });
  tell({
    what: 'the same texts taken for markup, nothing in their way and nobody touching them',
    where: 'chromium',
    measured: `${control} ran`,
    wanted: '≥ 80 (the control)',
    ok: control >= 80,
  });
};
