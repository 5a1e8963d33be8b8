import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { plantPractice, type PlantedPractice } from '#e2e/xss-practice.ts';
import { walkAddresses, walkDashboard, walkLists, walkPublicPage } from '#e2e/xss-walk.ts';
import { runUnguarded, watchForScripts } from '#e2e/xss-watch.ts';
import { XSS_PAYLOADS } from '#proofs/support/xss-payloads.ts';

/** Two of each kind, others each day; the torture suite runs all. */
const day = Temporal.Now.plainDateISO().dayOfYear;
const TWO_OF_EACH = Object.values(XSS_PAYLOADS).flatMap((kind) => [
  kind[day % kind.length] ?? '',
  kind[(day + Math.floor(kind.length / 2)) % kind.length] ?? '',
]);
/** What is written into the practice. */
const PAYLOADS = LONG_FORM ? TWO_OF_EACH : TWO_OF_EACH.filter((_payload, at) => at % 2 === 0);

const kabinet = onKabinet();
let practice: PlantedPractice;
before(async () => {
  await kabinet.open();
  practice = await plantPractice(kabinet, 'xss@kabinet.example', PAYLOADS);
});

test('what anybody wrote is text on the screens of the dashboard', async () => {
  const { browser } = practice.practitioner;
  const faults = await watchForScripts(browser);
  if (LONG_FORM) {
    await walkDashboard(kabinet, practice, 3);
    // As many as there are addresses.
    assert.ok((await walkAddresses(practice.practitioner, PAYLOADS, 1)) >= 15);
  } else {
    await walkLists(practice);
    assert.equal(await walkAddresses(practice.practitioner, PAYLOADS.slice(0, 2), 1), 2);
  }
  assert.deepEqual(faults, []);
});

test('what a practitioner is called is text on the public page', async () => {
  const visitor = await kabinet.person();
  const faults = await watchForScripts(visitor);
  await walkPublicPage(
    visitor,
    practice,
    LONG_FORM ? PAYLOADS.filter((_payload, at) => at % 2 === 0) : PAYLOADS.slice(0, 2),
  );
  await visitor.close();
  assert.deepEqual(faults, []);
});

test('the same texts run where nothing keeps them, and the policy of the pages keeps them', async () => {
  const browser = practice.practitioner.browser.browser();
  assert.ok(browser && (await runUnguarded(browser, TWO_OF_EACH, 5)) >= 5);
  // A separate context: faults in the shared browser would fail the suite.
  const context = await browser.newContext();
  const faults = await watchForScripts(context);
  const page = await context.newPage();
  // The dashboard's policy allows styles, and those payloads have no bracket.
  const markup = TWO_OF_EACH.filter((payload) => payload.includes('<'));
  for (const [path, refused] of [
    ['/auth', markup.length],
    [practice.practitioner.link, TWO_OF_EACH.length],
  ] as const) {
    await page.goto(new URL(path, kabinet.url).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.evaluate(insertAll, TWO_OF_EACH), refused, path);
  }
  // A refusal is reported behind what was refused.
  await becomes(async () => faults.length, markup.length + TWO_OF_EACH.length);
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
