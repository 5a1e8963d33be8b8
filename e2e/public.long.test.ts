import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays } from '#e2e/dates.ts';

const kabinet = onKabinet();
test('a visitor opens the page of a practice that is not ready', async (t) => {
  const vera = await kabinet.practitioner('not-ready@kabinet.example');
  const visitor = await kabinet.person({ viewport: { width: 390, height: 844 } });
  t.after(() => Promise.all([visitor.close(), vera.browser.close()]));
  const page = await visitor.newPage();
  await page.clock.install();
  const step = journey(t, 'public-not-ready', () => [visitor]);
  const settings = vera.api.collection('availability_settings');
  const calm = page.getByRole('heading', { name: 'Свободного времени нет' });
  const name = page.getByLabel('Имя');

  await step('PUBLIC-01 without free times the page says whose it is, calmly, with nothing to fill in', async () => {
    const html = await (await fetch(vera.link)).text();
    assert.match(html, /<h1[^>]*>Свободного времени нет<\/h1>/);
    assert.doesNotMatch(html, /<form/);
    await page.goto(vera.link);
    await calm.waitFor();
    await page.getByText('Елена Рудакова').waitFor();
    await page.locator('[inert]').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('textbox').or(page.getByRole('button')).count(), 0);
  });

  await step('PUBLIC-02 a time beyond the next month is enough for the form', async () => {
    const away = [{ from: inDays(0), to: inDays(100) }];
    const { id } = await vera.api.collection('profiles').getFirstListItem('');
    await vera.api.collection('profiles').update(id, { days_off: away });
    await settings.create({
      user: vera.id,
      day_of_week: 1,
      start_time: '09:00',
      end_time: '10:00',
      is_available: true,
    });
    assert.match(await (await fetch(vera.link)).text(), /<form/);
    await vera.api.collection('profiles').update(id, { days_off: [] });
  });

  await step(
    'PUBLIC-02 who comes back once times are free finds the form, and it stays when the last one goes',
    async () => {
      await returnAfter(page, 61_000);
      await name.fill('Марина Левченко');
      await calm.waitFor({ state: 'detached' });
      const [monday] = await settings.getFullList();
      await settings.update(monday?.id ?? '', { is_available: false });
      await returnAfter(page, 61_000);
      await page.getByText('свободного времени нет').first().waitFor();
      await becomes(() => name.inputValue(), 'Марина Левченко');
      await page.reload();
      await becomes(() => name.inputValue(), 'Марина Левченко');
    },
  );
});

/** The visitor looks elsewhere for so many milliseconds. */
async function returnAfter(page: Page, away: number): Promise<void> {
  const look = (state: 'hidden' | 'visible') =>
    page.evaluate((seen) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => seen });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await look('hidden');
  await page.clock.fastForward(away);
  await look('visible');
}
