import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { launchChromium } from '#e2e/browser.ts';
import { DESKTOP, onKabinet, PHONE, type Practitioner } from '#e2e/kabinet.ts';
import { wideFindings } from '#e2e/narrow.ts';
import { LONG_FORM, longTest } from '#proofs/support/long-form.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';

const kabinet = onKabinet('demo/demo.ts');
/** A phone that is turned sideways. */
const SIDEWAYS = { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true };
let elena: Practitioner;
before(async () => {
  await kabinet.open();
  elena = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
});

async function openPage(options: BrowserContextOptions, stored = elena.stored): Promise<Page> {
  const person = await kabinet.person({ ...(stored && { stored }), ...options });
  return person.newPage();
}

test('under a finger no field has letters into which Safari would zoom', async () => {
  const page = await openPage(SIDEWAYS);
  const small = () =>
    page
      .locator('input:visible, textarea:visible')
      .evaluateAll((fields) =>
        fields
          .map((field) => `${field.getAttribute('aria-label') ?? field.id} ${getComputedStyle(field).fontSize}`)
          .filter((text) => Number.parseFloat(text.split(' ').at(-1) ?? '') < 16),
      );
  for (const address of [
    '/dashboard',
    '/dashboard/sessions/new',
    '/dashboard/notes?note=new',
    '/dashboard/availability-settings',
    '/dashboard/profile',
    elena.link,
  ]) {
    await page.goto(address);
    await page.locator('input:visible').first().waitFor();
    assert.deepEqual(await small(), [], address);
  }
  await page.context().close();
});

test('the bar above the page has the colour of the theme that was chosen', async () => {
  const page = await openPage({ colorScheme: 'light' });
  const bars = () =>
    page.locator('meta[name="theme-color"]').evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')));
  await page.goto('/dashboard');
  await becomes(bars, ['#F4F4EF', '#F4F4EF']);
  await page.getByRole('button', { name: 'Вечерняя тема' }).click();
  await becomes(bars, ['#121513', '#121513']);
  await page.goto(elena.link);
  await becomes(bars, ['#121513', '#121513']);
  await page.context().close();
});

/** The height of the keyboard that lies over the page, as Safari reports it. */
async function keyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((covered) => {
    Object.assign(window.visualViewport as object, { height: innerHeight - covered });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  }, height);
}

test('buttons at the foot stay above a keyboard that lies over the page', async () => {
  const page = await openPage({ viewport: PHONE });
  await page.addInitScript(() => {
    const viewport = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
    Object.defineProperty(window, 'visualViewport', { value: viewport });
  });
  const bottom = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).last().boundingBox();
    return box ? box.y + box.height : Infinity;
  };
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Добавить клиента' }).click();
  await page.getByRole('dialog').getByLabel('Имя').fill('Анна');
  const open = PHONE.height - 300;
  const isAbove = async (name: string) => (await bottom(name)) <= open;
  await keyboard(page, 300);
  await becomes(() => isAbove('Добавить'), true);
  await keyboard(page, 60);
  await becomes(() => isAbove('Добавить'), false);

  await page.goto(elena.link);
  await page
    .getByRole('button', { name: /, есть свободное время/ })
    .first()
    .click();
  await page.locator('[data-times] button').first().click();
  await keyboard(page, 300);
  await becomes(() => isAbove('Записаться на консультацию'), true);
  await page.context().close();
});

test('two quick taps zoom nothing on the visitor’s page', async () => {
  const page = await openPage(SIDEWAYS, '');
  await page.goto(elena.link);
  const others = await page
    .locator('a, button, label, input')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).touchAction !== 'manipulation').length);
  assert.equal(others, 0);
  await page.context().close();
});

test('a browser that knows no drawn icon gets one of pixels', async () => {
  const response = await fetch(`${kabinet.url}/favicon.ico`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^image\/(?:x-icon|vnd\.microsoft\.icon)$/);
  const page = await openPage({}, '');
  await page.goto(elena.link);
  assert.equal(await page.locator('link[rel="icon"][href="/favicon.ico"][sizes="32x32"]').count(), 1);
  await page.context().close();
});

/** What letters that grow alone break: words outside of their own place, or in two lines where one belongs. */
function clippedWords(): string[] {
  const found: string[] = [];
  const frame = document.querySelector('[data-days]')?.getBoundingClientRect();
  const words = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    if (!/^\d{1,2}:\d{2}$/.test(text) || !node.parentElement?.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    if (range.getClientRects().length > 1) found.push(`«${text}» in two lines`);
    if (frame && range.getBoundingClientRect().left < frame.left) found.push(`«${text}» left of the frame`);
  }
  return found;
}

const LARGE_LETTERS = [
  ['/dashboard/sessions', 'main li button'],
  ['/dashboard/calendar?view=week', 'main [data-days] button'],
  ['/dashboard/availability-settings', 'main li input'],
  ['/dashboard', 'main li button'],
] as const;

for (const [name, declare, switches, style] of [
  ['the smallest font is 20 px', test, ['--blink-settings=minimumFontSize=20'], ''],
  // The browser's own size at 150 % is part of e2e/text.test.ts.
  ['letters alone are half as large again', longTest, [], 'html { font-size: 150% }'],
] as const) {
  declare(`where ${name}, nothing leaves the window and no time is cut`, async () => {
    const browser = await launchChromium(switches);
    const person = await browser.newContext({
      baseURL: kabinet.url,
      viewport: DESKTOP,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      bypassCSP: true,
    });
    await person.addInitScript((stored) => localStorage.setItem('pocketbase_auth', stored), elena.stored);
    const page = await person.newPage();
    for (const [address, shown] of LONG_FORM ? LARGE_LETTERS : LARGE_LETTERS.slice(0, 3)) {
      await page.goto(address);
      await page.locator(shown).first().waitFor();
      if (style) await page.addStyleTag({ content: style });
      assert.deepEqual(await wideFindings(page), [], address);
      assert.deepEqual(await page.evaluate(clippedWords), [], address);
    }
    await browser.close();
  });
}
