import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { agreeToLeave, drafts } from '#e2e/leaving.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { slowLine } from '#e2e/network.ts';

const kabinet = onKabinet();
const LONG = 'Отказ пока звучит как оправдание, и это новый шаг после долгого молчания.';

test('what is typed outlives a slow save, and no draft is promised in vain', async (t) => {
  const elena = await kabinet.practitioner('slow-save@kabinet.example');
  t.after(() => elena.browser.close());
  const { api } = elena;
  const page = await elena.browser.newPage();
  agreeToLeave(page);
  const step = journey(t, 'state-save', () => [elena.browser]);
  const dialog = page.getByRole('dialog');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

  await step('CLIENT-04 what is typed while a client is added is saved with it', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await dialog.getByLabel('Имя').fill('Анна');
    await dialog.getByLabel('Телефон').fill('+7 916 204-18-35');
    kabinet.freeze();
    await press('Добавить');
    await dialog.getByLabel('Описание').fill('Тревога');
    kabinet.thaw();
    await dialog.waitFor({ state: 'detached' });
    const stored = await api.collection('clients').getFullList();
    assert.deepEqual(
      stored.map((one) => one['description']),
      ['Тревога'],
    );
    await becomes(() => drafts(page), 0);
  });

  await step('AVAIL-01 a switch pressed while hours are saved stays pressed for the next save', async () => {
    await page.goto('/dashboard/availability-settings');
    const day = (name: string) => page.getByRole('switch', { name });
    await day('Понедельник').click();
    const fast = await slowLine(page, 500);
    const sent = page.waitForRequest((request) => ['POST', 'PATCH'].includes(request.method()));
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await sent;
    await day('Среда').click();
    await page.getByText('Настройки расписания сохранены').waitFor();
    await fast();
    await becomes(() => day('Среда').isChecked(), true);
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).and(page.locator(':disabled')).waitFor();
    const week = await api
      .collection('availability_settings')
      .getFullList({ filter: 'is_available = true', sort: 'day_of_week' });
    assert.deepEqual(
      week.map((one) => one['day_of_week']),
      [1, 3],
    );
  });

  await step('NOTE-01 where the browser keeps nothing, no draft is spoken of', async () => {
    await page.goto('/dashboard/notes?note=new');
    await page.evaluate(() => {
      for (const storage of [sessionStorage, localStorage]) {
        for (let size = 2 ** 22; size >= 1; size /= 2) {
          try {
            for (let part = 0; part < 3; part += 1) storage.setItem(`full-${size}-${part}`, 'я'.repeat(size));
          } catch {
            // The storage has no room for this size.
          }
        }
      }
    });
    await page.getByLabel('Текст', { exact: true }).fill(LONG);
    await page.getByRole('navigation').getByRole('link', { name: 'Клиенты' }).click();
    await dialog.getByText('Изменения не сохранятся.').waitFor();
    assert.equal(await page.getByText('Черновик сохранён').count(), 0);
    await press('Уйти');
    await dialog.waitFor({ state: 'detached' });
  });
});
