import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import { noteText, NOTES_HEAD, PAGE_END } from '#domain/archive/pages.ts';
import { onKabinet, type Practitioner } from '#e2e/kabinet.ts';

const kabinet = onKabinet('demo/demo.ts');
let elena: Practitioner;
before(async () => {
  await kabinet.open();
  elena = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
});

async function sheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('CAL-05 what a day and a week print stands there when `beforeprint` returns', async () => {
  const page = await elena.browser.newPage();
  for (const [view, heads] of [
    ['week', 7],
    ['day', 1],
  ] as const) {
    await page.goto(`/dashboard/calendar?view=${view}`);
    await page.getByRole('main').getByRole('button').first().waitFor();
    await page.locator('[aria-busy=false]').waitFor();
    // Firefox copies the page before any microtask runs.
    const count = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      return ['h1', 'h2'].map(
        (head) => document.querySelectorAll(`main :is(.paper-only ${head}, ${head}.paper-only)`).length,
      );
    });
    assert.deepEqual(count, [1, heads], view);
    // Chromium leaves the print medium each time it renders the preview again.
    await page.emulateMedia({ media: 'print' });
    await page.emulateMedia({ media: null });
    assert.ok((await page.locator('.paper-only').count()) > 0, view);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.equal(await page.locator('.paper-only').count(), 0);
  }
  await page.close();
});

test('CAL-05 a long list prints the rows that are there and how many it leaves out', async () => {
  const page = await elena.browser.newPage();
  await page.goto('/dashboard/sessions');
  await page.getByRole('radio', { name: 'Сначала новые' }).check();
  const list = page.getByRole('region', { name: 'Предстоящие' }).getByRole('list');
  await list.getByRole('listitem').first().waitFor();
  await page.getByRole('region', { name: 'Прошедшие' }).getByRole('listitem').first().waitFor();
  await list.locator('[data-room]').waitFor({ state: 'attached' });
  const told = await list.locator('[data-room]').evaluateAll((rooms) =>
    rooms.map((room) => ({
      left: Number(room.getAttribute('data-room')),
      height: room.getBoundingClientRect().height,
    })),
  );
  const rows = await list.getByRole('listitem').count();
  const total = Number(await list.getByRole('listitem').first().getAttribute('aria-setsize'));
  assert.ok(total > 100 && told.length === 1);
  assert.equal(rows + (told[0]?.left ?? NaN), total);
  assert.ok((told[0]?.height ?? 0) > 5000);
  assert.ok((await sheets(page)) <= 3);
  await page.close();
});

test('OWN-01 a long text of an archive begins on the sheet of its heading', async () => {
  const page = await elena.browser.newPage();
  const content = 'Отказ пока звучит как оправдание, и это новый шаг после долгого молчания. '.repeat(60);
  const note = { id: 'a', user: elena.id, title: 'Длинная', date: '2026-11-18', content, created: '', updated: '' };
  await page.setContent(NOTES_HEAD + noteText(note) + PAGE_END);
  assert.equal(await sheets(page), 2);
  await page.close();
});
