import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
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
