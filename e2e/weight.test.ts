import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright';
import { SHIFT, WEIGHT } from '#bench/web/bars.ts';
import { FURTHER_SCREENS, SCREENS, type Screen } from '#bench/web/screens.ts';
import { bytesOf, DIALOGS, type Exchange, foreign, Traffic, weightOf } from '#bench/web/traffic.ts';
import { becomes } from '#e2e/becomes.ts';
import { DESKTOP, onKabinet, PHONE, type Practitioner, watchForFaults } from '#e2e/kabinet.ts';
import { DEMO_PRACTITIONER } from '#server/demo/texts.ts';

const kabinet = onKabinet('server/demo.ts');
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
): Promise<{ first: readonly Exchange[]; whole: readonly Exchange[]; all: readonly Exchange[] }> {
  const page = await person.newPage();
  await page.setViewportSize(screen.viewport);
  const traffic = await Traffic.of(page);
  await page.goto(screen.path(elena.link), { waitUntil: 'commit' });
  await screen.shown(page);
  // What is loaded behind the screen waits for a browser with nothing else to do.
  if (behind) await becomes(async () => traffic.exchanges.some(({ url }) => behind.test(url)), true);
  await traffic.quiet();
  return { first: traffic.firstReads, whole: traffic.waitedFor, all: traffic.exchanges };
}

/** Fails when a screen requests a list that should have come along with the page; `further` follow in the background. */
function assertStarted(name: string, first: readonly Exchange[], further: number): void {
  const urls = first.map(({ url }) => decodeURIComponent(url));
  const started = urls.filter((url) => url.includes('/api/start?'));
  assert.equal(started.length, 1, `${name}: ${urls.join('\n')}`);
  assert.ok(urls.length - started.length <= further, `${name}: ${urls.join('\n')}`);
}

test('every screen keeps to its weight, and asks no other origin for anything', async (t) => {
  const { script, all, requests } = WEIGHT.public;
  const storageState = await elena.browser.storageState();
  for (const screen of SCREENS) {
    const person = await kabinet.person(screen.public ? {} : { storageState });
    const got = await open(screen, person, screen.public ? null : DIALOGS);
    await person.close();
    const told = got.all.map((one) => `${one.bytes} ${one.type} ${one.url}`).join('\n');
    t.diagnostic(`${screen.name}: ${weightOf(got.whole, 'Script')} of script, ${got.whole.length} requests`);
    assert.deepEqual(foreign(got.all, kabinet.url), [], screen.name);
    if (screen.public) {
      assert.ok(weightOf(got.all, 'Script') <= script, told);
      assert.ok(bytesOf(got.all) <= all, told);
      assert.ok(got.all.length <= requests, told);
    } else {
      assert.ok(weightOf(got.whole, 'Script') <= WEIGHT.dashboard.script, told);
      assert.ok(weightOf(got.whole, 'Stylesheet') <= WEIGHT.dashboard.style, told);
      assert.ok(got.whole.length <= WEIGHT.dashboard.requests, told);
      assertStarted(screen.name, got.first, screen.name === 'calendar' ? 4 : 0);
      assert.ok(!got.whole.some(({ url }) => /\/zod-/.test(url)), told);
    }
  }
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

test('the home page, the notes and online booking keep to their weight', async (t) => {
  const storageState = await elena.browser.storageState();
  for (const screen of FURTHER_SCREENS) {
    const person = await kabinet.person({ storageState });
    const { first, whole } = await open(screen, person);
    // A day without sessions asks whether there are any at all.
    assertStarted(screen.name, first, screen.name === 'home' ? 1 : 0);
    await person.close();
    const weight = weightOf(whole, 'Script');
    t.diagnostic(`${screen.name}: ${weight} of script, ${whole.length} requests`);
    assert.ok(weight <= screen.script, `${screen.name}: ${whole.map((one) => `${one.bytes} ${one.url}`).join('\n')}`);
  }
});

test('the public page is to be seen before its program has come, which then takes over what is there', async () => {
  const visitor = await kabinet.person();
  const faults = watchForFaults(visitor, kabinet.url);
  const page = await visitor.newPage();
  const line = await visitor.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.setBlockedURLs', { urls: ['*.js'] });
  await page.goto(elena.link);
  await page.getByText(DEMO_PRACTITIONER.name).first().waitFor();
  assert.equal((await page.locator('[data-date]').count()) > 27, true);
  await becomes(() => page.locator('#root').getAttribute('inert'), '');

  await line.send('Network.setBlockedURLs', { urls: [] });
  await page.addInitScript(() => {
    window.removed = [];
    new MutationObserver((changes) => {
      for (const { removedNodes, target } of changes) {
        if (!(target instanceof Element && target.closest('#root'))) continue;
        for (const node of removedNodes) window.removed.push(`${target.nodeName} ${node.nodeName}`);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(elena.link);
  const free = page.getByRole('button', { name: /, есть свободное время/ }).first();
  await page.waitForFunction(() => !document.getElementById('root')?.inert);
  assert.deepEqual(await page.evaluate(() => window.removed), []);
  await free.click();
  await page.locator('[data-times] button').first().click();
  await page.getByText('Вы выбрали').waitFor();

  // A choice before a reload is not part of the served page.
  await page.reload();
  await page.getByText('Вы выбрали').waitFor();
  assert.deepEqual(faults, []);
});

test('the public page stays where it is while its font and its program come, also on a day without free time', async (t) => {
  const { id } = await elena.api.collection('profiles').getFirstListItem('');
  const today = Temporal.Now.plainDateISO('Europe/Moscow').toString();
  await elena.api.collection('profiles').update(id, { days_off: [{ from: today, to: today }] });
  t.after(() => elena.api.collection('profiles').update(id, { days_off: [] }));
  for (const viewport of [PHONE, DESKTOP]) {
    const visitor = await kabinet.person({ viewport });
    const page = await visitor.newPage();
    await page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value?: number })[])
          window.shift += entry.value ?? 0;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const drawn = Promise.withResolvers<void>();
    await page.route(/\.(?:woff2|js)$/, async (route) => {
      await drawn.promise;
      await route.continue();
    });
    await page.goto(elena.link, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    assert.equal(await page.evaluate(() => document.fonts.check('16px Golos', 'Ж')), false);
    drawn.resolve();
    await page.waitForFunction(
      () => document.fonts.check('16px Golos', 'Ж') && !document.getElementById('root')?.inert,
    );
    // The pictures with the font and with the program.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const shift = await page.evaluate(() => window.shift);
    t.diagnostic(`${viewport.width} px: ${shift}`);
    assert.ok(shift <= SHIFT, `${viewport.width} px: ${shift}`);
    await visitor.close();
  }
});

/** Where a first client's name and the title stand. */
const places = (page: Page) =>
  page.locator('main :is(h1, li:first-child span:first-child)').evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return [element.textContent, left, top, height];
    }),
  );

/** Holds the program back until the returned function is called. */
async function holdProgram(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('the first clients are to be seen before the program has come, and stay where they are', async () => {
  const storageState = await elena.browser.storageState();
  for (const width of [1280, 390]) {
    const person = await kabinet.person({ storageState, viewport: { width, height: 800 } });
    const faults = watchForFaults(person, kabinet.url);
    const page = await person.newPage();
    const release = await holdProgram(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.waitForFunction(() => /\d{2}-\d{2}/.test(document.querySelector('main li')?.textContent ?? ''));
    await page.evaluate(() => document.fonts.ready);
    // Nothing of it can be pressed or read out.
    assert.equal(await page.getByRole('listitem').count(), 0);
    assert.equal(await page.locator('[style]').count(), 0);
    const first = await places(page);
    release();
    await page.getByRole('main').getByRole('listitem').first().getByRole('button').waitFor();
    assert.deepEqual(await places(page), first);
    assert.deepEqual(faults, []);
    await person.close();
  }
});

/** The day in words, and how wide its letters are. */
const dayInWords = (page: Page) =>
  page
    .locator('main h2')
    .first()
    .evaluate((heading) => {
      const text = document.createRange();
      text.selectNodeContents(heading);
      return [heading.textContent, text.getBoundingClientRect().width];
    });

test('the day of the practice is to be seen before the program has come, and is not painted larger by it', async () => {
  const moscow = Temporal.Now.plainDateISO('Europe/Moscow');
  // At any hour one of the two has another date than Moscow.
  const abroad = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'].find(
    (zone) => !Temporal.Now.plainDateISO(zone).equals(moscow),
  );
  const storageState = await elena.browser.storageState();
  for (const timezoneId of ['Europe/Moscow', abroad ?? '']) {
    const person = await kabinet.person({ storageState, timezoneId });
    const page = await person.newPage();
    await page.goto('/dashboard/sessions');
    await page.getByRole('main').getByRole('listitem').first().getByRole('button').waitFor();
    const release = await holdProgram(page);
    await page.goto('/dashboard/sessions', { waitUntil: 'commit' });
    await page.locator('.first-frame h2', { hasText: 'Сегодня, ' }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const first = await dayInWords(page);
    assert.match(String(first[0]), new RegExp(` ${moscow.day} `));
    release();
    await page.getByRole('main').getByRole('listitem').first().getByRole('button').waitFor();
    assert.deepEqual(await dayInWords(page), first);
    await person.close();
  }
});

test('who is not signed in, or no longer, meets no frame of a screen', async () => {
  const { cookies, origins } = await elena.browser.storageState();
  const expired = JSON.parse(
    JSON.stringify(origins).replace(/(\\"token\\":\\")[^"\\]+/, `$1a.${btoa('{"exp":1700000000}')}.c`),
  );
  for (const storageState of [
    { cookies: [], origins: [] },
    { cookies, origins: expired },
  ]) {
    const person = await kabinet.person({ storageState });
    const page = await person.newPage();
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('#root .first-frame')) document.documentElement.dataset['framed'] = '';
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto('/dashboard');
    await page.waitForURL('/auth');
    await page.getByLabel('Email').waitFor();
    assert.equal(await page.locator('html[data-framed]').count(), 0);
    await person.close();
  }
});

declare global {
  interface Window {
    removed: string[];
    shift: number;
  }
}
