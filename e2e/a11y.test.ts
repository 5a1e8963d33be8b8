import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright';
import { axeFindings } from '#e2e/axe.ts';
import { DESKTOP, Kabinet, onKabinet, PHONE, type Practitioner } from '#e2e/kabinet.ts';
import { LONG_FORM, longTest } from '#proofs/support/long-form.ts';
import { heardFindings } from '#e2e/heard.ts';
import { narrowFindings } from '#e2e/narrow.ts';
import { inside, outside, type Place, wide } from '#e2e/places.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';

const kabinet = onKabinet('demo/demo.ts');
let demo: Practitioner;
before(async () => {
  await kabinet.open();
  demo = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
});

test('A11Y-01 axe finds nothing where anybody may go', async (t) => {
  const visitor = await kabinet.person();
  t.after(() => visitor.close());
  assert.deepEqual(await lookAt(await visitor.newPage(), outside(demo.link)), []);
});

test('A11Y-01 axe finds nothing in the dashboard and its dialogs', async (t) => {
  const page = await demo.browser.newPage();
  t.after(() => page.close());
  const found = await lookAt(page, inside);
  for (const { name, open } of wide.filter(isOpened)) {
    await page.setViewportSize(DESKTOP);
    await open(page);
    found.push(...(await narrowFindings(page, name)));
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Меню' }).click();
  await page.getByRole('navigation', { name: 'Главное меню' }).waitFor();
  found.push(...(await axeFindings(page, 'menu of the phone', [PHONE])));
  assert.deepEqual(found, []);
});

function isOpened({ short }: Place): boolean {
  return LONG_FORM || short !== undefined;
}

async function lookAt(page: Page, places: Place[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, open, short } of places.filter(isOpened)) {
    await page.setViewportSize(DESKTOP);
    await open(page);
    if (!LONG_FORM && short === 'way') continue;
    await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' });
    found.push(...(await heardFindings(page, name)));
    found.push(...(await axeFindings(page, name)), ...(await narrowFindings(page, name)));
  }
  return found;
}

test('A11Y-01 a client is added by the keyboard alone', async (t) => {
  const page = await demo.browser.newPage();
  t.after(() => page.close());
  const focused = (name: string, role: 'button' | 'link' | 'textbox' = 'button') =>
    page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor();
  const dialog = page.getByRole('dialog');
  await page.goto('/dashboard');
  await page.getByText('24 клиента').waitFor();

  // Past the menu to the screen, and to its first button.
  await page.keyboard.press('Tab');
  await focused('К содержанию', 'link');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await focused('Добавить клиента');
  await page.keyboard.press('Enter');

  // The dialog takes the focus and keeps it all the way round.
  await focused('Имя', 'textbox');
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab');
    assert.ok(await dialog.evaluate((element) => element.contains(document.activeElement)), `stop ${stop}`);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focused('Добавить клиента');

  // Saved by Enter in a field; the toast is announced and the focus returns.
  await page.keyboard.press('Enter');
  await focused('Имя', 'textbox');
  await page.keyboard.type('Раиса Смирнова');
  await page.keyboard.press('Tab');
  await page.keyboard.type('89162041835');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Клиент успешно добавлен' }).waitFor();
  await focused('Добавить клиента');
});

longTest('the program can be put on the home screen of a phone, the public page cannot', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-home-screen-'));
  // A browser that keeps nothing puts nothing on a home screen.
  const person = await kabinet.personWithProfile(folder);
  t.after(() => person.close().then(() => rm(folder, { recursive: true })));
  const page = person.pages()[0] ?? (await person.newPage());
  await page.goto('/auth');
  const browser = await person.newCDPSession(page);
  const { url, errors, data = '' } = await browser.send('Page.getAppManifest');
  assert.deepEqual([url, errors], [`${kabinet.url}/manifest.webmanifest`, []]);
  assert.equal((await browser.send('Page.getInstallabilityErrors')).installabilityErrors.length, 0);
  const { name, start_url, display, icons } = JSON.parse(data);
  assert.deepEqual([name, start_url, display], ['Кабинет', '/', 'standalone']);
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const sizes = await page.evaluate(
    async (files) => {
      const bitmaps = files.map(async (file) => createImageBitmap(await (await fetch(file)).blob()));
      return (await Promise.all(bitmaps)).map(({ width, height }) => `${width}x${height}`);
    },
    [...icons.map((icon: { src: string }) => icon.src), touch],
  );
  assert.deepEqual(sizes, [...icons.map((icon: { sizes: string }) => icon.sizes), '180x180']);
  await page.goto('/booking/nobody');
  assert.equal(await page.locator('link[rel="manifest"], link[rel="apple-touch-icon"]').count(), 0);
});

test('A11Y-01 every narrow window reaches all of a practice of twelve years', async (t) => {
  const old = await Kabinet.start('demo/demo.ts', {}, ['--old']);
  t.after(() => old.stop());
  const { browser } = await old.enter(DEMO_PRACTITIONER.email, old.demoPassword);
  t.after(() => browser.close());
  const page = await browser.newPage();
  const today = Temporal.Now.plainDateISO('Europe/Moscow');
  const crowded = today.subtract({ days: today.dayOfWeek - 1 }).add({ weeks: 3 });
  const found: string[] = [];
  const screens = [
    ['', /316 клиентов, в\sархиве 284/],
    [`/calendar?view=week&date=${crowded.toString()}`, /Иванова/],
    [`/calendar?view=day&date=${crowded.add({ days: 3 }).toString()}`, /12:00/],
    ['/profile/journal', /оплат/],
  ] as const;
  const more = [
    ['?archive=1', /Архив/],
    ['/sessions', /Прошедшие|Предстоящие/],
    [`/calendar?view=month&date=${crowded.toString()}`, /ещё\s\d/],
    ['/notes', /Супервизия/],
    ['/online-booking', /История заявок/],
    ['/availability-settings', /Правила/],
    ['/sessions/new', /Иванова Анна Сергеевна/],
    ['/profile?section=data', /Мои данные/],
  ] as const;
  for (const [address, shown] of LONG_FORM ? [...screens, ...more] : screens) {
    await page.setViewportSize(DESKTOP);
    await page.goto(`/dashboard${address}`);
    await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
    found.push(...(await narrowFindings(page, address)));
  }
  assert.deepEqual(found, []);
});

test('A11Y-01 from screen to screen the edges, the main button and the days of the calendar stay in place', async (t) => {
  const page = await demo.browser.newPage();
  t.after(() => page.close());
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Главное меню' });
  const found: string[] = [];
  const edges = { left: 280, right: 1240, button: 1240 };
  for (const [name, shown] of [
    ['Клиенты', 'Ковальчук'],
    ['Сессии', 'Предстоящие'],
    ['Календарь', 'Пн'],
    ['Заметки', 'Книги на зиму'],
    ['Онлайн-запись', 'История заявок'],
    ['Профиль', 'Лицензионный ключ'],
  ] as const) {
    await menu.getByRole('link', { name }).click();
    await page.getByRole('main').getByText(shown).first().waitFor();
    const here = await page.evaluate(edgesOf);
    found.push(...(isDeepStrictEqual({ ...edges, ...here }, edges) ? [] : [`${name}: ${JSON.stringify(here)}`]));
  }
  await page.goto('/dashboard/availability-settings');
  await page.getByText('Правила для посетителей').waitFor();
  assert.deepEqual(await page.evaluate(edgesOf), edges);
  // A screen that another one leads to is part of it in the menu.
  await menu.getByRole('link', { name: 'Онлайн-запись' }).and(page.locator('[aria-current]')).waitFor();
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ ...DESKTOP, width });
    const tops = new Set<number | undefined>();
    for (const days of ['week&date=2026-11-18', 'week&date=2026-12-30', 'day&date=2027-09-20']) {
      await page.goto(`/dashboard/calendar?view=${days}`);
      await page.locator('[data-days]').waitFor();
      tops.add((await page.locator('[data-days]').boundingBox())?.y);
    }
    if (tops.size > 1) found.push(`days begin at ${[...tops].join(', ')} px in a window of ${width}`);
  }
  assert.deepEqual(found, []);
});

/** Where sheets and fields of the screen begin and end, and where its main button does. */
function edgesOf(): { left: number; right: number; button?: number } {
  const boxes = [...document.querySelectorAll('main *')]
    .filter((one) => getComputedStyle(one).borderRightWidth !== '0px')
    .map((one) => one.getBoundingClientRect())
    .filter(({ width }) => width > 200);
  const buttons = [...document.querySelectorAll('main header .mantine-Button-root')];
  const button = buttons.at(-1)?.getBoundingClientRect().right;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    ...(button !== undefined && { button }),
  };
}
