import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet, PHONE } from '#e2e/kabinet.ts';
import { lead } from '#e2e/lead.ts';
import { pressMore } from '#e2e/session-form.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const kabinet = onKabinet();

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
  const lists: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/clients/records?')) lists.push(request.url());
  });

  /** Waits until a view is in the journal, which is written after the response. */
  const isViewed = (subject: string) =>
    becomes(async () => {
      using db = new DatabaseSync(kabinet.databaseFile, { readOnly: true, timeout: 5000 });
      return db.prepare(`select 1 from journal where action = 'view' and subject = ?`).get(subject) !== undefined;
    }, true);

  await t.test('the profile leads to the journal, which grows as it is scrolled', async () => {
    await page.goto('/dashboard/profile');
    await page.getByRole('link', { name: 'Журнал' }).click();
    await page.getByRole('heading', { name: 'Журнал', level: 2 }).waitFor();
    await rows.filter({ hasText: 'Добавлена заметка' }).first().waitFor();
    await page.route('**/api/journal?*page=2*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.mouse.wheel(0, 20_000);
    await page.getByRole('alert').getByText('Часть списка не загрузилась').waitFor();
    await page.unroute('**/api/journal?*page=2*');
    await page.getByRole('button', { name: 'Повторить' }).click();
    await rows.filter({ hasText: 'Подтверждён email' }).waitFor();
    await rows.filter({ hasText: /Удалена сессия · клиент удалён/ }).waitFor();
    await rows.filter({ hasText: /Изменён клиент · Мария Иванова · телефон, описание/ }).waitFor();
    await rows
      .filter({ hasText: /Вход в\sаккаунт/ })
      .first()
      .waitFor();
  });

  await t.test('AUTH-15 refused sign-ins, asked-for letters, and reading notes and texts stand there too', async () => {
    const wrong = () => kabinet.guest().collection('users').authWithPassword(elena.email, 'не тот пароль');
    for (let at = 0; at < 2; at += 1) await assert.rejects(wrong());
    await kabinet.guest().collection('users').requestPasswordReset(elena.email);
    await elena.api.collection('users').requestEmailChange('elena.new@kabinet.example');
    const irina = await clients.create({ name: 'Ирина Белова', phone: '+7 916 000-00-02' });
    for (const hour of ['09', '11', '13']) {
      const date = `2027-03-02 ${hour}:00:00.000Z`;
      await elena.api.collection('sessions').create({ client: irina.id, date, duration: 60 });
    }
    await elena.api.collection('sessions').getList();
    await elena.api.collection('booking').getList();
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.66' };
    const body = JSON.stringify({ identity: elena.email, password: elena.password });
    const signIn = `${kabinet.url}/api/collections/users/auth-with-password`;
    assert.equal((await fetch(signIn, { method: 'POST', headers, body })).status, 200);
    assert.match(await kabinet.letter(elena.email, /Вход из новой сети/), /\/dashboard\/profile\?section=access$/);
    await page.getByRole('link', { name: 'Заметки' }).click();
    await page.getByText('О чём писать завтра').first().waitFor();
    for (const subject of ['blog_posts', 'booking']) await isViewed(subject);
    await page.goBack();
    await rows.first().waitFor();
    await page.mouse.wheel(0, -20_000);
    await rows.filter({ hasText: 'Добавлена сессия, сейчас 02.03.2027 12:00 · Ирина Белова' }).waitFor();
    assert.deepEqual(lists, [], 'the rows bring the names of their clients along');
    for (const act of [
      /Отказано во\sвходе: 2\sневерных пароля.*без входа в\sаккаунт/s,
      'Запрошен новый пароль',
      'Запрошена смена email',
    ]) {
      await rows.filter({ hasText: act }).first().waitFor();
    }
    // Under everything of this day.
    await page.mouse.wheel(0, 20_000);
    const views = rows.getByRole('button', { name: /^Просмотрено: заметки, заявки, .*тексты 3\sсессий$/ });
    assert.equal(await rows.filter({ hasText: 'Просмотрены' }).count(), 0);
    await views.focus();
    await page.keyboard.press('Enter');
    await rows.getByText('Просмотрены заметки').waitFor();
    await rows.getByText('Просмотрены заявки').first().waitFor();
    await page.keyboard.press('Enter');
    await becomes(() => rows.getByText('Просмотрены заметки').count(), 0);
  });

  await t.test('the details of a client lead to what happened to the client', async () => {
    await lead(page, `/dashboard?client=${maria.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Ещё' }).waitFor();
    await isViewed('clients');
    await pressMore(dialog, 'Журнал');
    await page.getByRole('heading', { name: 'Журнал', level: 2 }).waitFor();
    await rows.getByRole('button', { name: /^Просмотрено: 1\sклиент$/ }).click();
    await becomes(
      () => rows.locator('p:first-child').allInnerTexts(),
      [
        'Изменён клиент · Мария Иванова · телефон, описание',
        'Добавлен клиент · Мария Иванова',
        'Просмотрен клиент · Мария Иванова',
      ],
    );
    await page.setViewportSize(PHONE);
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false);
  });

  await t.test('a client is chosen and let go by the filter; one who is gone keeps the rows', async () => {
    await lead(page, `/dashboard/profile/journal?client=${oleg.id}`);
    await rows.filter({ hasText: /Добавлен клиент · клиент удалён/ }).waitFor();
    const choice = page.getByRole('combobox', { name: 'Клиент' });
    await becomes(() => choice.inputValue(), 'Удалённый клиент');
    await choice.click();
    await page.getByRole('option', { name: 'Мария Иванова, +7 (916) 204-18-36' }).waitFor();
    // The list ends somewhere, and says so.
    await page.route(/collections\/clients\/records/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), totalItems: 600 } });
    });
    await choice.fill('Иванова');
    const last = page.getByRole('option').last();
    await last.filter({ hasText: /^И\sещё 599: уточните поиск$/ }).waitFor();
    await last.click();
    assert.ok(await last.isVisible(), 'it chooses nobody');
    await page.unroute(/collections\/clients\/records/);
    await choice.fill('никого');
    await page.getByText('Клиенты не найдены').waitFor();
    // Found by the server, which knows ё and phones.
    await choice.fill('204-18-36');
    await page.getByRole('option', { name: 'Мария Иванова, +7 (916) 204-18-36' }).click();
    await rows.filter({ hasText: /Добавлен клиент · Мария Иванова/ }).waitFor();
    await becomes(async () => (await choice.inputValue()).startsWith('Мария Иванова'), true);
    if (LONG_FORM) await page.reload();
    await becomes(async () => (await choice.inputValue()).startsWith('Мария Иванова'), true);
    await choice.click();
    await page.getByRole('option', { name: 'Все клиенты' }).click();
    await rows.filter({ hasText: 'Добавлена заметка' }).first().waitFor();
    // Pressed before its dropdown has come.
    const pressed = Promise.withResolvers<void>();
    await page.route(/\/choices-.*\.js/, async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await page.reload();
    await choice.click();
    pressed.resolve();
    await page.getByRole('option', { name: 'Мария Иванова, +7 (916) 204-18-36' }).waitFor();
    await lead(page, '/dashboard/profile/journal?client=nobodynobodynob');
    await page.getByText('Записей нет').waitFor();
  });

  await t.test('JOURNAL-01 the journal is read up to a day, of all or of one client', async () => {
    await lead(page, '/dashboard/profile/journal');
    await rows.filter({ hasText: 'Добавлена заметка' }).first().waitFor();
    const field = page.getByLabel(/По\sдень/);
    await field.fill('01.02.2020');
    await page.getByText('По этот день ничего не происходило').waitFor();
    await page.waitForURL(/until=2020-02-01/);
    const today = Temporal.Now.zonedDateTimeISO('Europe/Moscow').toPlainDate();
    await field.fill(today.toLocaleString('ru', { day: '2-digit', month: '2-digit', year: 'numeric' }));
    await rows.filter({ hasText: 'Добавлена заметка' }).first().waitFor();
    await page.waitForURL(new RegExp(`until=${today.toString()}`));
  });

  if (LONG_FORM) {
    await t.test('a journal that cannot be read says so, and is read again', async () => {
      const server = new FailingServer(kabinet);
      server.breakTable('journal');
      await page.goto('/dashboard/profile/journal');
      await page.getByRole('alert').getByText('Не удалось загрузить журнал').waitFor();
      server.mend();
      await page.getByRole('button', { name: 'Повторить' }).click();
      await rows.first().waitFor();
    });
  }
});
