import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import { becomes } from '#e2e/becomes.ts';
import { DESKTOP, onKabinet, PHONE } from '#e2e/kabinet.ts';
import { wideFindings } from '#e2e/narrow.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const kabinet = onKabinet('demo/demo.ts');

/** Half as large again as browsers begin with. */
const LARGE = 24;

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const SCREENS: readonly (readonly [string, ((page: Page) => Promise<unknown>)?])[] = [
  ['/'],
  ['/dashboard', press(/Ковальчук/)],
  ['/dashboard/sessions', press(/Запланирована|Состоялась/)],
  ['/dashboard/calendar?view=week'],
  ['/dashboard/availability-settings'],
  ['/dashboard/profile?section=letters'],
  ...(LONG_FORM
    ? ([
        ['/dashboard/calendar?view=month'],
        ['/dashboard/calendar?view=day'],
        ['/dashboard/notes'],
        ['/dashboard/online-booking'],
        ['/dashboard/profile/journal'],
      ] as const)
    : []),
];

test('A11Y-01 text grows with the browser’s font size, with its lines, and leaves no window', async (t) => {
  const { browser, link } = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  t.after(() => browser.close());
  const page = await browser.newPage();
  const session = await browser.newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: LARGE } });
  const found: string[] = [];
  for (const [address, open] of [...SCREENS, [link] as const]) {
    await page.setViewportSize(DESKTOP);
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await open?.(page);
    await page.waitForLoadState('networkidle');
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      const here = [...(await wideFindings(page)), ...(await page.evaluate(smallTexts, LARGE))];
      found.push(...here.map((what) => `${address}, ${size.width}: ${what}`));
    }
  }
  assert.deepEqual(found, []);
});

test('A11Y-01 a name from right to left leaves the phone and the date beside it in their order', async (t) => {
  const { browser, api, id: user } = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  t.after(() => browser.close());
  const [name, phone] = ['שרה כהן', '+972 52 123 4567'];
  const client = await api.collection('clients').create({ user, name, phone });
  const session = { user, client: client.id, date: '2027-03-02 09:00:00.000Z' };
  await api.collection('sessions').create(session);
  const page = await browser.newPage();
  const reversed = Array.from(name).toReversed().join('');
  await page.goto(`/dashboard/sessions/new/${client.id}`);
  const head = page.locator('p').filter({ hasText: name }).first();
  await becomes(() => head.evaluate(painted), `${reversed}, ${phone}`);
  await page.goto('/dashboard');
  await page.getByRole('button', { name }).first().click();
  assert.equal(await page.getByRole('dialog').getByRole('link', { name: phone }).evaluate(painted), phone);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('combobox', { name: 'Поиск' }).fill(name);
  const action = page.getByRole('option', { name: 'Новая сессия' }).locator('span').first();
  await becomes(
    async () => (await action.evaluate(painted)).replaceAll(/[\u2068\u2069]/g, ''),
    `Новая сессия: ${reversed}`,
  );
});

/** Returns the characters of an element from left to right, as they are painted. */
function painted(element: Element): string {
  const places: { character: string; left: number }[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    Array.from(node.textContent ?? '').forEach((character, at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { left, width } = range.getBoundingClientRect();
      if (width > 0) places.push({ character, left });
    });
  }
  return places
    .toSorted((one, other) => one.left - other.left)
    .map(({ character }) => character)
    .join('')
    .replaceAll('\u00A0', ' ');
}

/** Returns the texts that did not grow: smaller than the smallest, 12 px of 16, or with lines that cut them. */
function smallTexts(large: number): string[] {
  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: around, textContent } = texts.currentNode;
    if (!around?.checkVisibility() || !textContent?.trim() || around.closest('.visually-hidden')) continue;
    const { fontSize, lineHeight } = getComputedStyle(around);
    const size = Number.parseFloat(fontSize);
    const line = Number.parseFloat(lineHeight);
    if (size < (12 / 16) * large || line < size)
      found.add(`«${textContent.slice(0, 30)}» is ${fontSize} on ${lineHeight}`);
  }
  return [...found];
}

test('names with letters of neighbouring languages are drawn in the program’s font', async (t) => {
  const person = await kabinet.person();
  t.after(() => person.close());
  const page = await person.newPage();
  await page.goto('/auth');
  // They count from the first picture on.
  await page.waitForFunction(() => [...document.fonts].some(({ family }) => family === 'Golos'));
  const missing = await page.evaluate(async () => {
    const faces = async (letter: string) => ({
      letter,
      found: (await document.fonts.load('16px Golos', letter)).length,
    });
    const all = await Promise.all(Array.from('ЯяAzӘәҒғҚқҢңӨөҰұҮүҺһІіҐґЇїЄєЎў', faces));
    return all.filter(({ found }) => found === 0).map(({ letter }) => letter);
  });
  assert.deepEqual(missing, []);
});
