import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { send, times } from '#e2e/booking-form.ts';
import { inDays } from '#e2e/dates.ts';
import { DESKTOP, onKabinet, type Practitioner } from '#e2e/kabinet.ts';
import { lead } from '#e2e/lead.ts';
import { watchForFaults } from '#e2e/page-faults.ts';
import { wide } from '#e2e/places.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';

const kabinet = onKabinet('demo/demo.ts');

/** Texts that React holds by their nodes although something may replace these. */
declare global {
  interface Window {
    heldTexts: string[];
  }
}

/** Does to every page of a person what Chrome's translation does: each text gives way to one in two elements. */
async function translated(person: BrowserContext): Promise<string[]> {
  await person.addInitScript(() => {
    window.heldTexts = [];
    const UNTOUCHED = 'script, style, title, textarea, template, noscript, [translate="no"], font';
    const translate = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = root instanceof Text ? [root] : [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        const parent = text.parentElement;
        if (!parent || text.data.trim() === '' || parent.closest(UNTOUCHED)) continue;
        // Mantine's label, before an asterisk that comes and goes behind it: none of ours changes.
        const isLabel = parent.matches('.mantine-InputWrapper-label');
        if (!isLabel && Object.keys(text).some((key) => key.startsWith('__reactFiber'))) {
          window.heldTexts.push(`${parent.outerHTML.slice(0, 200)}: ${text.data}`);
        }
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        if (type === 'characterData') translate(target);
        for (const node of addedNodes) translate(node);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return watchForFaults(person, kabinet.url);
}

async function heldTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => window.heldTexts);
}

/** Fails where the page is not translated at all: then nothing was proven. */
async function assertTranslated(page: Page): Promise<void> {
  assert.ok((await page.locator('font').count()) > 0);
}

async function walkSessionForm(page: Page): Promise<void> {
  await page.goto('/dashboard/sessions/new');
  await page.getByRole('link', { name: /Ковальчук/ }).click();
  const date = page.getByLabel('Дата');
  for (const days of [3, 4]) {
    const day = Temporal.PlainDate.from(inDays(days));
    await date.fill(`${day.day}.${day.month}.${day.year}`);
    await date.press('Tab');
    const words = day.toLocaleString('ru', { day: 'numeric', month: 'long' });
    await page.getByRole('group', { name: new RegExp(`^Свободно ${words}`) }).waitFor();
  }
}

test('A11Y-01 a page that its browser translates goes on working and shows no text of before', async (t) => {
  const elena: Practitioner = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  t.after(() => elena.browser.close());
  const faults = await translated(elena.browser);
  const page = await elena.browser.newPage();
  await page.setViewportSize(DESKTOP);
  const held: string[] = [];

  await t.test('home, clients, and their search', async () => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await lead(page, '/dashboard');
    const search = page.getByRole('searchbox');
    for (const text of ['ковал', 'ничего такого', '']) {
      await search.fill(text);
      if (text === 'ковал') await page.getByRole('button', { name: /^Ковальчук/ }).waitFor();
      if (text.includes('такого'))
        await page
          .getByText(/ничего не найдено|не найден/i)
          .first()
          .waitFor();
    }
    await page.getByRole('button', { name: /Ковальчук/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Редактировать' }).waitFor();
    // What people have typed stays theirs.
    assert.deepEqual(
      await page
        .locator(':has(> font)', { hasText: 'Ковальчук' })
        .evaluateAll((all) => all.map((one) => one.outerHTML)),
      [],
    );
    await page.keyboard.press('Escape');
    await assertTranslated(page);
  });

  await t.test('the palette, whose matches move within a text', async () => {
    await page.keyboard.press('Control+KeyK');
    const field = page.getByRole('combobox', { name: 'Поиск' });
    for (const text of ['к', 'кл', 'кова', 'ковал', 'заметк']) {
      await field.fill(text);
      await page.getByRole('option').first().waitFor();
    }
    await field.fill('ковал');
    await becomes(
      () =>
        page
          .getByRole('option')
          .filter({ hasText: /^Ковальчук/ })
          .count()
          .then((found) => found > 0),
      true,
    );
    await page.keyboard.press('Escape');
    held.push(...(await heldTexts(page)));
  });

  await t.test('the form of a session says the day that is chosen', async () => {
    await walkSessionForm(page);
    held.push(...(await heldTexts(page)));
  });

  await t.test('the other screens', async () => {
    for (const place of wide) await place.open(page);
    await page.keyboard.press('Escape');
    held.push(...(await heldTexts(page)));
    for (const address of [
      '/dashboard/sessions',
      '/dashboard/notes',
      '/dashboard/online-booking',
      '/dashboard/availability-settings',
      '/dashboard/profile/journal',
    ]) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      held.push(...(await heldTexts(page)));
    }
  });

  await t.test('the public page, to the end', async () => {
    const visitor = await kabinet.person();
    const visitorFaults = await translated(visitor);
    const booking = await visitor.newPage();
    await booking.goto(elena.link);
    await booking.getByRole('heading', { level: 1 }).waitFor();
    const day = booking.getByRole('button', { name: /есть свободное время/, pressed: false }).first();
    await times(booking).or(day).first().waitFor();
    await becomes(async () => {
      const found = await times(booking).count();
      if (found === 0) await day.click();
      return found > 0;
    }, true);
    await times(booking).first().click();
    await send(booking, 'Мила', '+7 916 204-18-99');
    await booking.getByRole('heading', { name: 'Заявка отправлена!' }).waitFor();
    await assertTranslated(booking);
    held.push(...(await heldTexts(booking)));
    await visitor.close();
    assert.deepEqual(visitorFaults, []);
  });

  assert.deepEqual(faults, []);
  assert.deepEqual([...new Set(held)], []);
});
