import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { Kabinet, PHONE } from '#e2e/kabinet.ts';

let kabinet: Kabinet;
before(async () => {
  kabinet = await Kabinet.start();
});
after(() => kabinet.stop());

test('the practitioner reads what happened, of everybody and of one client', async (t) => {
  const elena = await kabinet.practitioner('elena@kabinet.example');
  t.after(() => elena.browser.close());
  const clients = elena.api.collection('clients');
  const maria = await clients.create({ name: 'Мария Иванова', phone: '+7 916 204-18-35' });
  const oleg = await clients.create({ name: 'Олег Смирнов', phone: '+7 916 000-00-01' });
  await clients.update(maria.id, { phone: '+7 916 204-18-36', description: 'Просит утренние часы' });
  await elena.api.collection('sessions').create({ client: oleg.id, date: '2027-03-01 07:00:00.000Z', duration: 60 });
  await clients.delete(oleg.id);
  const notes = elena.api.createBatch();
  for (let note = 0; note < 50; note += 1) {
    notes.collection('blog_posts').create({ title: 'Заметка', content: 'О чём писать завтра', date: '2026-11-21' });
  }
  await notes.send();
  const page = await elena.browser.newPage();
  const rows = page.getByRole('region', { name: 'Записи журнала' }).getByRole('listitem');

  await t.test('the profile leads to the journal, which grows as it is scrolled', async () => {
    await page.goto('/dashboard/profile');
    await page.getByRole('link', { name: 'Открыть журнал' }).click();
    await page.getByRole('heading', { name: 'Журнал', level: 1 }).waitFor();
    await rows.filter({ hasText: 'Добавлена заметка' }).first().waitFor();
    await page.mouse.wheel(0, 20_000);
    await rows.filter({ hasText: 'Подтверждён email' }).waitFor();
    await rows.filter({ hasText: /Удалена сессия · клиент удалён/ }).waitFor();
    await rows.filter({ hasText: /Изменён клиент · Мария Иванова · телефон, описание/ }).waitFor();
    await rows
      .filter({ hasText: /Вход в аккаунт/ })
      .first()
      .waitFor();
  });

  await t.test('the details of a client lead to what happened to the client', async () => {
    await page.goto(`/dashboard?client=${maria.id}`);
    await page.getByRole('dialog').getByRole('link', { name: 'Журнал' }).click();
    await page.getByRole('heading', { name: 'Журнал', level: 1 }).waitFor();
    await rows.filter({ hasText: /Просмотрен клиент · Мария Иванова/ }).waitFor();
    await becomes(
      () => rows.locator('p:first-child').allInnerTexts(),
      [
        'Просмотрен клиент · Мария Иванова',
        'Изменён клиент · Мария Иванова · телефон, описание',
        'Добавлен клиент · Мария Иванова',
      ],
    );
    await page.setViewportSize(PHONE);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    assert.equal(wide, false);
  });

  await t.test('a client is chosen and let go by the filter; one who is gone keeps the rows', async () => {
    await page.goto(`/dashboard/profile/journal?client=${oleg.id}`);
    await rows.filter({ hasText: /Добавлен клиент · клиент удалён/ }).waitFor();
    await page.getByRole('combobox', { name: 'Клиент' }).click();
    await page.getByRole('option', { name: 'Мария Иванова' }).click();
    await rows.filter({ hasText: /Добавлен клиент · Мария Иванова/ }).waitFor();
    await page.getByRole('combobox', { name: 'Клиент' }).click();
    await page.getByRole('option', { name: 'Все клиенты' }).click();
    await rows.filter({ hasText: 'Добавлена заметка' }).first().waitFor();
    await page.goto('/dashboard/profile/journal?client=nobodynobodynob');
    await page.getByText('Записей нет').waitFor();
  });

  await t.test('a journal that cannot be read says so, and is read again', async () => {
    const server = new FailingServer(kabinet);
    server.breakTable('journal');
    await page.goto('/dashboard/profile/journal');
    await page.getByRole('alert').getByText('Не удалось загрузить журнал').waitFor();
    server.mend();
    await page.getByRole('button', { name: 'Повторить' }).click();
    await rows.first().waitFor();
  });
});
