import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { DAY, furnish, rename } from '#e2e/calendar-practice.ts';
import { lead } from '#e2e/lead.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { onKabinet, PHONE } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { toast } from '#e2e/toast.ts';

const kabinet = onKabinet();

const VIEWS = { day: 'День', week: 'Неделя', month: 'Месяц' };

test('a practitioner looks at the calendar on the phone', async (t) => {
  const elena = await kabinet.practitioner('pocket@kabinet.example', {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'no-preference',
  });
  t.after(() => elena.browser.close());
  await furnish(elena, DAY);
  const page = await elena.browser.newPage();
  const step = journey(t, 'calendar-phone', () => [elena.browser]);
  const longStep = longSteps(step);
  const main = page.getByRole('main');

  await step('CAL-01 CAL-02 the month shows numbers and counts, and the chosen day’s cards beneath', async () => {
    await page.goto('/dashboard/calendar?date=2026-11-16');
    await main.getByText('Сессий в этот день нет.').waitFor();
    await page.getByRole('button', { name: 'среда, 18 ноября, 4 сессии' }).tap();
    await page.getByRole('region', { name: 'Среда, 18 ноября' }).getByText('Дёмин Павел').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('button', { name: /Орлова Вера Павловна/ }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Изменить', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  await step('CAL-01 the day stands under its week, the week is a list by day', async () => {
    await page.getByRole('radio', { name: 'День' }).tap();
    await page.getByRole('button', { name: /^15:00 Ковальчук Анна Сергеевна/ }).waitFor();
    await page.getByRole('button', { name: 'четверг, 19 ноября, сессий нет' }).tap();
    await page.getByRole('button', { name: /^15:00 Ковальчук/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Предыдущая неделя' }).tap();
    await page.getByRole('button', { name: 'четверг, 12 ноября, сессий нет', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Следующая неделя' }).tap();
    await page.getByRole('radio', { name: 'Неделя' }).tap();
    await page.getByRole('region', { name: 'Среда, 18 ноября' }).getByText('Дёмин Павел').waitFor();
    await becomes(() => page.getByRole('region').count(), 7);
  });

  await longStep('AUTH-11 with motion the menu, a dialog and a toast come and go too', async () => {
    const menu = page.getByRole('navigation', { name: 'Главное меню' });
    await page.getByRole('button', { name: 'Меню' }).tap();
    await menu.getByRole('link', { name: 'Клиенты' }).tap();
    await page.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
    await menu.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Меню' }).tap();
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: 'detached' });
    await page.goForward();
    await page.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('button', { name: /Орлова Вера Павловна/ }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Редактировать' }).tap();
    await dialog.getByLabel('Описание').fill('Бессонница');
    await dialog.getByRole('button', { name: 'Сохранить' }).tap();
    const saved = toast(page, 'Данные клиента обновлены');
    await saved.getByRole('button', { name: 'Закрыть уведомление' }).tap();
    await saved.waitFor({ state: 'detached' });
    await dialog.getByText('Бессонница').waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
  });

  await longStep('CAL-01 a toast does not lie on what pages the calendar or adds to it', async () => {
    await page.goto('/dashboard/calendar?view=day&date=2026-11-18');
    await page.getByRole('button', { name: /Орлова Вера Павловна/ }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Изменить', exact: true }).tap();
    await dialog.getByRole('button', { name: 'Далее' }).tap();
    await dialog.getByRole('button', { name: 'Сохранить' }).tap();
    const saved = toast(page, 'Сессия обновлена');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Следующая неделя' }).tap();
    await page.getByRole('button', { name: 'Предыдущая неделя' }).tap();
    const { y, height } = (await saved.boundingBox()) ?? assert.fail();
    const add = (await page.getByRole('link', { name: 'Новая сессия' }).boundingBox()) ?? assert.fail();
    assert.ok(y > 300 && y + height < add.y, `${y}, ${height}`);
    await saved.getByRole('button', { name: 'Закрыть уведомление' }).tap();
    await saved.waitFor({ state: 'detached' });
  });

  await step('A11Y-01 nothing is wider than the screen', async () => {
    for (const view of ['day', 'week', 'month'] as const) {
      await lead(page, `/dashboard/calendar?view=${view}&date=2026-11-18`);
      await page.getByRole('radio', { name: VIEWS[view], checked: true }).waitFor({ state: 'attached' });
      await main
        .getByText(/Орлова|18/)
        .first()
        .waitFor();
      for (const width of LONG_FORM ? [320, 344, 360, 390] : [320]) {
        await page.setViewportSize({ ...PHONE, width });
        await becomes(() => page.evaluate(() => document.documentElement.scrollWidth), width);
      }
    }
    await page.getByRole('link', { name: 'Новая сессия' }).tap();
    await page.setViewportSize({ ...PHONE, width: 320 });
    await page
      .getByPlaceholder('Поиск по имени или телефону...')
      .fill('Константинопольская-Преображенская Александрина');
    await page.getByRole('button', { name: /^Добавить клиента «Константинопольская/ }).waitFor();
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth), 320);
    await page.setViewportSize(PHONE);
    const name = 'Константинопольская-Преображенская Александрина Святополковна';
    const client = await rename(elena, 'Дёмин Павел', name);
    const session = { user: elena.id, client, duration: 60, status: 'scheduled' };
    await elena.api.collection('sessions').create({ ...session, date: moscow(`${inDays(1)}T10:00`) });
    await lead(page, '/dashboard/sessions');
    await page.getByRole('region', { name: 'Ближайшая сессия' }).getByText(name).waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
  });

  await step('CAL-01 five sessions at one hour keep their surnames on the phone', async () => {
    const [client] = await elena.api.collection('clients').getFullList({ filter: "name ~ 'Орлова'" });
    const session = { user: elena.id, client: client?.id, duration: 60, status: 'scheduled', allowOverlap: true };
    for (let count = 0; count < 5; count += 1) {
      await elena.api.collection('sessions').create({ ...session, date: moscow('2026-11-24T12:00') });
    }
    await lead(page, '/dashboard/calendar?view=day&date=2026-11-24');
    const names = page.getByRole('button', { name: /^12:00 Орлова/ }).getByText('Орлова', { exact: true });
    await becomes(() => names.count(), 5);
    const widths = await names.evaluateAll((all) => all.map((name) => name.getBoundingClientRect().width));
    assert.ok(
      widths.every((width) => width > 30),
      widths.join(),
    );
  });
});
