import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Locator, Page, Request } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, PHONE, type Practitioner } from '#e2e/kabinet.ts';
import { watchForFaults } from '#e2e/page-faults.ts';
import { LARGE } from '#demo/large-practice.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';

/** The promise for a practice of many years: milliseconds, and elements on the page. */
const PROMISED = { firstRows: 1000, keystroke: 100, elements: 1500 } as const;
/** … of a history of thousands of requests: also what one deleted row sends, and milliseconds of a press on a bin. */
const HISTORY = { elements: 3000, requests: 6, press: 60 } as const;
/** A machine that runs other suites at the same time is this much slower. */
const PATIENCE = 3;

const kabinet = onKabinet('demo/demo.ts', {}, ['--large']);
let elena: Practitioner;
let page: Page;
let faults: string[];
const lists: { url: string; body: string }[] = [];
before(async () => {
  await kabinet.open();
  elena = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  faults = watchForFaults(elena.browser, kabinet.url);
  // What changed is a list of its own above the others.
  await elena.api.send('/api/news/seen', { method: 'POST', body: {} });
  page = await elena.browser.newPage();
  await page.addInitScript(watchCards);
  page.on('response', (answer) => {
    if (!/\/api\/collections\/\w+\/records\?/.test(answer.url())) return;
    void answer.text().then(
      (body) => lists.push({ url: answer.url(), body }),
      // Aborted by the search for the next letter.
      () => undefined,
    );
  });
  // The browser's own start is not the product's time.
  await page.goto('/');
});

/** Without the rows of today and of what has changed. */
const cards = () => page.locator('main ul > li:not([data-row])');
const search = () => page.getByRole('searchbox');

for (const [requirement, path, typed, found, total] of [
  ['CLIENT-01 CLIENT-02', '/dashboard', 'олег смирнов', /Смирнов.*Олег/, LARGE.clients],
  ['SESSION-01', '/dashboard/sessions', 'олег смирнов', /Смирнов.*Олег/, LARGE.sessions],
  ['SESSION-06', '/dashboard/sessions/new', 'олег смирнов', /Смирнов.*Олег/, LARGE.clients],
] as const) {
  test(`${requirement} ${path} with ${total} records shows, searches and scrolls as a short list does`, async (t) => {
    await page.goto(path);
    await cards().first().waitFor();
    report(t, 'first rows, ms', [await page.evaluate(() => window.firstCard)], PROMISED.firstRows);

    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await place(cards().last(), (last, { setSize }) => last === setSize);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
    await inWindow();
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    report(t, 'elements after scrolling far', [elements], PROMISED.elements, 1);

    await page.evaluate(() => window.scrollTo(0, 0));
    const rounds: number[][] = [];
    // Other work on the machine only adds: the best of three rounds is the product's own time.
    while (rounds.length < 3 && !rounds.some((round) => median(round) <= PROMISED.keystroke)) {
      await search().fill('');
      rounds.push(await typeInto(search(), typed));
    }
    report(
      t,
      'a letter to its rows, ms',
      rounds.toSorted((a, b) => median(a) - median(b))[0] ?? [],
      PROMISED.keystroke,
    );
    await page.getByText(/^Найдено: \d/).waitFor({ state: 'attached' });
    const texts = await cards().allInnerTexts();
    assert.ok(texts.length > 0 && texts.every((text) => found.test(text)), texts.join('\n'));
    await page.waitForFunction(() => Boolean(Reflect.get(history.state, 'q')));
    assert.ok(!(await page.evaluate(() => JSON.stringify(history.state))).includes(typed));
    assert.doesNotMatch(page.url(), /q=/);
  });
}

test('SESSION-01 a letter does not wait for the requests of the letters before it', async () => {
  await page.goto('/dashboard/sessions');
  await cards().first().waitFor();
  const sought = ({ searchParams }: URL) => searchParams.get('filter')?.includes('search_text') ?? false;
  const released = Promise.withResolvers<void>();
  await page.route(sought, async (route) => {
    await released.promise;
    await route.continue().catch(() => null);
  });
  await search().focus();
  let earlier: Request | null = null;
  for (const letter of 'чер') {
    const next: Promise<Request> = page.waitForRequest((request) => sought(new URL(request.url())));
    const dropped = earlier && page.waitForEvent('requestfailed', (request) => request === earlier);
    await page.keyboard.insertText(letter);
    await dropped;
    earlier = await next;
  }
  released.resolve();
  await page.keyboard.insertText('ных лев иванович');
  await page.getByText(/^Найдено: \d{3}/).waitFor({ state: 'attached' });
  await page.unroute(sought);
});

test('A11Y-01 Tab walks through the cards, and the one with the focus stays however far the list is scrolled', async () => {
  await page.goto('/dashboard');
  await cards().first().getByRole('button').focus();
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset'));
  for (let step = 0; step < 80; step += 1) await page.keyboard.press('Tab');
  // Each card has two stops: its name and its phone.
  await becomes(() => focused(), '41');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+Tab');
  await becomes(() => focused(), '39');
  const name = await page.evaluate(() => document.activeElement?.textContent);
  await page.evaluate(() => window.scrollTo(0, 60_000));
  await inWindow();
  assert.equal(await focused(), '39');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  assert.ok(name?.startsWith((await dialog.getByRole('heading', { level: 2 }).textContent()) ?? '-'));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await becomes(() => focused(), '39');
});

test('the way back leads to where the list was left', async () => {
  await page.goto('/dashboard/sessions');
  await page.getByRole('heading', { name: /^Сегодня/ }).waitFor();
  await cards().first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 200_000));
  const seen = await inWindow();
  await page.getByRole('link', { name: 'Заметки' }).click();
  await page.getByRole('heading', { name: 'Заметки', level: 1 }).waitFor();
  await page.goBack();
  await cards().first().waitFor();
  await page.waitForFunction(() => window.scrollY > 100_000);
  await becomes(() => inWindow(), seen);
});

test('SESSION-01 when a session begins the cards stay where they are until they are read again', async () => {
  await page.addInitScript(() => {
    const instant = Temporal.Now.instant.bind(Temporal.Now);
    window.minutesLater = 0;
    Temporal.Now.instant = () => instant().add({ minutes: window.minutesLater });
  });
  await page.goto('/dashboard/sessions');
  await cards().first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 200_000));
  const seen = await inWindow();
  const held = Promise.withResolvers<void>();
  const lower = (url: URL) => url.pathname.endsWith('/sessions/records') && Number(url.searchParams.get('page')) > 1;
  await page.route(lower, async (route) => {
    await held.promise;
    await route.continue().catch(() => null);
  });
  const reading = page.waitForRequest((request) => lower(new URL(request.url())));
  await page.evaluate(() => {
    window.minutesLater = 15;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await reading;
  assert.deepEqual(await page.evaluate(placesInWindow), seen);
  held.resolve();
  await page.unroute(lower);
});

test('CLIENT-05 all sessions of a client stand in the details, the newest first', async () => {
  const { items } = await elena.api.collection('clients').getList(1, 1, { filter: "phone = '+7 (900) 000-00-00'" });
  const client = items[0]?.id ?? '';
  const { totalItems } = await elena.api.collection('sessions').getList(1, 1, { filter: `client = '${client}'` });
  assert.ok(totalItems > 400);
  for (const viewport of [null, PHONE]) {
    if (viewport) await page.setViewportSize(viewport);
    await page.goto(`/dashboard?client=${client}`);
    const dialog = page.getByRole('dialog');
    const sessions = dialog.getByRole('region', { name: /^Сессии/ }).getByRole('listitem');
    await dialog.getByRole('link', { name: 'Новая сессия' }).waitFor();
    await dialog.getByText(`${totalItems} всего`).waitFor();
    await becomes(() => sessions.count(), 2);
    await dialog.getByRole('button', { name: 'Все сессии' }).click();
    await sessions.nth(3).waitFor();
    const days = (await sessions.allInnerTexts()).map((text) => text.slice(0, 10).split('.').toReversed().join('-'));
    assert.deepEqual(days, days.toSorted().toReversed());
    await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await place(sessions.last(), (last) => last === totalItems);
    assert.ok((await page.evaluate(() => document.querySelectorAll('*').length)) < PROMISED.elements);
    await dialog.getByRole('button', { name: 'Редактировать' }).waitFor();
  }
});

test('BOOK-06 the history of years is one list, and a deleted row reads again only what is in sight', async (t) => {
  await page.goto('/dashboard/online-booking');
  const rows = page.getByRole('region', { name: 'История заявок' }).getByRole('listitem');
  await rows.first().waitFor();
  for (let step = 0; step < 60; step += 1) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    if (Number(await rows.last().getAttribute('aria-posinset')) >= LARGE.requests) break;
    await page.waitForTimeout(50);
  }
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  report(t, 'elements behind the whole history', [elements], HISTORY.elements, 1);

  const line = await page.context().newCDPSession(page);
  await line.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await line.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  const bin = rows.last().getByRole('button', { name: /^Удалить заявку/ });
  const question = page.getByRole('dialog', { name: 'Удалить заявку?' });
  const presses: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const idle = await busy();
    await bin.evaluate((button: HTMLElement) => button.click());
    await question.waitFor();
    presses.push((await busy()) - idle);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
  }
  // The first press loads the question.
  report(t, 'a press on a bin, ms of thread', presses.slice(1), HISTORY.press, 1);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/api\//.test(request.url())) sent.push(`${request.method()} ${request.url()}`);
  });
  await bin.click();
  await question.getByRole('button', { name: 'Удалить' }).click();
  await question.waitFor({ state: 'detached' });
  await page.waitForTimeout(1500);
  t.diagnostic(`one deleted row: ${sent.length} requests`);
  assert.ok(sent.length <= HISTORY.requests, sent.join('\n'));
});

test('no list carries what is written about a client or a session, or more than a screen or two', async () => {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.goto('/dashboard/calendar');
  await page.getByRole('grid').first().waitFor();
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('combobox', { name: 'Поиск' }).fill('олег смирнов');
  await page
    .getByRole('option', { name: /Смирнов Олег/ })
    .first()
    .waitFor();
  assert.ok(lists.length > 30);
  for (const { url, body } of lists) {
    if (!/collections\/(clients|sessions)/.test(url)) continue;
    // The beginnings of the latest texts, in the details of one client.
    if (/client.*news%3Abeginning/.test(url)) continue;
    assert.doesNotMatch(body, /"(news|thoughts|description)"/, url);
    // Six weeks of the calendar, 240 sessions: each has the address of its client, for the hint before a move.
    const most = url.includes('expand.client.reminders') ? 72_000 : 50_000;
    assert.ok(body.length < most, `${url}: ${body.length}`);
  }
  assert.deepEqual(faults, []);
});

/** Types letter by letter, each after the rows of the one before, and returns the milliseconds until each had its rows. */
async function typeInto(field: Locator, typed: string): Promise<number[]> {
  await field.focus();
  await page.evaluate(() => (window.answers.length = 0));
  for (const letter of typed) {
    const answered = await page.evaluate(() => window.answers.length);
    await page.keyboard.insertText(letter);
    await page.waitForFunction((count) => window.answers.length > count, answered);
  }
  return page.evaluate(() => window.answers);
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Infinity;
}

/** Prints the measurements and compares their median with the promise. */
function report(t: TestContext, what: string, figures: number[], promised: number, patience = PATIENCE): void {
  t.diagnostic(`${what}: ${figures.map(Math.round).join(' ')} (promised ${promised})`);
  assert.ok(median(figures) <= promised * patience, `${what}: ${median(figures)}`);
}

/** Waits until the position of a list item fulfils a condition. */
async function place(item: Locator, right: (position: number, item: { setSize: number }) => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const position = Number(await item.getAttribute('aria-posinset'));
    const setSize = Number(await item.getAttribute('aria-setsize'));
    if (right(position, { setSize })) return;
    assert.ok(performance.now() < deadline, `still ${position} of ${setSize}`);
  }
}

/** Returns the positions of the cards in the viewport once none of them is loading. */
async function inWindow(): Promise<string[]> {
  const places = await page.waitForFunction(placesInWindow);
  return (await places.jsonValue()) ?? [];
}

/** Null while one of them is loading. */
function placesInWindow(): string[] | null {
  const visible = [...document.querySelectorAll('main ul > li:not([data-row])')].filter((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
  const found = visible.map((item) => item.getAttribute('aria-posinset') ?? '');
  return found.length > 0 && found.every(Boolean) ? found : null;
}

declare global {
  interface Window {
    /** Milliseconds from the navigation to the first card. */
    firstCard: number;
    /** Milliseconds from each letter in a search field to the frame that shows its rows. */
    answers: number[];
    /** The page's clock is ahead by this many minutes. */
    minutesLater: number;
  }
}

function watchCards(): void {
  window.answers = [];
  const look = () => {
    if (document.querySelector('main ul[role="list"]:not([aria-hidden]) > li:not([data-row])'))
      window.firstCard = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  document.addEventListener('input', ({ timeStamp }) => {
    const wait = () => {
      if (document.querySelector('main [aria-busy="true"]')) requestAnimationFrame(wait);
      else window.answers.push(performance.now() - timeStamp);
    };
    requestAnimationFrame(wait);
  });
}
