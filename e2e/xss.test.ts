import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { plantPractice, type PlantedPractice } from '#e2e/xss-practice.ts';
import { walkAddresses, walkDashboard, walkPublicPage } from '#e2e/xss-walk.ts';
import { runUnguarded, watchForScripts } from '#e2e/xss-watch.ts';
import { XSS_PAYLOADS } from '#proofs/support/xss-payloads.ts';

/** Two of each kind, others each day; the torture suite runs all. */
const day = Temporal.Now.plainDateISO().dayOfYear;
const PAYLOADS = Object.values(XSS_PAYLOADS).flatMap((kind) => [
  kind[day % kind.length] ?? '',
  kind[(day + Math.floor(kind.length / 2)) % kind.length] ?? '',
]);

const kabinet = onKabinet();
let practice: PlantedPractice;
before(async () => {
  await kabinet.open();
  practice = await plantPractice(kabinet, 'xss@kabinet.example', PAYLOADS);
});

test('what anybody wrote is text on every screen of the dashboard', async () => {
  const { browser } = practice.practitioner;
  const faults = await watchForScripts(browser);
  await walkDashboard(kabinet, practice, 3);
  assert.ok((await walkAddresses(practice.practitioner, PAYLOADS, 1)) >= 15);
  assert.deepEqual(faults, []);
});

test('what a practitioner is called is text on the public page', async () => {
  const visitor = await kabinet.person();
  const faults = await watchForScripts(visitor);
  await walkPublicPage(
    visitor,
    practice,
    PAYLOADS.filter((_payload, at) => at % 2 === 0),
  );
  await visitor.close();
  assert.deepEqual(faults, []);
});

test('the same texts run where nothing keeps them, and the policy of the pages keeps them', async () => {
  const browser = practice.practitioner.browser.browser();
  assert.ok(browser && (await runUnguarded(browser, PAYLOADS, 5)) >= 5);
  // A separate context: faults in the shared browser would fail the suite.
  const context = await browser.newContext();
  const faults = await watchForScripts(context);
  const page = await context.newPage();
  // The dashboard's policy allows styles, and those payloads have no bracket.
  const markup = PAYLOADS.filter((payload) => payload.includes('<'));
  for (const [path, refused] of [
    ['/auth', markup.length],
    [practice.practitioner.link, PAYLOADS.length],
  ] as const) {
    await page.goto(new URL(path, kabinet.url).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.evaluate(insertAll, PAYLOADS), refused, path);
  }
  // A refusal is reported behind what was refused.
  await becomes(async () => faults.length, markup.length + PAYLOADS.length);
  await context.close();
  assert.deepEqual(
    faults.filter((fault) => !fault.startsWith('policy: require-trusted-types-for')),
    [],
  );
});

/** Inserts each text as markup, as careless code would; returns the number of refusals. */
function insertAll(payloads: readonly string[]): number {
  const refused = payloads.filter((payload) => {
    try {
      document.createElement('div').innerHTML = payload;
      return false;
    } catch {
      return true;
    }
  });
  return refused.length;
}
