import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { choose, send } from '#e2e/booking-form.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet, practice, type Practitioner } from '#e2e/kabinet.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { listening, slowLine } from '#e2e/network.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { failureToast } from '#e2e/toast.ts';
import { passingToast } from '#e2e/passing-toast.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

const DAY = inDays(3);
const LIMIT = 'Достигнут лимит клиентов (3). Удалите клиента либо перейдите в профиль и оплатите лицензию.';
const MARINA = {
  name: 'Марина Левченко',
  phone: '8 (905) 318-44-20',
  email: 'marina@example.org',
  message: 'Почти не сплю после переезда.',
};
const OLEG = { name: 'Олег Журавлёв', phone: '+7 921 640-02-77', email: 'oleg@example.org' };

test('a practitioner answers requests', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'booking', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const longStep = longSteps(step);
  const main = page.getByRole('main');
  const request = (name: string) => main.getByRole('article', { name: `Заявка: ${name}` });
  const past = (name: string) => main.getByRole('listitem').filter({ hasText: name });
  const failure = page.getByRole('main').getByRole('alert');
  const toast = (text: string) => failureToast(page, text);
  const approve = (name: string) => request(name).getByRole('button', { name: 'Подтвердить', exact: true }).click();

  await longStep('BOOK-01 BOOK-06 the requests are being read, cannot be read, and are read again', async () => {
    await page.goto('/dashboard/online-booking');
    await page.getByText('посетители не видят свободного времени').waitFor();
    assert.equal(
      await page.getByRole('link', { name: 'Задать часы' }).getAttribute('href'),
      '/dashboard/availability-settings',
    );
    server.breakTable('booking');
    await page.goto('/dashboard/online-booking');
    await failure.getByRole('heading', { name: 'Не удалось загрузить данные' }).waitFor();
    server.mend();
    const restore = await slowLine(page, 500);
    await page.goto('/dashboard/online-booking', { waitUntil: 'commit' });
    await page.getByText('Загрузка заявок...').waitFor();
    await page.getByText('Заявок пока нет').waitFor();
    await restore();
  });

  await workEveryDay(elena);

  await step('BOOK-01 BOOK-06 the link is copied and opened, and the weekly hours are one press away', async () => {
    await page.goto('/dashboard/online-booking');
    await page.getByText('Заявок пока нет').waitFor();
    await page.getByText(elena.link.replace('http://', '')).waitFor();
    // Shown for two seconds: the page itself waits for it.
    await Promise.all([
      page.waitForFunction(() =>
        [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Скопировано!'),
      ),
      page.getByRole('button', { name: 'Скопировать', exact: true }).click(),
    ]);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), elena.link);
    await page.getByRole('button', { name: 'Скопировать', exact: true }).waitFor();
    const open = page.getByRole('link', { name: 'Открыть страницу записи' });
    await becomes(() => open.getAttribute('href'), elena.link);
    await becomes(() => open.getAttribute('target'), '_blank');
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }));
    await page.getByRole('button', { name: 'Скопировать', exact: true }).click();
    const refused = page.getByRole('dialog', { name: 'Не удалось скопировать ссылку' });
    await becomes(() => refused.getByLabel('Скопируйте отсюда').inputValue(), elena.link);
    await becomes(() => page.evaluate(() => getSelection()?.toString()), elena.link);
    await page.keyboard.press('Escape');
    await refused.waitFor({ state: 'detached' });
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    const hours = page.getByRole('link', { name: 'Рабочие часы' });
    await becomes(() => hours.getAttribute('href'), '/dashboard/availability-settings');
  });

  await step('BOOK-04 a request is told on every screen, counted in the menu, and in a letter', async () => {
    await Promise.all([listening(page), page.goto('/dashboard/notes')]);
    await page.getByText('Заметок пока нет').waitFor();
    const told = passingToast(page, 'Новая заявка', `Марина Левченко, ${shown(DAY)} 12:00`);
    await kabinet.ask(elena.link, `${DAY}T12:00`, MARINA);
    await told;
    await page.getByRole('link', { name: /^Онлайн-запись\s?,\s1\sновая\sзаявка$/ }).click();
    await request('Марина Левченко').getByText('Почти не сплю после переезда.').waitFor();
    await kabinet.letter(elena.email, /Новая заявка/);
  });

  await step('BOOK-01 BOOK-04 another appears without a reload', async () => {
    await kabinet.ask(elena.link, `${DAY}T15:00`, OLEG);
    await request('Олег Журавлёв').waitFor();
    await page.getByRole('img', { name: /^2\sновые\sзаявки$/ }).waitFor();
    await request('Олег Журавлёв').getByText('Ожидает').waitFor();
    const boxes = ['+7 (921) 640-02-77', OLEG.email].map((name) =>
      request('Олег Журавлёв').getByRole('link', { name }).boundingBox(),
    );
    const [phone, email] = await Promise.all(boxes);
    assert.ok(phone && email && email.y >= phone.y + phone.height && email.height >= 24, 'one under the other');
    await request('Олег Журавлёв')
      .getByText(`${shown(DAY)} 15:00`)
      .waitFor();
    assert.equal(await page.getByRole('button', { name: /Удалить заявку/ }).count(), 0);
  });

  await step('BOOK-06 an answer that fails leaves the request as it was', async () => {
    server.refuseWrites('booking');
    await approve('Олег Журавлёв');
    await toast('Не удалось подтвердить заявку').waitFor();
    await request('Олег Журавлёв').getByRole('button', { name: 'Отклонить' }).click();
    await toast('Не удалось отклонить заявку').waitFor();
    await toast('Не удалось подтвердить заявку').waitFor({ state: 'detached' });
    server.mend();
    if (LONG_FORM) {
      await kabinet.kill();
      await approve('Олег Журавлёв');
      await toast('Нет связи с сервером').getByText('Не удалось подтвердить заявку').waitFor();
      await kabinet.revive();
    }
    await request('Олег Журавлёв').waitFor();
    assert.deepEqual(await stored(elena), { clients: 0, sessions: 0 });
  });

  await step(
    'BOOK-01 BOOK-06 a rejected request goes into the history, and no second press into the next one',
    async () => {
      await pressTwice(request('Олег Журавлёв').getByRole('button', { name: 'Отклонить' }));
      await page.getByText('Заявка отклонена').waitFor();
      // With the focus in it the message stays for the next step.
      await page.getByRole('status').getByRole('button', { name: 'Вернуть' }).focus();
      await page.getByText('Не удалось отклонить заявку').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'История заявок' }).waitFor();
      await past('Олег Журавлёв').getByText('Отклонена').waitFor();
      // The two lists are read one after the other.
      const decisions = past('Олег Журавлёв').getByRole('button', { name: /Подтвердить|Отклонить/ });
      await becomes(() => decisions.count(), 0);
    },
  );

  await step(
    'BOOK-06 the history is searched by name and phone and by its answer, and counts what it holds',
    async () => {
      const find = page.getByPlaceholder('Поиск по имени или телефону...');
      const answer = page.getByRole('combobox', { name: 'Ответ' });
      const nothing = page.getByText(/^Таких заявок в\sистории нет\.$/);
      await page.getByRole('heading', { name: /^История заявок 1\sзаявка$/ }).waitFor();
      await find.fill('журавлев');
      await past('Олег Журавлёв').waitFor();
      await find.fill('никого');
      await nothing.waitFor();
      await find.fill('');
      await answer.click();
      await page.getByRole('option', { name: 'Подтверждённые' }).click();
      await nothing.waitFor();
      await answer.click();
      await page.getByRole('option', { name: 'Отклонённые' }).click();
      await past('Олег Журавлёв').waitFor();
      await answer.click();
      await page.getByRole('option', { name: 'Любой ответ' }).click();
    },
  );

  await step('BOOK-01 a slip is taken back: the rejected request waits again, and is rejected after all', async () => {
    await page.getByRole('status').getByRole('button', { name: 'Вернуть' }).click();
    await request('Олег Журавлёв').getByText('Ожидает').waitFor();
    await request('Олег Журавлёв').getByRole('button', { name: 'Отклонить' }).click();
    await past('Олег Журавлёв').getByText('Отклонена').waitFor();
    await page
      .locator(':focus')
      .and(page.getByRole('heading', { name: 'Новые заявки' }))
      .waitFor();
  });

  await longStep('BOOK-01 the history gives a rejected request back too, unless its time is taken', async () => {
    await closeToasts(page);
    const back = past('Олег Журавлёв').getByRole('button', { name: 'Вернуть заявку: Олег Журавлёв' });
    const id = await kabinet.ask(elena.link, `${DAY}T15:30`, { name: 'Яна Котова', phone: '+7 921 640-02-79' });
    await request('Яна Котова').waitFor();
    await back.click();
    await page.getByText(/Это\sвремя уже занято, поэтому заявка осталась в\sистории/).waitFor();
    await elena.api.collection('booking').update(id, { status: 'cancelled' });
    await elena.api.collection('booking').delete(id);
    await request('Яна Котова').waitFor({ state: 'detached' });
    await back.click();
    await request('Олег Журавлёв').getByText('Ожидает').waitFor();
    await request('Олег Журавлёв').getByRole('button', { name: 'Отклонить' }).click();
    await past('Олег Журавлёв').getByText('Отклонена').waitFor();
    await page
      .locator(':focus')
      .and(page.getByRole('heading', { name: 'Новые заявки' }))
      .waitFor();
  });

  await step('BOOK-03 at the limit of clients approval fails, and the request stays', async () => {
    await closeToasts(page);
    await addClients(elena, ['Павел Дёмин', 'Алия Ахметова', 'Егор Белых']);
    await approve('Марина Левченко');
    await page.getByRole('alert').getByText(LIMIT).waitFor();
    await request('Марина Левченко').getByText('Ожидает').waitFor();
    assert.equal((await elena.api.collection('sessions').getList()).totalItems, 0);
  });

  await step(
    'BOOK-02 BOOK-03 LETTER-01 a time that was taken meanwhile is approved deliberately, for the client who is known and whose address the practitioner leaves empty',
    async () => {
      const [first, second] = await elena.api.collection('clients').getFullList({ sort: 'created' });
      assert.ok(first && second);
      await elena.api.collection('clients').update(first.id, { name: 'МАРИНА левченко', phone: '+79053184420' });
      await elena.api.collection('sessions').create({
        user: elena.id,
        client: second.id,
        date: moscow(`${DAY}T12:30`),
        duration: 60,
        status: 'scheduled',
        allowOverlap: true,
      });
      await approve('Марина Левченко');
      const asked = request('Марина Левченко').getByRole('alert');
      await asked.getByText(`В заявке ${MARINA.email}.`).waitFor();
      await becomes(() => page.locator(':focus').textContent(), 'Подтвердить и\u00A0сохранить адрес');
      await request('Марина Левченко').getByRole('button', { name: 'Подтвердить без адреса' }).click();
      await request('Марина Левченко').getByRole('alert').getByText('Это время уже занято.').waitFor();
      assert.equal((await elena.api.collection('sessions').getList()).totalItems, 1);
      await request('Марина Левченко').getByRole('button', { name: 'Подтвердить всё равно' }).click();
      const told = page.getByRole('status').filter({ hasText: 'Заявка подтверждена' });
      await told.getByText(`Марина Левченко, ${shown(DAY)} 12:00`).waitFor();
      await told.getByRole('button', { name: 'Открыть сессию' }).waitFor();
      await past('Марина Левченко').getByText('Подтверждена').waitFor();
      await past('Марина Левченко').getByText('Сообщение').click();
      await past('Марина Левченко').getByText(MARINA.message).waitFor();
      await page.getByText('Новых заявок нет. Они появятся здесь сами.').waitFor();
      const session = await elena.api.collection('sessions').getFirstListItem(`client = '${first.id}'`);
      const { date, duration, status, description } = session;
      assert.deepEqual(
        { date, duration, status, description },
        {
          date: moscow(`${DAY}T12:00`),
          duration: 60,
          status: 'scheduled',
          description: 'Сессия создана из онлайн-записи',
        },
      );
      const { items, totalItems } = await elena.api
        .collection('clients')
        .getList(1, 1, { filter: `id = '${first.id}'` });
      assert.deepEqual([totalItems, items[0]?.['email']], [1, '']);
      assert.equal((await elena.api.collection('clients').getList()).totalItems, 3);
    },
  );

  await step('BOOK-01 BOOK-06 a request is deleted from the history, its session stays', async () => {
    await closeToasts(page);
    await page.getByRole('button', { name: 'Удалить заявку: Марина Левченко' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Сессия, созданная из неё, останется.').waitFor();
    server.refuseWrites('booking');
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await toast('Не удалось удалить заявку').waitFor();
    server.mend();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Заявка удалена').waitFor();
    await becomes(() => past('Марина Левченко').count(), 0);
    assert.equal((await elena.api.collection('sessions').getList()).totalItems, 2);
  });

  await step('BOOK-08 a request that waited too long no longer holds its time, and says so', async () => {
    await elena.api.send('/api/profiles/check-licence', { method: 'POST', body: { licence_key: 'VALID_1' } });
    const day = inDays(6);
    const id = await kabinet.ask(elena.link, `${day}T10:00`, { name: 'Нина Ветрова', phone: '+7 921 640-02-80' });
    await request('Нина Ветрова').waitFor();
    // Does what the job does two days later.
    server.change('delete from held_time where source_id = ?', id);
    server.change('update booking set held_since = null where id = ?', id);
    await Promise.all([listening(page), page.reload()]);
    await request('Нина Ветрова')
      .getByText(/Время больше не\sудерживается/)
      .waitFor();
    const other = await kabinet.ask(elena.link, `${day}T10:00`, { name: 'Пётр Лисин', phone: '+7 921 640-02-81' });
    await request('Пётр Лисин').waitFor();
    await approve('Нина Ветрова');
    await request('Нина Ветрова').getByText('Это время уже занято.').waitFor();
    await elena.api.send(`/api/booking/${id}/reject`, { method: 'POST' });
    await past('Нина Ветрова').getByText('Отклонена').waitFor();
    await elena.api.send(`/api/booking/${other}/reject`, { method: 'POST' });
    await past('Пётр Лисин').getByText('Отклонена').waitFor();
    // A request in the past cannot wait again.
    server.change('update booking set date = ? where id = ?', moscow(`${inDays(-1)}T10:00`), id);
  });

  await step('BOOK-08 all requests of one sender are rejected at once, after asking how many', async () => {
    const all = { name: 'Отклонить все от этого отправителя' };
    const sender = kabinet.guest();
    for (const hour of ['12', '14']) {
      await sender.collection('booking').create({
        user: elena.id,
        name: `Шутник ${hour}`,
        phone: '+7 921 640-02-82',
        date: moscow(`${inDays(6)}T${hour}:00`),
      });
    }
    await kabinet.ask(elena.link, `${inDays(6)}T16:00`, { name: 'Инна Белая', phone: '+7 921 640-02-83' });
    // The corner holds three toasts at a time.
    await page.reload();
    await request('Инна Белая').waitFor();
    assert.equal(
      await past('Нина Ветрова')
        .getByRole('button', { name: /Вернуть/ })
        .count(),
      0,
    );
    await past('Пётр Лисин')
      .getByRole('button', { name: /Вернуть/ })
      .waitFor();
    const order = await main.getByRole('button', { name: /Удалить заявку/ }).all();
    const names = await Promise.all(order.map((button) => button.getAttribute('aria-label')));
    assert.deepEqual(
      names.map((name) => name?.replace('Удалить заявку: ', '')),
      ['Пётр Лисин', 'Олег Журавлёв', 'Нина Ветрова'],
    );
    await request('Шутник 12').getByRole('button', all).waitFor();
    assert.equal(await request('Инна Белая').getByRole('button', all).count(), 0);
    await request('Шутник 14').getByRole('button', all).click();
    const dialog = page.getByRole('dialog', { name: /Отклонить 2\sзаявки\?/ });
    await dialog.getByText(/Шутник 1\d, Шутник 1\d/).waitFor();
    server.refuseWrites('booking');
    await dialog.getByRole('button', { name: 'Отклонить все' }).click();
    await toast('Не удалось отклонить заявки').waitFor();
    server.mend();
    await dialog.getByRole('button', { name: 'Отклонить все' }).click();
    await page.getByText('Заявки отклонены').waitFor();
    for (const name of ['Шутник 12', 'Шутник 14']) await past(name).getByText('Отклонена').waitFor();
    await request('Инна Белая').getByText('Ожидает').waitFor();
    await request('Инна Белая').getByRole('button', { name: 'Отклонить' }).click();
    await past('Инна Белая').getByText('Отклонена').waitFor();
  });

  await step('BOOK-07 requests are switched off, and the page says so', async () => {
    const visitor = await kabinet.person();
    const open = await visitor.newPage();
    await open.goto(elena.link);
    await choose(open, inDays(6));
    await open.getByRole('button', { name: '11:00', exact: true }).click();
    const taking = page.getByRole('switch', { name: 'Приём заявок' });
    server.refuseWrites('profiles');
    await taking.click({ force: true });
    await toast('Не удалось изменить приём заявок').waitFor();
    server.mend();
    await becomes(() => taking.isChecked(), true);
    await taking.click({ force: true });
    await page.getByText('Посетители видят, что запись сейчас закрыта').waitFor();
    // The words change with the press, the switch rests until the server has it.
    await becomes(() => taking.isEnabled(), true);
    await send(open, 'Галина Ильина', '+7 921 640-02-84');
    const box = open.getByRole('group', { name: 'Запись сейчас закрыта.' });
    await box.getByText(/Всё, что вы\sввели, осталось на\sместе/).waitFor();
    await becomes(() => open.getByLabel('Имя').inputValue(), 'Галина Ильина');
    const html = await (await fetch(elena.link)).text();
    assert.match(html, /<h1[^>]*>Запись сейчас закрыта<\/h1>/);
    if (LONG_FORM) {
      const another = await visitor.newPage();
      await another.goto(elena.link);
      await another.getByRole('heading', { name: 'Запись сейчас закрыта' }).waitFor();
      assert.equal(await another.getByRole('button').count(), 0);
      await page.reload();
    }
    await becomes(() => taking.isChecked(), false);
    await taking.click({ force: true });
    await page.getByText('Посетители могут отправлять заявки').waitFor();
    await becomes(() => taking.isEnabled(), true);
    await open.getByRole('button', { name: 'Записаться на консультацию' }).click();
    await open.getByRole('heading', { name: 'Заявка отправлена!' }).waitFor();
    await visitor.close();
  });

  await step('BOOK-07 a new link, after asking: the one before leads nowhere', async () => {
    await page.getByRole('button', { name: 'Новая ссылка' }).click();
    const dialog = page.getByRole('dialog', { name: 'Сделать новую ссылку?' });
    await dialog.getByText('сразу перестанет работать').waitFor();
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    assert.equal((await fetch(elena.link)).status, 200);
    await page.getByRole('button', { name: 'Новая ссылка' }).click();
    await dialog.getByRole('button', { name: 'Сделать новую' }).click();
    await page.getByText('Новая ссылка готова').waitFor();
    await page.getByText(elena.link.replace('http://', '')).waitFor({ state: 'detached' });
    const link = await page.getByRole('link', { name: 'Открыть страницу записи' }).getAttribute('href');
    assert.notEqual(link, elena.link);
    assert.equal((await fetch(elena.link)).status, 404);
    assert.equal((await fetch(link ?? '')).status, 200);
    elena.link = link ?? '';
  });

  await step('CLIENT-12 a deleted client takes the requests along', async () => {
    const id = await kabinet.ask(elena.link, `${inDays(7)}T10:00`, MARINA);
    const { client } = await elena.api.send(`/api/booking/${id}/approve`, { method: 'POST', body: {} });
    await past('Марина Левченко').getByText('Подтверждена').waitFor();
    await elena.api.collection('clients').delete(client['id']);
    await past('Марина Левченко').waitFor({ state: 'detached' });
  });

  await longStep('BOOK-06 a request that is gone meanwhile is said to be', async () => {
    const id = await kabinet.ask(elena.link, `${inDays(5)}T10:00`, { name: 'Егор Белых', phone: '+7 921 640-02-78' });
    await request('Егор Белых').waitFor();
    server.change('delete from booking where id = ?', id);
    await approve('Егор Белых');
    await toast('Бронирование не найдено').waitFor();
    await request('Егор Белых').waitFor({ state: 'detached' });
  });
});

async function workEveryDay({ api, id }: Practitioner): Promise<void> {
  for (let day = 0; day < 7; day += 1) {
    await api
      .collection('availability_settings')
      .create({ user: id, day_of_week: day, start_time: '09:00', end_time: '18:00', is_available: true });
  }
}

/** The corner holds three toasts at a time: a step that waits for its own needs room there. */
async function closeToasts(page: Page): Promise<void> {
  const closers = page.getByRole('button', { name: 'Закрыть уведомление' });
  const press = () => closers.evaluateAll((all: HTMLElement[]) => all.map((one) => one.click()).length);
  await becomes(press, 0);
}

async function stored({ api }: Practitioner): Promise<{ clients: number; sessions: number }> {
  const [clients, sessions] = await Promise.all([
    api.collection('clients').getList(),
    api.collection('sessions').getList(),
  ]);
  return { clients: clients.totalItems, sessions: sessions.totalItems };
}

async function addClients({ api, id }: Practitioner, names: string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    await api.collection('clients').create({ user: id, name, phone: `+7903771401${index}` });
  }
}

/** Presses, and again at the same place as soon as the pressed card has left: on all buttons that could be there now. */
async function pressTwice(button: Locator): Promise<void> {
  await button.evaluate((pressed) => {
    const list = pressed.closest('ul');
    const card = pressed.closest('article');
    (pressed as HTMLElement).addEventListener('click', ({ clientX, clientY }) => {
      const observer = new MutationObserver(() => {
        if (card?.isConnected) return;
        observer.disconnect();
        const again = { bubbles: true, cancelable: true, detail: 1, clientX, clientY };
        for (const next of list?.querySelectorAll('button') ?? []) next.dispatchEvent(new MouseEvent('click', again));
      });
      if (list) observer.observe(list, { childList: true, subtree: true });
    });
  });
  await button.click();
}
