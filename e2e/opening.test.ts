import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, PHONE, type Practitioner } from '#e2e/kabinet.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';

const kabinet = onKabinet('demo/demo.ts');
const PROGRAMS = '**/assets/*.js';
const POLYFILL = '**/assets/temporal-*.js';
/** Words end some pixels earlier or later in letters of their own: no line and no box is elsewhere. */
const UNSEEN_SHIFT = 0.001;
let elena: Practitioner;
let visit: string;
before(async () => {
  await kabinet.open();
  elena = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  const { id } = await elena.api.collection('sessions').getFirstListItem("status = 'scheduled'", { sort: '-date' });
  const { url } = await elena.api.send<{ url: string }>(`/api/sessions/${id}/visit-link`, { method: 'POST' });
  visit = url.replace(/^https?:\/\/[^/]+/, '');
});

/** A page of a browser that is signed in, with or without `Temporal`. */
async function openPage({ temporal = true, stored = elena.stored } = {}): Promise<Page> {
  const person = await kabinet.person({ stored, viewport: PHONE });
  const page = await person.newPage();
  if (!temporal) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'));
  return page;
}

/** Holds files back until the returned function is called. */
async function hold(page: Page, files: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

function requestsOf(page: Page, part: string): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(part)) found.push(request.url());
  });
  return found;
}

test('without Temporal the clients are to be seen before any program has come, and read once', async () => {
  const page = await openPage({ temporal: false });
  const starts = requestsOf(page, '/api/start?');
  const polyfills = requestsOf(page, '/assets/temporal-');
  const release = await hold(page, PROGRAMS);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await page.waitForFunction(() => /\d{2}-\d{2}/.test(document.querySelector('main li')?.textContent ?? ''));
  assert.deepEqual([starts.length, polyfills.length], [1, 1]);
  release();
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').waitFor();
  assert.deepEqual([starts.length, polyfills.length], [1, 1]);
  await page.context().close();
});

test('a page asks for its styles before anything else: the first picture waits for them alone', async () => {
  const page = await (await fetch(`${kabinet.url}/dashboard`)).text();
  const styles = [...page.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(([, href]) => href);
  const first = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  assert.ok(styles.length > 0);
  assert.deepEqual(first.slice(0, styles.length), styles);
});

test('the styles of a screen are asked for before its programs and Temporal', async () => {
  const page = await openPage({ temporal: false });
  const files = requestsOf(page, '/assets/');
  await page.goto('/dashboard');
  const lastStyle = files.findLastIndex((file) => file.endsWith('.css'));
  const first = (program: string) => files.findIndex((file) => file.includes(`/${program}-`) && file.endsWith('.js'));
  assert.ok(files[lastStyle] && lastStyle < first('temporal') && lastStyle < first('ClientsPage'), files.join('\n'));
  await page.context().close();
});

test('without Temporal screens of days wait for it alone', async () => {
  for (const [address, shown] of [
    ['/dashboard/sessions', '.first-frame h2:has-text("Сегодня, ")'],
    ['/dashboard/calendar', '.first-frame h1:has-text("20")'],
  ] as const) {
    const page = await openPage({ temporal: false });
    const starts = requestsOf(page, '/api/start?');
    const release = await hold(page, /\/assets\/(?!temporal-).*\.js$/);
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator(shown).waitFor();
    await becomes(async () => starts.length, 1);
    release();
    await page.locator('main:not(.first-frame main) h1').waitFor();
    assert.equal(starts.length, 1);
    await page.context().close();
  }
});

/** What is there once the program of a page works. */
const PAGES: Record<string, { address: () => string; file: string; whole: (page: Page) => Promise<void> }> = {
  dashboard: {
    file: '**/assets/base-*.css',
    address: () => '/dashboard',
    whole: (page) => page.getByRole('main').getByRole('listitem').first().getByRole('button').waitFor(),
  },
  public: {
    file: POLYFILL,
    address: () => elena.link,
    whole: (page) =>
      page
        .locator('#root:not([inert])')
        .getByRole('button', { name: /, есть свободное время/ })
        .first()
        .waitFor(),
  },
  visit: {
    file: '**/assets/react-*.js',
    address: () => visit,
    whole: (page) => page.getByRole('button', { name: 'Отменить встречу' }).waitFor(),
  },
};

for (const [name, { address, file: short, whole }] of Object.entries(PAGES)) {
  test(`AUTH-08 a file of the page that fails is asked for once more (${name})`, async () => {
    const files = [POLYFILL, '**/assets/react-*.js', ...(name === 'dashboard' ? ['**/assets/base-*.css'] : [])];
    for (const file of LONG_FORM ? files : [short]) {
      const page = await openPage({ temporal: false });
      // Until the page has found that it is served after all, and comes again.
      let documents = 0;
      page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
      await page.route(file, (route) =>
        documents > 1 || route.request().resourceType() === 'fetch' ? route.continue() : route.abort(),
      );
      await page.goto(address(), { waitUntil: 'commit' });
      await whole(page);
      assert.equal(documents, 2);
      assert.equal(await page.getByRole('alert').count(), 0);
      await page.context().close();
    }
  });

  test(`AUTH-08 a file of the page that never comes is said, with a way to try again (${name})`, async () => {
    for (const file of [POLYFILL, '**/assets/react-*.js']) {
      const page = await openPage({ temporal: false });
      let served = false;
      await page.route(file, (route) => (served ? route.continue() : route.abort()));
      await page.goto(address(), { waitUntil: 'commit' });
      await page.getByRole('alert').filter({ hasText: 'Страница загрузилась не\u00A0полностью' }).waitFor();
      served = true;
      await page.getByRole('button', { name: 'Обновить страницу' }).click();
      await whole(page);
      await page.context().close();
    }
  });
}

for (const [name, { address, whole }] of Object.entries(PAGES)) {
  test(`the first picture waits for no font, and nothing moves when they come (${name})`, async () => {
    const page = await openPage();
    await page.addInitScript(() => {
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value?: number })[])
          window.shifted += entry.value ?? 0;
      }).observe({ type: 'layout-shift', buffered: true });
      new PerformanceObserver((list) => {
        if (list.getEntriesByName('first-contentful-paint').length === 0) return;
        window.golosAtPaint = [...document.fonts].filter(({ family }) => family === 'Golos').length;
      }).observe({ type: 'paint' });
    });
    const releaseFonts = await hold(page, '**/assets/*.woff2');
    // A visit is drawn by its program.
    const releasePrograms = await hold(page, name === 'visit' ? /nothing/ : PROGRAMS);
    await page.goto(address(), { waitUntil: 'commit' });
    await page.waitForFunction(() => window.golosAtPaint !== undefined);
    assert.equal(await page.evaluate(() => window.golosAtPaint), 0);
    releasePrograms();
    await whole(page);
    const moved = await page.evaluate(() => window.shifted);
    releaseFonts();
    await page.waitForFunction(() => [...document.fonts].some((f) => f.family === 'Golos' && f.status === 'loaded'));
    await page.evaluate(() => document.fonts.ready);
    // The pictures with them.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const shifted = (await page.evaluate(() => window.shifted)) - moved;
    // Some dates of a visit need a row more in letters of their own.
    assert.ok(shifted < (name === 'visit' ? 0.01 : UNSEEN_SHIFT), `${shifted}`);
    await page.context().close();
  });
}

test('a browser below the floor gets one sentence in place of every page', async () => {
  const landing = { address: () => '/', whole: () => Promise.resolve() };
  for (const { address } of [landing, ...Object.values(PAGES)]) {
    const page = await openPage();
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
    await page.goto(address(), { waitUntil: 'commit' });
    await page.getByRole('alert').filter({ hasText: 'Этот браузер слишком старый' }).waitFor();
    assert.equal((await page.locator('body').innerText()).trim().split('\n').length, 1);
    assert.equal(await page.locator('#root').count(), 0);
    await page.context().close();
  }
});

declare global {
  interface Window {
    shifted: number;
    golosAtPaint?: number;
  }
}
