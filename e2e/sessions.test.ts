import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inDays, journey, Kabinet, moscow, type Practitioner, shown, slowLine } from '#e2e/kabinet.ts';

let kabinet: Kabinet;
before(async () => {
  kabinet = await Kabinet.start();
});
after(() => kabinet.stop());

const TODAY = inDays(0);

test('a practitioner plans and keeps sessions', async (t) => {
  const elena = await kabinet.practitioner('sessions@kabinet.example');
  t.after(() => elena.browser.close());
  const page = await elena.browser.newPage();
  const step = journey(t, 'sessions', () => [elena.browser]);
  const anna = await client(elena, 'Анна Ковальчук', '8 916 204 18 35');
  const pavel = await client(elena, 'Павел Дёмин', '+7 903 771-40-12');
  const dialog = page.getByRole('dialog');
  const cards = page.getByRole('main').getByRole('button', { name: /\d\d\.\d\d\.\d{4}/ });
  const search = page.getByPlaceholder('Поиск по клиенту или дате...');

  await step('SESSION-01 SESSION-11 the list is being read, and is empty', async () => {
    const restore = await slowLine(page, 800);
    await page.goto('/dashboard/sessions', { waitUntil: 'commit' });
    await page.getByText('Загрузка сессий...').waitFor();
    await page.getByText('Сессии не найдены').waitFor();
    await page.getByText('Добавьте вашу первую сессию').waitFor();
    await restore();
    await page.getByRole('link', { name: 'Новая сессия' }).click();
    await page.waitForURL('/dashboard/sessions/new');
  });

  await step('SESSION-06 a client is found by name or phone', async () => {
    await page.getByRole('heading', { name: 'Новая сессия' }).waitFor();
    await page.getByText('Выберите клиента для создания новой сессии').waitFor();
    const clients = page.getByRole('main').getByRole('list').getByRole('link');
    await clients.nth(1).waitFor();
    const find = page.getByPlaceholder('Поиск по имени или телефону...');
    await find.fill('никого');
    await page.getByText('Клиенты не найдены').waitFor();
    await find.fill('903771');
    await clients.filter({ hasText: '+7 (903) 771-40-12' }).waitFor();
    assert.equal(await clients.count(), 1);
    await page.getByRole('link', { name: 'Назад к сессиям' }).click();
    await page.waitForURL('/dashboard/sessions');
    await page.goBack();
    await page.goto('/dashboard/sessions/new');
    await clients.filter({ hasText: 'Анна Ковальчук' }).click();
    await page.waitForURL(`/dashboard/sessions/new/${anna}`);
  });

  await step('SESSION-07 the form starts from today, nine o’clock, an hour, planned', async () => {
    await page.getByText('Шаг 1: Информация').waitFor();
    await page.getByText(/Анна Ковальчук, \+7 \(916\) 204-18-35/).waitFor();
    assert.equal(await page.getByLabel('Дата').inputValue(), shown(TODAY));
    const time = page.getByRole('combobox', { name: 'Время' });
    assert.equal(await time.inputValue(), '09:00');
    assert.equal(await page.getByLabel('Продолжительность').inputValue(), '60');
    assert.ok(await page.getByRole('radio', { name: 'Запланирована' }).isChecked());
    assert.equal(await page.getByRole('radio').count(), 4);
    await time.click();
    const choices = await page.getByRole('option').allInnerTexts();
    assert.deepEqual([choices.length, choices[0], choices.at(-1)], [29, '08:00', '22:00']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Отмена' }).click();
    await page.waitForURL('/dashboard/sessions');
  });

  await step('SESSION-07 nothing goes on without a date and a length', async () => {
    await page.goto(`/dashboard/sessions/new/${anna}`);
    await page.getByLabel('Дата').fill('');
    await page.getByLabel('Продолжительность').fill('10');
    await page.getByRole('heading', { name: 'Новая сессия' }).click();
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByText('Выберите дату').waitFor();
    await page.getByText('Минимальная продолжительность 15 минут').waitFor();
    await page.getByRole('alert').getByText('Заполните все обязательные поля').waitFor();
    await page.getByLabel('Дата').fill(shown(inDays(-2)));
    await page.getByLabel('Продолжительность').fill('45');
    await page.getByRole('radio', { name: 'Состоялась' }).check({ force: true });
    await page.getByRole('button', { name: 'Далее' }).click();
  });

  await step(
    'SESSION-07 SESSION-08 SESSION-11 a session that took place is created with its texts, or not at all',
    async () => {
      await page.getByRole('heading', { name: 'Детали сессии' }).waitFor();
      await page.getByLabel('Новости клиента').fill('Неделя прошла спокойнее.');
      await page.getByRole('button', { name: 'Назад' }).click();
      assert.equal(await page.getByLabel('Продолжительность').inputValue(), '45');
      await page.getByRole('button', { name: 'Далее' }).click();
      await page.getByLabel('Мысли о сессии').fill('Держать тему границ.');
      await kabinet.kill();
      await page.getByRole('button', { name: 'Сохранить' }).click();
      await page
        .getByRole('alert')
        .getByText(/^Ошибка при создании сессии: Нет связи/)
        .waitFor();
      assert.equal(await page.getByLabel('Новости клиента').inputValue(), 'Неделя прошла спокойнее.');
      await kabinet.revive();
      await page.getByRole('button', { name: 'Сохранить' }).click();
      await page.getByText('Сессия успешно создана').waitFor();
      await page.waitForURL('/dashboard/sessions');
      const [stored, ...more] = await elena.api.collection('sessions').getFullList();
      assert.ok(stored && more.length === 0);
      const { date, duration, status, news, thoughts } = stored;
      assert.deepEqual(
        { date, duration, status, news, thoughts },
        {
          date: moscow(`${inDays(-2)}T09:00`),
          duration: 45,
          status: 'completed',
          news: 'Неделя прошла спокойнее.',
          thoughts: 'Держать тему границ.',
        },
      );
    },
  );

  await step('SESSION-01 SESSION-02 cards of every status, the newest first', async () => {
    const session = { user: elena.id, client: pavel, duration: 60 };
    for (const [date, status] of [
      [`${inDays(-9)}T07:15`, 'canceled'],
      [`${inDays(-5)}T18:30`, 'reserved'],
      [`${inDays(-1)}T12:00`, 'scheduled'],
    ] as const) {
      await elena.api.collection('sessions').create({ ...session, date: moscow(date), status });
    }
    await cards.nth(3).waitFor();
    const texts = (await cards.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    const expected = [
      [`${shown(inDays(-1))} 12:00`, 'Запланирована', 'Павел Дёмин'],
      [`${shown(inDays(-2))} 09:00`, 'Состоялась', 'Анна Ковальчук'],
      [`${shown(inDays(-5))} 18:30`, 'Бронь', 'Павел Дёмин'],
      [`${shown(inDays(-9))} 07:15`, 'Отмена', 'Павел Дёмин'],
    ];
    for (const [index, parts] of expected.entries()) {
      for (const part of parts) assert.ok(texts[index]?.includes(part), `${texts[index]}: ${part}`);
    }
  });

  await step('SESSION-01 search by the client’s name and by the date as it is shown', async () => {
    for (const [text, count] of [
      ['ковальчук', 1],
      ['ДЕМИН', 3],
      [shown(inDays(-5)), 1],
      [`${shown(inDays(-9))} 07:15`, 1],
    ] as const) {
      await search.fill(text);
      await page.getByText(new RegExp(`^Найдено: ${count}\\s`)).waitFor({ state: 'attached' });
      assert.equal(await cards.count(), count, text);
    }
    await search.fill('01.01.1999');
    await page.getByText('Сессии не найдены').waitFor();
    await page.getByText('Попробуйте изменить поисковый запрос').waitFor();
    await search.fill('');
    await cards.nth(3).waitFor();
  });

  await step('SESSION-04 a time outside the choices is kept, and closing goes back to the first step', async () => {
    await cards.filter({ hasText: 'Отмена' }).click();
    await dialog.getByRole('heading', { name: 'Павел Дёмин' }).waitFor();
    await dialog.getByText('Шаг 1: Информация').waitFor();
    assert.equal(await dialog.getByRole('combobox', { name: 'Время' }).inputValue(), '07:15');
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByText('Сессия готова к сохранению').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await cards.filter({ hasText: 'Отмена' }).click();
    await dialog.getByRole('button', { name: 'Далее' }).waitFor();
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  await step('SESSION-04 SESSION-05 SESSION-11 news and thoughts are saved once it took place', async () => {
    await cards.filter({ hasText: 'Бронь' }).click();
    await dialog.getByRole('radio', { name: 'Состоялась' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByLabel('Новости клиента').fill('Сдал главу.');
    await kabinet.kill();
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('alert').getByText('Ошибка при обновлении сессии').waitFor();
    await kabinet.revive();
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Сессия обновлена').waitFor();
    const stored = await elena.api.collection('sessions').getFirstListItem("news ~ 'главу'");
    assert.equal(stored['status'], 'completed');
    await cards.filter({ hasText: 'Запланирована' }).click();
    await dialog.getByRole('radio', { name: 'Состоялась' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByLabel('Мысли о сессии').fill('Не будет сохранено.');
    await dialog.getByRole('button', { name: 'Назад' }).click();
    await dialog.getByRole('radio', { name: 'Отмена' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { thoughts } = await elena.api
      .collection('sessions')
      .getFirstListItem("status = 'canceled'", { sort: '-date' });
    assert.equal(thoughts, '');
  });

  await step('SESSION-03 SESSION-11 a session is deleted after the question', async () => {
    await cards.filter({ hasText: 'Анна Ковальчук' }).click();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await dialog.getByText('Вы уверены, что хотите удалить эту сессию? Это действие нельзя отменить.').waitFor();
    await kabinet.kill();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('alert').getByText('Ошибка при удалении сессии').waitFor();
    await kabinet.revive();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Сессия удалена').waitFor();
    await cards.filter({ hasText: 'Анна Ковальчук' }).waitFor({ state: 'detached' });
    assert.equal((await elena.api.collection('sessions').getList()).totalItems, 3);
  });

  await step('SESSION-11 a list that cannot be read says so', async () => {
    await kabinet.kill();
    await search.fill('Павел');
    await page.getByRole('main').getByRole('alert').getByText('Ошибка при загрузке сессий').waitFor();
    await kabinet.revive();
    await cards.nth(2).waitFor();
  });

  await step('SESSION-09 a client that is none, or somebody else’s, leads to the picker', async () => {
    const other = await kabinet.practitioner('other@kabinet.example');
    const foreign = await client(other, 'Чужой Клиент', '+7 900 000-00-00');
    await other.browser.close();
    for (const id of ['nobody000000000', foreign]) {
      await page.goto(`/dashboard/sessions/new/${id}`);
      await page.waitForURL('/dashboard/sessions/new');
      await page.getByText('Выберите клиента для создания новой сессии').waitFor();
      assert.equal(await page.getByText('Чужой Клиент').count(), 0);
    }
  });

  await step('SESSION-09 somebody who is signed out meanwhile is told so and led to the landing', async () => {
    await page.goto(`/dashboard/sessions/new/${anna}`);
    await page.getByText('Шаг 1: Информация').waitFor();
    await elena.api.send('/api/sign-ins', { method: 'DELETE' });
    await page.getByRole('alert').getByText('Пожалуйста, войдите в систему для создания сессии').waitFor();
    await page.waitForURL('/');
  });
});

async function client({ api, id }: Practitioner, name: string, phone: string): Promise<string> {
  return (await api.collection('clients').create({ user: id, name, phone })).id;
}
