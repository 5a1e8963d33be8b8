import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { becomes } from '#e2e/becomes.ts';
import { DESKTOP, onKabinet, practice } from '#e2e/kabinet.ts';
import { longLook } from '#e2e/long-steps.ts';

const kabinet = onKabinet();

test('a practitioner writes with what she wrote before', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'card-writing');
  const { api } = elena;
  const client = await api.collection('clients').create({ name: 'Анна Ковальчук', phone: '+7 916 204-18-35' });
  const add = async (day: number, values: object) =>
    (
      await api
        .collection('sessions')
        .create({ client: client.id, date: moscow(`${inDays(day)}T11:00`), duration: 60, ...values })
    ).id;
  const dialog = page.getByRole('dialog');

  await step(
    'CARD-03 while writing, what was written last stands beside the fields, else folded above them',
    async () => {
      await add(-20, { status: 'completed', thoughts: 'Давно' });
      const last = await add(-9, { status: 'completed', news: 'Сон лучше', thoughts: 'Спросить о матери' });
      await add(-8, { status: 'canceled' });
      const now = await add(-2, {});
      await page.goto(`/dashboard/sessions?session=${now}&write=1`);
      const before = dialog.getByRole('region', { name: 'Прошлая сессия' });
      await before.getByText('Спросить о матери').waitFor();
      await before.getByText('Сон лучше').waitFor();
      assert.equal(await before.getByText('Давно').count(), 0);
      const field = dialog.getByLabel('Мысли о сессии');
      const [texts, typed] = [await before.boundingBox(), await field.boundingBox()];
      assert.ok(texts && typed && texts.x >= typed.x + typed.width && texts.y < typed.y + typed.height);
      assert.deepEqual(await longLook(page, 'writing beside'), []);
      // Folded, it takes as much room before its texts are here.
      await page.setViewportSize({ width: 1023, height: 800 });
      const folded = dialog.locator('summary').filter({ hasText: 'Прошлая сессия' });
      await folded.waitFor();
      await becomes(() => dialog.getByText('Спросить о матери').isVisible(), false);
      await folded.press('Enter');
      await dialog.getByText('Спросить о матери').waitFor();
      const [above, below] = [await folded.boundingBox(), await field.boundingBox()];
      assert.ok(above && below && above.y < below.y);
      await page.setViewportSize(DESKTOP);
      await page.goto(`/dashboard/sessions?session=${last}`);
      await dialog.getByRole('button', { name: 'Изменить записи' }).click();
      await before.getByText('Давно').waitFor();
      assert.equal(await before.getByText('Сон лучше').count(), 0);
    },
  );

  await step('CARD-03 of a client without a text before, that is said', async () => {
    const other = await api.collection('clients').create({ name: 'Павел Дёмин', phone: '+7 903 771-40-12' });
    const { id } = await api
      .collection('sessions')
      .create({ client: other.id, date: moscow(`${inDays(-1)}T15:00`), duration: 60 });
    await page.goto(`/dashboard/sessions?session=${id}&write=1`);
    await dialog.getByText('Прошлых записей нет').waitFor();
  });
  await step(
    'CARD-04 templates have a name, a text and an own order; samples are offered and never put in',
    async () => {
      const section = page.getByRole('region', { name: 'Шаблоны записей' });
      const items = section.getByRole('list', { name: 'Шаблоны' }).getByRole('listitem');
      const names = async () => (await api.collection('templates').getFullList()).map((one) => one['name']);
      await page.goto('/dashboard/profile?section=templates');
      await section.getByText('Шаблонов пока нет.').waitFor();
      assert.equal(await section.getByRole('button', { name: /^Добавить образец/ }).count(), 3);
      assert.deepEqual(await names(), []);
      await section.getByRole('button', { name: 'Добавить образец «Обычная встреча»' }).click();
      await items.filter({ hasText: 'Обычная встреча' }).waitFor();
      await becomes(() => section.getByRole('button', { name: /^Добавить образец/ }).count(), 2);
      await section.getByRole('button', { name: 'Добавить шаблон' }).click();
      await dialog.getByRole('button', { name: 'Добавить' }).click();
      await dialog.getByText('Введите название').waitFor();
      await dialog.getByLabel('Название').fill('Итог');
      await dialog.getByLabel('Текст').fill('Что вышло:\nЧто дальше:');
      await dialog.getByRole('button', { name: 'Добавить' }).click();
      await dialog.waitFor({ state: 'detached' });
      await becomes(names, ['Обычная встреча', 'Итог']);
      assert.deepEqual(await longLook(page, 'templates'), []);
      const up = section.getByRole('button', { name: 'Выше: Итог' });
      await up.press('Enter');
      await becomes(names, ['Итог', 'Обычная встреча']);
      await up.and(page.locator(':focus')).press('Enter');
      assert.deepEqual(await names(), ['Итог', 'Обычная встреча'], 'the first one stays');
      await section.getByRole('button', { name: 'Изменить: Итог' }).click();
      await dialog.getByLabel('Название').fill('Итоги');
      await dialog.getByRole('button', { name: 'Сохранить' }).click();
      await dialog.waitFor({ state: 'detached' });
      await becomes(names, ['Итоги', 'Обычная встреча']);
      await section.getByRole('button', { name: 'Удалить: Итоги' }).click();
      await becomes(names, ['Обычная встреча']);
      await page.getByRole('button', { name: 'Вернуть' }).click();
      await becomes(names, ['Итоги', 'Обычная встреча']);
    },
  );

  await step('CARD-04 a template comes to the cursor, Ctrl Z takes it back, the draft keeps it', async () => {
    const text = 'Что вышло:\nЧто дальше:';
    const insert = async (place: Page | Locator, nth: number, name: string) => {
      await place.getByRole('button', { name: 'Вставить шаблон' }).nth(nth).click();
      await place.getByRole('group', { name: 'Вставить шаблон' }).getByRole('button', { name }).click();
    };
    await page.goto('/dashboard/notes?note=new');
    await page.getByRole('textbox', { name: 'Заголовок' }).fill('Неделя');
    const content = page.getByRole('textbox', { name: 'Текст' });
    await content.fill('До. После.');
    await content.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 4));
    await insert(page, 0, 'Итоги');
    await becomes(() => content.inputValue(), `До. \n${text}\nПосле.`);
    await content.and(page.locator(':focus')).press('ControlOrMeta+z');
    await becomes(() => content.inputValue(), 'До. После.');
    await content.press('ControlOrMeta+Shift+z');
    await becomes(() => content.inputValue(), `До. \n${text}\nПосле.`);
    await page.getByText('Черновик сохранён').waitFor();
    await page.reload();
    await becomes(() => content.inputValue(), `До. \n${text}\nПосле.`);
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Заметка добавлена').waitFor();
    await page.goto(`/dashboard/sessions?session=${await add(-1, {})}&write=1`);
    await dialog.getByLabel('Новости клиента').fill('');
    await insert(dialog, 0, 'Итоги');
    await insert(dialog, 1, 'Итоги');
    await becomes(() => dialog.getByLabel('Новости клиента').inputValue(), text);
    await becomes(() => dialog.getByLabel('Мысли о сессии').inputValue(), text);
    // Esc folds the templates up, and nothing else.
    await dialog.getByRole('button', { name: 'Вставить шаблон' }).first().click();
    await page.keyboard.press('Escape');
    await dialog
      .getByRole('button', { name: 'Вставить шаблон', expanded: false })
      .first()
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await step(
    'CARD-05 more of a client stands folded in the form; a wrong date says so and changes nothing',
    async () => {
      await page.goto(`/dashboard?client=${client.id}`);
      await dialog.getByRole('button', { name: 'Редактировать' }).click();
      const form = page.getByRole('dialog', { name: 'Редактирование клиента' });
      assert.equal(await form.getByLabel('Запрос').count(), 0);
      await form.getByRole('button', { name: 'Ещё' }).click();
      await form.getByLabel('Запрос').fill('Тревога перед экзаменами');
      await form.getByLabel('Договорённости').fill('Раз в неделю');
      await form.getByLabel('Дата рождения').fill('31.02.1990');
      await form.getByLabel('Контакт на экстренный случай').fill('Мама, +7 900 000-00-09');
      await form.getByLabel('Другой способ связи').fill('@anna');
      await form.getByRole('combobox', { name: 'Метки' }).fill('экзамены, пара, ПАРА');
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await form
        .getByText('Такой даты нет')
        .or(form.getByText(/^Введите дату/))
        .waitFor();
      const stored = () => api.collection('clients').getOne(client.id);
      assert.equal((await stored())['request'], '');
      await form.getByLabel('Дата рождения').fill('12.03.1990');
      assert.deepEqual(await longLook(page, 'more of a client'), []);
      await form.getByRole('button', { name: 'Сохранить' }).click();
      await form.waitFor({ state: 'detached' });
      const { request, agreement, birth_date, emergency, contact, tags } = await stored();
      assert.deepEqual(
        { request, agreement, birth_date, emergency, contact, tags },
        {
          request: 'Тревога перед экзаменами',
          agreement: 'Раз в неделю',
          birth_date: '1990-03-12',
          emergency: 'Мама, +7 900 000-00-09',
          contact: '@anna',
          tags: ['экзамены', 'пара'],
        },
      );
    },
  );

  await step('CARD-05 tags are chips, removed by keys too, and too many are told', async () => {
    await dialog.getByRole('button', { name: 'Редактировать' }).click();
    const form = page.getByRole('dialog', { name: 'Редактирование клиента' });
    const chips = form.getByRole('list', { name: 'Поставленные метки' }).getByRole('listitem');
    await becomes(() => chips.allInnerTexts(), ['экзамены', 'пара']);
    const field = form.getByRole('combobox', { name: 'Метки' });
    await field.press('Backspace');
    await becomes(() => chips.allInnerTexts(), ['экзамены']);
    await field.fill('1,2,3,4,5,6,7,8,9,10');
    await field.press('Enter');
    await becomes(() => chips.count(), 11);
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await form.getByText(/^Не\sбольше 10 меток$/).waitFor();
    await form.getByRole('button', { name: 'Убрать метку «10»' }).click();
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await form.waitFor({ state: 'detached' });
    assert.equal((await api.collection('clients').getOne(client.id))['tags'].length, 10);
  });

  await step('CARD-05 the clients screen shows those with one tag, which its address keeps', async () => {
    const cards = page.getByRole('main').getByRole('listitem');
    await page.goto('/dashboard');
    await becomes(() => cards.count(), 2);
    const filter = page.getByRole('button', { name: 'Метка', exact: true });
    const tags = page.getByRole('group', { name: 'Метка' }).getByRole('button');
    const isFocused = (place: Locator) => place.and(page.locator(':focus')).waitFor();
    const coming = Promise.withResolvers<void>();
    const query = ({ pathname, searchParams }: URL) =>
      pathname.endsWith('/clients/records') && searchParams.get('fields') === 'tags';
    await page.route(query, (route) => coming.promise.then(() => route.continue()), { times: 1 });
    await filter.press('Enter');
    await page.getByRole('group', { name: 'Метка' }).waitFor({ state: 'attached' });
    coming.resolve();
    await isFocused(tags.first());
    await filter.focus();
    await page.keyboard.press('ArrowUp');
    await isFocused(tags.last());
    await page.keyboard.press('ArrowDown');
    await isFocused(tags.first());
    await tags.filter({ hasText: 'экзамены' }).press('Enter');
    await becomes(() => cards.count(), 1);
    await isFocused(page.getByRole('button', { name: 'Метка: экзамены' }));
    assert.equal(new URL(page.url()).searchParams.get('tag'), 'экзамены');
    await page.reload();
    await becomes(() => cards.count(), 1);
    assert.deepEqual(await longLook(page, 'clients with a tag'), []);
    await page.getByRole('button', { name: 'Метка: экзамены', pressed: true }).press('Enter');
    await becomes(() => cards.count(), 2);
    await isFocused(filter);
    assert.equal(new URL(page.url()).search, '');
  });

  await step('CARD-01 all that is planned is shown by one press, and the keyboard continues with it', async () => {
    for (const day of [20, 21, 22, 23, 24, 25]) await add(day, { status: 'scheduled' });
    await page.goto(`/dashboard/clients/${client.id}?tab=sessions`);
    const planned = page.getByRole('region', { name: 'Предстоящие' }).getByRole('listitem');
    await page.getByRole('button', { name: 'Показать все предстоящие' }).press('Enter');
    await becomes(() => planned.count(), 6);
    await planned.nth(4).getByRole('link').and(page.locator(':focus')).waitFor();
  });

  await step('CARD-05 what a visitor wrote stands under the request, and goes into it by one press', async () => {
    for (let day_of_week = 0; day_of_week < 7; day_of_week += 1) {
      await api
        .collection('availability_settings')
        .create({ user: elena.id, day_of_week, start_time: '09:00', end_time: '18:00', is_available: true });
    }
    const message = 'Плохо сплю второй месяц';
    const visitor = { name: 'Инна Журавлёва', phone: '+7 921 640-02-77', message };
    const request = await kabinet.ask(elena.link, `${inDays(3)}T11:00`, visitor);
    const { client: inna } = await api.collection('booking').update(request, { status: 'confirmed' });
    await api
      .collection('clients')
      .update(String(inna), { request: 'Тревога\n', birth_date: '1990-03-12', tags: ['сон'] });
    await page.goto(`/dashboard/clients/${String(inna)}?tab=data`);
    const data = page.getByRole('region', { name: 'Данные' });
    await data.getByText(message).waitFor();
    await data.getByText(new RegExp(`^Из\\sзаявки, ${shown(inDays(0))}:$`)).waitFor();
    await data.getByText(/^12\.03\.1990, \d+\s(?:лет|год|года)$/).waitFor();
    assert.deepEqual(await longLook(page, 'what is known of a client'), []);
    await data.getByRole('button', { name: /^Перенести в\s«Запрос»$/ }).dblclick();
    await becomes(
      async () => (await api.collection('clients').getOne(String(inna)))['request'],
      `Тревога\n\n${message}`,
    );
    await becomes(() => data.getByRole('button', { name: /^Перенести/ }).count(), 0);
    await data.getByRole('definition').filter({ hasText: 'Тревога' }).and(page.locator(':focus')).waitFor();
    await data.getByRole('link', { name: 'сон' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('tag') === 'сон');
    await page.goto('/dashboard/online-booking');
    await page.getByRole('button', { name: 'Удалить заявку: Инна Журавлёва' }).click();
    await dialog.getByText(/Вместе с\sней исчезнет то, что написал посетитель/).waitFor();
    await dialog.getByRole('button', { name: 'Отмена' }).click();
  });
});
