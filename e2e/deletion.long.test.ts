import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Traffic } from '#bench/web/traffic.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays, moscow } from '#e2e/dates.ts';

const kabinet = onKabinet();

test('after a deletion the record just deleted is not asked for again', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'deletion');
  const make = (collection: string, record: object) =>
    elena.api.collection(collection).create({ user: elena.id, ...record });
  const client = await make('clients', { name: 'Ольга Лебедева', phone: '+7 977 640-02-90' });
  const session = { client: client.id, duration: 60, status: 'scheduled' };
  await make('sessions', { ...session, date: moscow(`${inDays(2)}T12:00`) });
  await make('sessions', { ...session, date: moscow(`${inDays(2)}T15:00`) });
  await make('blog_posts', { title: 'О границах', content: 'Отказ звучит как оправдание.', date: inDays(0) });
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const traffic = await Traffic.of(page);
  const failed: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') failed.push(`${message.text()} ${message.location().url}`);
  });

  /** Presses «Удалить» and confirms; what is read behind it, by the deletion and by its event, is waited for. */
  const remove = async (deleted: string) => {
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await dialog.getByText('Это действие нельзя отменить').waitFor();
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByText(deleted, { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await traffic.quiet();
    assert.deepEqual(failed, []);
  };

  await step('a session, deleted on its list and in the calendar', async () => {
    for (const address of ['/dashboard/sessions', `/dashboard/calendar?view=day&date=${inDays(2)}`]) {
      await page.goto(address);
      await main
        .getByRole('button', { name: /Ольга Лебедева/ })
        .first()
        .click();
      await dialog.getByRole('heading', { name: 'Ольга Лебедева' }).waitFor();
      await traffic.quiet();
      await remove('Сессия удалена');
    }
  });

  await step('a note that was opened to read', async () => {
    await page.goto('/dashboard/notes');
    await main.getByRole('link', { name: 'О границах' }).click();
    await main.getByText('Отказ звучит как оправдание.').waitFor();
    await remove('Заметка удалена');
  });

  await step('a client with sessions', async () => {
    await make('sessions', { ...session, date: moscow(`${inDays(3)}T12:00`) });
    await page.goto('/dashboard');
    await main.getByRole('button', { name: /Ольга Лебедева/ }).click();
    await dialog.getByText('Прошедших сессий ещё нет.').waitFor();
    await traffic.quiet();
    await remove('Клиент удален');
  });
});
