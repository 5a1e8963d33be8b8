import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { axeFindings } from '#e2e/axe.ts';
import { DESKTOP, onKabinet, PHONE, type Practitioner } from '#e2e/kabinet.ts';
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

test('A11Y-01 every narrow window reaches all that a practice with an archive and agreements adds', async (t) => {
  const { browser, api } = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  t.after(() => browser.close());
  const page = await browser.newPage();
  await api.collection('consent_documents').create({ user: demo.id, title: 'Согласие', text: 'Согласие' });
  const { id } = await api.collection('clients').getFirstListItem('');
  await api.collection('clients').update(id, { archived: true });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /Архив/ }).waitFor();
  await page.getByRole('button', { name: /Без согласия/ }).waitFor();
  assert.deepEqual(await narrowFindings(page, 'clients'), []);
  await api.collection('clients').update(id, { archived: false });
});
