import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { SHIFT } from '#bench/web/bars.ts';
import { becomes } from '#e2e/becomes.ts';
import { DESKTOP, onKabinet, PHONE, type Practitioner } from '#e2e/kabinet.ts';
import { watchForFaults } from '#e2e/page-faults.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';

const kabinet = onKabinet('demo/demo.ts');
let elena: Practitioner;
before(async () => {
  await kabinet.open();
  elena = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
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
  const today = Temporal.Now.plainDateISO('Europe/Moscow');
  assert.ok((await page.locator('[data-date]').count()) > today.daysInMonth - today.day);
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
    assert.equal(await page.evaluate(hasGolos), false);
    drawn.resolve();
    await page.waitForFunction(hasGolos);
    await page.waitForFunction(() => !document.getElementById('root')?.inert);
    // The pictures with the font and with the program.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const shift = await page.evaluate(() => window.shift);
    t.diagnostic(`${viewport.width} px: ${shift}`);
    assert.ok(shift <= SHIFT, `${viewport.width} px: ${shift}`);
    await visitor.close();
  }
});

/** Whether a page has the letters of its font by now. */
function hasGolos(): boolean {
  return [...document.fonts].some(({ family, status }) => family === 'Golos' && status === 'loaded');
}

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
  const { stored } = elena;
  for (const width of [1280, 390]) {
    const person = await kabinet.person({ stored, viewport: { width, height: 800 } });
    const faults = watchForFaults(person, kabinet.url);
    const page = await person.newPage();
    const release = await holdProgram(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.waitForFunction(() => /\d{2}-\d{2}/.test(document.querySelector('main li')?.textContent ?? ''));
    await page.waitForFunction(hasGolos);
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
  page.locator('main h2', { hasText: 'Сегодня, ' }).evaluate((heading) => {
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
  const { stored } = elena;
  for (const timezoneId of ['Europe/Moscow', abroad ?? '']) {
    const person = await kabinet.person({ stored, timezoneId });
    const page = await person.newPage();
    await page.goto('/dashboard/sessions');
    await page.getByRole('main').getByRole('listitem').first().getByRole('button').waitFor();
    const release = await holdProgram(page);
    await page.goto('/dashboard/sessions', { waitUntil: 'commit' });
    await page.locator('.first-frame h2', { hasText: 'Сегодня, ' }).waitFor();
    await page.waitForFunction(hasGolos);
    await page.evaluate(() => document.fonts.ready);
    const first = await dayInWords(page);
    assert.match(String(first[0]), new RegExp(` ${moscow.day} `));
    release();
    await page.getByRole('main').getByRole('listitem').first().getByRole('button').waitFor();
    assert.deepEqual(await dayInWords(page), first);
    await person.close();
  }
});

declare global {
  interface Window {
    removed: string[];
    shift: number;
  }
}
