import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import type { BrowserContext, Locator, Page } from 'playwright';
import { TIME, WEIGHT } from '#bench/web/bars.ts';
import { FURTHER_SCREENS, SCREENS, type Screen } from '#bench/web/screens.ts';
import { bytesOf, DIALOGS, type Exchange, foreign, Traffic, weightOf } from '#bench/web/traffic.ts';
import { becomes } from '#e2e/becomes.ts';
import { countCommits } from '#e2e/count-commits.ts';
import { LONG_FORM, longTest } from '#proofs/support/long-form.ts';
import { DESKTOP, onKabinet, PHONE, type Practitioner } from '#e2e/kabinet.ts';
import { storedSignIn } from '#e2e/stored-sign-in.ts';
import { edit } from '#e2e/session-form.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import { inProject } from '#server/ground/process/project-root.ts';

const kabinet = onKabinet('demo/demo.ts');
/** As in `web/ground/api/lists.ts`. */
const LISTS_PATIENCE_MS = 700;
let elena: Practitioner;
before(async () => {
  await kabinet.open();
  elena = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
});

/**
 * Returns the responses that an empty browser receives until a screen is whole, and all of them, prefetches included.
 */
async function open(
  screen: Screen,
  person: BrowserContext,
  behind: RegExp | null = null,
): Promise<{ page: Page; reads: readonly Exchange[]; whole: readonly Exchange[]; all: readonly Exchange[] }> {
  const page = await person.newPage();
  await page.setViewportSize(screen.viewport);
  // However late the lists come on a busy machine, what counts is that none is requested twice.
  await page.addInitScript((patience) => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0, ...rest: unknown[]) => later(run, ms === patience ? 30_000 : ms, ...rest),
    });
  }, LISTS_PATIENCE_MS);
  await page.addInitScript((card) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(card)) return;
      watch.disconnect();
      performance.mark('card');
    });
    watch.observe(document, { childList: true, subtree: true });
  }, screen.card);
  const traffic = await Traffic.of(page);
  await page.goto(screen.path(elena.link), { waitUntil: 'commit' });
  await screen.shown(page);
  // What is loaded behind the screen waits for a browser with nothing else to do.
  if (behind) await becomes(async () => traffic.exchanges.some(({ url }) => behind.test(url)), true);
  await traffic.quiet();
  return { page, reads: traffic.reads, whole: traffic.waitedFor, all: traffic.exchanges };
}

/**
 * Fails when a screen requests a list that should have come along with the page, or one again once it is subscribed;
 * `further` follow in the background.
 */
function assertStarted(name: string, reads: readonly Exchange[], further: number): void {
  const urls = reads.map(({ url }) => decodeURIComponent(url));
  const started = urls.filter((url) => url.includes('/api/start?'));
  assert.equal(started.length, 1, `${name}: ${urls.join('\n')}`);
  assert.ok(urls.length - started.length <= further, `${name}: ${urls.join('\n')}`);
}

test('every screen keeps to its weight, and asks no other origin for anything', async (t) => {
  const { script, all, requests } = WEIGHT.public;
  const { stored } = elena;
  // All screens of the dashboard begin with the same script, so that in the short form one stands for them.
  for (const screen of LONG_FORM ? SCREENS : SCREENS.filter(({ name }) => /public|calendar/.test(name))) {
    const person = await kabinet.person(screen.public ? {} : { stored });
    const got = await open(screen, person, screen.public ? null : DIALOGS);
    await person.close();
    const told = got.all.map((one) => `${one.bytes} ${one.type} ${one.url}`).join('\n');
    t.diagnostic(`${screen.name}: ${weightOf(got.whole, 'Script')} of script, ${got.whole.length} requests`);
    assert.deepEqual(foreign(got.all, kabinet.url), [], screen.name);
    if (screen.public) {
      assert.ok(weightOf(got.all, 'Script') <= script, `${weightOf(got.all, 'Script')} of script\n${told}`);
      assert.ok(bytesOf(got.all) <= all, told);
      // At the end of a month the page begins with the next one, and reads the one after it in the background.
      const ahead = got.all.filter(({ url }) => /\/slots\?/.test(url));
      assert.ok(ahead.length <= 1 && got.all.length - ahead.length <= requests, told);
    } else {
      assert.ok(weightOf(got.whole, 'Script') <= WEIGHT.dashboard.script, told);
      assert.ok(weightOf(got.whole, 'Stylesheet') <= WEIGHT.dashboard.style, told);
      assert.ok(got.whole.length <= WEIGHT.dashboard.requests, told);
      assertStarted(screen.name, got.reads, screen.name === 'calendar' ? 4 : 0);
    }
  }
});

test('a saved session sends at most six requests, and no list twice', async (t) => {
  const person = await kabinet.person({ stored: elena.stored });
  const page = await person.newPage();
  const traffic = await Traffic.of(page);
  await page.goto('/dashboard/sessions');
  await page
    .getByRole('main')
    .getByRole('button', { name: /\d\d\.\d\d\.\d{4}/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  await edit(dialog);
  await dialog.getByLabel('Продолжительность').fill('65');
  await dialog.getByRole('button', { name: 'Далее' }).click();
  await dialog.getByRole('button', { name: 'Сохранить' }).waitFor();
  // Otherwise it would come in between: what is fetched ahead waits for a browser with nothing else to do.
  await becomes(async () => traffic.exchanges.some(({ url }) => /\/SearchPalette-.*js/.test(url)), true);
  await traffic.quiet();
  const opening = traffic.exchanges.length;
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await dialog.waitFor({ state: 'detached' });
  await traffic.quiet();
  await person.close();
  const sent = traffic.exchanges
    .slice(opening)
    .map(({ url }) => decodeURIComponent(url))
    .filter((url) => url.includes('/api/'));
  t.diagnostic(sent.join('\n'));
  assert.ok(sent.length <= 6, sent.join('\n'));
  const lists = sent.filter((url) => url.includes('/records?'));
  assert.equal(new Set(lists).size, lists.length, sent.join('\n'));
});

test('VISIT-01 a visit’s own page weighs no more than the public page, and loads nothing of the dashboard', async (t) => {
  const { id } = await elena.api.collection('sessions').getFirstListItem("status = 'scheduled'", { sort: '-date' });
  const { url } = await elena.api.send<{ url: string }>(`/api/sessions/${id}/visit-link`, { method: 'POST' });
  const visitor = await kabinet.person();
  const { all } = await open(
    {
      name: 'visit',
      public: true,
      viewport: PHONE,
      path: () => url.replace(/^https?:\/\/[^/]+/, ''),
      card: 'h1',
      shown: (page) => page.getByRole('button', { name: 'Отменить встречу' }).waitFor(),
    },
    visitor,
  );
  await visitor.close();
  const told = all.map((one) => `${one.bytes} ${one.type} ${one.url}`).join('\n');
  t.diagnostic(`visit: ${weightOf(all, 'Script')} of script, ${all.length} requests`);
  assert.ok(weightOf(all, 'Script') <= WEIGHT.public.script, told);
  assert.ok(bytesOf(all) <= WEIGHT.public.all, told);
  assert.deepEqual(foreign(all, kabinet.url), []);
  assert.ok(
    !all.some(({ url: address }) => /\/(?:index|base|screens|dialogs|forms)-|\/api\/start/.test(address)),
    told,
  );
});

longTest('every other address keeps to its weight', async (t) => {
  const { id: client } = await elena.api.collection('clients').getFirstListItem('');
  const { id: session } = await elena.api.collection('sessions').getFirstListItem("status = 'scheduled'");
  for (const { name, path, card, script, out, lists } of FURTHER_SCREENS) {
    const person = await kabinet.person(out ? {} : { stored: elena.stored });
    const screen = { name, card, public: false, viewport: DESKTOP, path: () => path({ client, session }) };
    const { page, reads } = await open({ ...screen, shown: (shown) => shown.locator(card).first().waitFor() }, person);
    if (lists !== undefined) assertStarted(name, reads, lists);
    const weight = await page.evaluate(() => {
      const there = performance.getEntriesByName('card')[0]?.startTime ?? Infinity;
      return performance
        .getEntriesByType('resource')
        .filter((one) => one.name.endsWith('.js') && one.startTime < there)
        .reduce((sum, one) => sum + (one as PerformanceResourceTiming).encodedBodySize, 0);
    });
    await person.close();
    t.diagnostic(`${name}: ${weight} of script`);
    assert.ok(weight > 0 && weight <= script, `${name}: ${weight} of ${script}`);
  }
});

test('a letter at the end of a long paragraph lays the page out once', async (t) => {
  const text = 'Слово за словом '.repeat(3750);
  const note = { user: elena.id, title: 'Длинная', content: text, date: '2026-11-18' };
  const { id } = await elena.api.collection('blog_posts').create(note);
  const person = await kabinet.person({ stored: elena.stored });
  const page = await person.newPage();
  await page.goto(`/dashboard/notes?note=${id}&edit=1`);
  const field = page.getByLabel('Текст', { exact: true });
  await field.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('т', { delay: 500 });
  const line = await person.newCDPSession(page);
  await line.send('Performance.enable', { timeDomain: 'threadTicks' });
  const measure = async () => {
    const { metrics } = await line.send('Performance.getMetrics');
    return (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN;
  };
  const start = await measure();
  await page.keyboard.type('Десять букв', { delay: 200 });
  await becomes(async () => (await field.inputValue()).endsWith('Десять букв'), true);
  const after = await measure();
  const each = (name: string) => (after(name) - start(name)) / 11;
  const ms = each('TaskDuration') * 1000;
  t.diagnostic(`a letter: ${each('LayoutCount').toFixed(1)} layouts, ${ms.toFixed(0)} ms`);
  assert.ok(each('LayoutCount') <= 2, `${each('LayoutCount')} layouts`);
  if (LONG_FORM) assert.ok(ms <= TIME.letter, `${ms} ms`);
  await person.close();
  await elena.api.collection('blog_posts').delete(id);
});

/** Presses keys in a field that takes them, and returns the components that the worst one rendered. */
async function typeIn(field: Locator, keys: readonly string[]): Promise<{ rendered: number; ms: number }> {
  const page = field.page();
  await field.click();
  await page.keyboard.press('End');
  await page.keyboard.press(keys.at(-1) ?? '', { delay: 500 });
  const line = await page.context().newCDPSession(page);
  await line.send('Performance.enable', { timeDomain: 'threadTicks' });
  const thread = async () =>
    (await line.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  const start = await thread();
  let rendered = 0;
  for (const key of keys) {
    await page.evaluate(() => (window.mostRendered = 0));
    await page.keyboard.press(key, { delay: 200 });
    rendered = Math.max(rendered, await page.evaluate(() => window.mostRendered));
  }
  return { rendered, ms: ((await thread()) - start) * (1000 / keys.length) };
}

test('a key in the hours renders the row that it is typed in, alone', async (t) => {
  const person = await kabinet.person({ stored: elena.stored });
  const page = await person.newPage();
  await page.addInitScript(countCommits);
  await page.goto('/dashboard/availability-settings');
  const field = page.getByLabel(/, окончание$/).last();
  await page.getByRole('combobox', { name: 'Записаться можно' }).click();
  await page.getByRole('option').first().waitFor();
  const { rendered, ms } = await typeIn(field, ['Backspace', '0', 'Backspace', '1']);
  t.diagnostic(`${rendered} components, ${ms.toFixed(1)} ms`);
  assert.ok(rendered > 0 && rendered <= 90, `${rendered} components`);
  await person.close();
});

test('a digit of the length renders no other field of a session', async (t) => {
  const { id: client } = await elena.api.collection('clients').getFirstListItem('');
  const { id: session } = await elena.api.collection('sessions').getFirstListItem("status = 'scheduled'");
  const person = await kabinet.person({ stored: elena.stored });
  const page = await person.newPage();
  await page.addInitScript(countCommits);
  for (const address of [`/dashboard/sessions/new/${client}`, `/dashboard/calendar?session=${session}`]) {
    await page.goto(address);
    if (address.includes('session=')) await edit(page.getByRole('dialog'));
    const time = page.getByRole('combobox', { name: 'Время' });
    await time.click();
    await page.getByRole('option').first().waitFor();
    await time.click();
    const { rendered, ms } = await typeIn(page.getByLabel(/^Продолжительность/), ['Backspace', '0', 'Backspace', '5']);
    t.diagnostic(`${address}: ${rendered} components, ${ms.toFixed(1)} ms`);
    assert.ok(rendered > 0 && rendered <= 90, `${rendered} components`);
  }
  await person.close();
});

test('who is not signed in, or no longer, meets no frame of a screen', async () => {
  const expired = { ...JSON.parse(elena.stored), token: `a.${btoa('{"exp":1700000000}')}.c` };
  const person = await kabinet.person({ stored: JSON.stringify(expired) });
  const page = await person.newPage();
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('#root .first-frame')) document.documentElement.dataset['framed'] = '';
    }).observe(document, { childList: true, subtree: true });
  });
  // What has expired is gone with the first page.
  for (const signedIn of [true, false]) {
    if (!signedIn) assert.equal(await storedSignIn(page), null);
    await page.goto('/dashboard');
    await page.waitForURL('/auth');
    await page.getByLabel('Email').waitFor();
    assert.equal(await page.locator('html[data-framed]').count(), 0);
  }
  await person.close();
});

test('the built server holds no letter that would double its size in memory', async () => {
  const program = await readFile(inProject('dist/server/main.js'), 'latin1');
  assert.equal(/[\x80-\xff]/.exec(program)?.index, undefined);
});
