import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Response } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { colourOf } from '#e2e/colour.ts';
import { edges, outlined } from '#e2e/forced-colours.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet, practice, type Practitioner } from '#e2e/kabinet.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { slowLine } from '#e2e/network.ts';
import { lead } from '#e2e/lead.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { failureToast } from '#e2e/toast.ts';
import { chooseStatus, edit } from '#e2e/session-form.ts';
import { passingToast } from '#e2e/passing-toast.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

const TODAY = inDays(0);

test('a practitioner plans and keeps sessions', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'sessions');
  const longStep = longSteps(step);
  const anna = await client(elena, 'Анна Ковальчук', '8 916 204 18 35');
  const pavel = await client(elena, 'Павел Дёмин', '+7 903 771-40-12');
  const dialog = page.getByRole('dialog');
  const cards = page.getByRole('main').getByRole('button', { name: /\d\d\.\d\d\.\d{4}/ });
  const search = page.getByPlaceholder('Поиск по клиенту или дате...');
  const time = page.getByRole('combobox', { name: 'Время' });
  const duration = page.getByLabel('Продолжительность');
  const toast = (text: string) => failureToast(page, text);

  await longStep(
    'SESSION-01 SESSION-11 the list is being read, is empty, cannot be read, and is read again',
    async () => {
      const restore = await slowLine(page, 800);
      await page.goto('/dashboard/sessions', { waitUntil: 'commit' });
      await page.getByText('Загрузка сессий...').waitFor();
      await page.getByText('Сессии не найдены').waitFor();
      await page.getByText('Добавьте вашу первую сессию').waitFor();
      await restore();
      server.breakTable('sessions');
      await page.reload();
      const failure = page.getByRole('main').getByRole('alert');
      await failure.getByRole('heading', { name: 'Ошибка при загрузке сессий' }).waitFor();
      server.mend();
      await failure.getByRole('button', { name: 'Повторить' }).click();
      await page.getByText('Добавьте вашу первую сессию').waitFor();
    },
  );

  await step('SESSION-06 a client is found by name or phone', async () => {
    await page.goto('/dashboard/sessions');
    await page.getByText('Добавьте вашу первую сессию').waitFor();
    await page.getByRole('link', { name: 'Новая сессия' }).click();
    await page.waitForURL('/dashboard/sessions/new');
    await page.getByRole('heading', { name: 'Новая сессия' }).waitFor();
    await page.getByText('Выберите клиента для создания новой сессии').waitFor();
    const clients = page.getByRole('main').getByRole('list').getByRole('link');
    await clients.nth(1).waitFor();
    const find = page.getByPlaceholder('Поиск по имени или телефону...');
    await find.fill('никого');
    await page.getByText('Клиенты не найдены').waitFor();
    await find.fill('903771');
    await clients.filter({ hasText: '+7 (903) 771-40-12' }).waitFor();
    await becomes(() => clients.count(), 1);
    await page.getByRole('link', { name: 'Назад к сессиям' }).click();
    await page.waitForURL('/dashboard/sessions');
    await page.goBack();
    await page.getByRole('button', { name: 'Очистить поиск' }).click();
    await clients.filter({ hasText: 'Анна Ковальчук' }).click();
    await page.waitForURL(`/dashboard/sessions/new/${anna}`);
  });

  await step('SESSION-07 the form starts from today, nine o’clock, an hour, planned', async () => {
    await page.getByText('Шаг 1: Информация').waitFor();
    await page.getByText(/Анна Ковальчук, \+7 \(916\) 204-18-35/).waitFor();
    await becomes(() => page.getByLabel('Дата').inputValue(), shown(TODAY));
    await becomes(() => time.inputValue(), '09:00');
    await becomes(() => duration.inputValue(), '60');
    await duration.press('ArrowUp');
    await becomes(() => duration.inputValue(), '75');
    await duration.fill('1 ч 30');
    await page.getByLabel('Дата').focus();
    await page.getByText('Нужно целое число').waitFor();
    await becomes(() => duration.inputValue(), '1 ч 30');
    await page.keyboard.press('Escape');
    await duration.fill('75');
    assert.equal(await page.getByRole('button', { name: /^Как обычно/ }).count(), 0);
    await becomes(() => page.getByRole('radio', { name: 'Запланирована' }).isChecked(), true);
    await becomes(() => page.getByRole('radio').count(), 4);
    assert.deepEqual(await outlined(page.getByRole('radio')), ['Запланирована']);
    await time.click();
    await becomes(() => page.getByRole('option').count(), 29);
    const choices = await page.getByRole('option').allInnerTexts();
    assert.deepEqual([choices.length, choices[0], choices.at(-1)], [29, '08:00', '22:00']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Отмена' }).click();
    await page.waitForURL('/dashboard/sessions');
  });

  await step(
    'SESSION-07 nothing goes on without a date and a length; a time and a status are always chosen',
    async () => {
      await page.goto(`/dashboard/sessions/new/${anna}`);
      await time.click();
      await page.getByRole('option', { name: '09:00' }).click();
      await becomes(() => time.inputValue(), '09:00');
      await page.getByLabel('Дата').fill('');
      await duration.fill('10');
      await page.getByRole('heading', { name: 'Новая сессия' }).click();
      await page.getByRole('button', { name: 'Далее' }).click();
      await page.getByText('Выберите дату').waitFor();
      await page.getByText('Минимальная продолжительность 15 минут').waitFor();
      await toast('Заполните все обязательные поля').waitFor();
      for (const typed of ['31.11.2026', '01.12.0026', 'на той неделе']) {
        await page.getByLabel('Дата').fill(typed);
        await page.getByLabel('Дата').press('Tab');
        await page.getByText('Такой даты нет').waitFor();
        assert.equal(await page.getByLabel('Дата').inputValue(), typed);
        assert.equal(await page.getByLabel('Дата').getAttribute('aria-invalid'), 'true');
      }
      await page.getByRole('button', { name: 'Далее' }).click();
      await page.getByText('Такой даты нет').waitFor();
      await page.getByLabel('Дата').fill(shown(inDays(-2)));
      await page.getByText('Это время уже прошло.').waitFor();
      assert.equal(await page.getByRole('group', { name: /^Свободно/ }).count(), 0);
      await duration.fill('50');
      await chooseStatus(page, 'Состоялась');
      await page.getByRole('button', { name: 'Далее' }).click();
    },
  );

  await step(
    'SESSION-07 SESSION-08 SESSION-11 a session that took place is created with its texts, or not at all',
    async () => {
      await page.getByRole('heading', { name: 'Детали сессии' }).waitFor();
      await page.getByLabel('Новости клиента').fill('Неделя прошла спокойнее.');
      await page.getByRole('button', { name: 'Назад' }).click();
      await becomes(() => duration.inputValue(), '50');
      await page.getByRole('button', { name: 'Далее' }).click();
      await page.getByLabel('Новости клиента').waitFor();
      await page.goBack();
      await becomes(() => duration.inputValue(), '50');
      await page.getByRole('button', { name: 'Далее' }).click();
      await page.getByLabel('Мысли о сессии').fill('Держать тему границ.');
      server.refuseWrites('sessions');
      await page.getByRole('button', { name: 'Сохранить' }).click();
      await toast('Ошибка при создании сессии: Неизвестная ошибка').waitFor();
      await becomes(() => page.getByLabel('Новости клиента').inputValue(), 'Неделя прошла спокойнее.');
      server.mend();
      if (LONG_FORM) {
        await kabinet.kill();
        await page.getByRole('button', { name: 'Сохранить' }).click();
        await toast('Ошибка при создании сессии: Нет связи').waitFor();
        await kabinet.revive();
      }
      await page.getByRole('button', { name: 'Сохранить' }).click();
      await page.getByText('Сессия успешно создана').waitFor();
      await page.waitForURL('/dashboard/sessions');
      const [stored, ...more] = await elena.api.collection('sessions').getFullList();
      assert.ok(stored && more.length === 0);
      const { date, duration: minutes, status, news, thoughts } = stored;
      assert.deepEqual(
        { date, duration: minutes, status, news, thoughts },
        {
          date: moscow(`${inDays(-2)}T09:00`),
          duration: 50,
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
    const badge = (card: number, status: string): Locator => cards.nth(card).getByText(status);
    const colours = expected.map(([, status = ''], card) => colourOf(badge(card, status)));
    assert.deepEqual(await Promise.all(colours), ['blue', 'green', 'yellow', 'red']);
    // A rename of the client on another device shows on the cards too.
    for (const name of ['Анна Лис', 'Анна Ковальчук']) {
      await elena.api.collection('clients').update(anna, { name });
      await cards.filter({ hasText: name }).waitFor();
    }
  });

  await step('SESSION-01 search by the client’s name and by the date as it is shown', async () => {
    for (const [text, count, found] of [
      ['ковальчук', 1, 'Анна Ковальчук'],
      ['ДЕМИН', 3, 'Павел Дёмин'],
      [shown(inDays(-5)), 1, shown(inDays(-5))],
      [`${shown(inDays(-9))} 07:15`, 1, `${shown(inDays(-9))} 07:15`],
    ] as const) {
      await search.fill(text);
      await page.getByText(new RegExp(`^Найдено: ${count}\\s`)).waitFor({ state: 'attached' });
      await becomes(() => cards.filter({ hasText: found }).count(), count);
      await becomes(() => cards.count(), count);
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
    await edit(dialog);
    await dialog.getByText('Шаг 1: Информация').waitFor();
    await becomes(() => time.inputValue(), '07:15');
    await time.click();
    await becomes(() => page.getByRole('option').count(), 30);
    await page.getByRole('option', { name: '07:15', selected: true }).click();
    await time.click();
    await page.getByRole('option', { name: '07:15' }).click();
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByText('Сессия готова к сохранению').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await cards.filter({ hasText: 'Отмена' }).click();
    await edit(dialog);
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  await step('SESSION-04 SESSION-05 SESSION-11 news and thoughts are saved once it took place', async () => {
    const height = async () => (await dialog.boundingBox())?.height;
    // Neither its letters, once they are read, nor a draft move the dialog.
    const letters = Promise.withResolvers<void>();
    await page.route('**/collections/letters/records?*', async (route) => {
      await letters.promise;
      await route.continue();
    });
    await cards.filter({ hasText: 'Бронь' }).click();
    await dialog.getByRole('button', { name: 'Изменить', exact: true }).waitFor();
    const untouched = await height();
    letters.resolve();
    await dialog.getByText('Загрузка писем').waitFor({ state: 'detached' });
    assert.equal(await height(), untouched);
    await page.unrouteAll({ behavior: 'wait' });
    await edit(dialog);
    await dialog.getByRole('button', { name: 'Далее' }).waitFor();
    const form = await height();
    await chooseStatus(dialog, 'Состоялась');
    await dialog.getByText('Черновик сохранён').waitFor();
    assert.equal(await height(), form);
    await dialog.getByLabel('Продолжительность').focus();
    // The next step is drawn behind the press: what is typed right behind it is not lost.
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.type('abc')]);
    await becomes(() => dialog.getByLabel('Новости клиента').inputValue(), 'abc');
    await dialog.getByLabel('Новости клиента').fill('Сдал главу.');
    server.refuseWrites('sessions');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await toast('Ошибка при обновлении сессии').waitFor();
    await becomes(() => dialog.getByLabel('Новости клиента').inputValue(), 'Сдал главу.');
    server.mend();
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Сессия обновлена').waitFor();
    const stored = await elena.api.collection('sessions').getFirstListItem("news ~ 'главу'");
    assert.equal(stored['status'], 'completed');
    await cards.filter({ hasText: 'Запланирована' }).click();
    await edit(dialog);
    await chooseStatus(dialog, 'Состоялась');
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByLabel('Мысли о сессии').fill('Не будет сохранено.');
    await dialog.getByRole('button', { name: 'Назад' }).click();
    await chooseStatus(dialog, 'Отмена');
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { thoughts } = await elena.api
      .collection('sessions')
      .getFirstListItem("status = 'canceled'", { sort: '-date' });
    assert.equal(thoughts, '');
  });

  await step('SESSION-04 what is written about a past session is read first, and opened by one press', async () => {
    await cards.filter({ hasText: 'Анна Ковальчук' }).click();
    const records = dialog.getByRole('region', { name: 'Записи' });
    await records.getByText('Держать тему границ.').waitFor();
    await dialog.getByRole('button', { name: 'Изменить записи' }).click();
    const thoughts = dialog.getByLabel('Мысли о сессии');
    await becomes(() => thoughts.inputValue(), 'Держать тему границ.');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await longStep('SESSION-01 what took place already is never announced as next', async () => {
    const session = { user: elena.id, client: pavel, duration: 60 };
    const ids: string[] = [];
    for (const [at, status] of [
      ['10:00', 'completed'],
      ['11:00', 'scheduled'],
    ] as const) {
      const date = moscow(`${inDays(1)}T${at}`);
      ids.push((await elena.api.collection('sessions').create({ ...session, date, status })).id);
    }
    const next = page.getByRole('region', { name: 'Ближайшая сессия' });
    await next.getByText('11:00').waitFor();
    const soon = Temporal.Now.instant().add({ seconds: 4 }).toString({ smallestUnit: 'millisecond' }).replace('T', ' ');
    const { id: beginning } = await elena.api.collection('sessions').create({ ...session, date: soon, client: anna });
    // It begins off the grid of quarters, and takes the light from the one of tomorrow.
    await cards.filter({ hasText: 'Анна Ковальчук' }).nth(1).waitFor();
    const current = page.getByRole('region', { name: /^Сегодня/ }).locator('[aria-current="time"]');
    await current.getByText('Анна Ковальчук').waitFor();
    await next.waitFor({ state: 'detached' });
    ids.push(beginning);
    for (const id of ids) await elena.api.collection('sessions').delete(id);
    await cards.nth(4).waitFor({ state: 'detached' });
  });

  await step('SESSION-03 SESSION-11 a session is deleted after the question', async () => {
    await cards.filter({ hasText: 'Анна Ковальчук' }).click();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await dialog.getByText('Вы уверены, что хотите удалить эту сессию? Это действие нельзя отменить.').waitFor();
    server.refuseWrites('sessions');
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await toast('Ошибка при удалении сессии').waitFor();
    server.mend();
    const refused: number[] = [];
    const onResponse = (response: Response) => {
      if (response.status() >= 400) refused.push(response.status());
    };
    page.on('response', onResponse);
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Сессия удалена').waitFor();
    // What another change shows has come after the event of the deletion.
    const other = await elena.api.collection('sessions').getFirstListItem("news ~ 'главу'");
    await elena.api.collection('sessions').update(other.id, { duration: 75 });
    await cards.filter({ hasText: /1\sч 15\sмин|75\sмин/ }).waitFor();
    await elena.api.collection('sessions').update(other.id, { duration: other['duration'] });
    page.off('response', onResponse);
    assert.deepEqual(refused, []);
    await cards.filter({ hasText: 'Анна Ковальчук' }).waitFor({ state: 'detached' });
    assert.equal((await elena.api.collection('sessions').getList()).totalItems, 3);
  });

  await step('SESSION-07 a session is changed on a page of its own', async () => {
    const { id } = await elena.api.collection('sessions').getFirstListItem("news ~ 'главу'");
    for (const way of ['Отмена', 'Сохранить']) {
      await lead(page, `/dashboard/sessions/edit/${id}`);
      await page.getByRole('heading', { name: 'Редактирование сессии' }).waitFor();
      await page.getByText(/Павел Дёмин, \+7 \(903\) 771-40-12/).waitFor();
      await becomes(() => page.getByRole('radio', { name: 'Состоялась' }).isChecked(), true);
      if (way === 'Сохранить') {
        await page.getByRole('button', { name: 'Далее' }).click();
        await page.getByRole('heading', { name: 'Детали сессии' }).waitFor();
        await page.getByLabel('Мысли о сессии').fill('Хвалить за начатое.');
      }
      const told = way === 'Сохранить' ? passingToast(page, 'Сессия обновлена') : null;
      await page.getByRole('button', { name: way }).click();
      await page.waitForURL('/dashboard/sessions');
      await told;
    }
    assert.equal((await elena.api.collection('sessions').getOne(id))['thoughts'], 'Хвалить за начатое.');
  });

  await step('SESSION-07 over a time that is taken, the form proposes the first free one', async () => {
    const morning = { user: elena.id, client: pavel, duration: 60, status: 'scheduled' };
    await elena.api.collection('sessions').create({ ...morning, date: moscow(`${inDays(13)}T09:30`) });
    await lead(page, `/dashboard/sessions/new/${anna}?date=${inDays(13)}`);
    await becomes(() => time.inputValue(), '11:00');
    await page.getByRole('button', { name: 'Отмена' }).click();
    await page.waitForURL('/dashboard/sessions');
  });

  await step('SESSION-10 the form tells what is free, and saves an overlap only on purpose', async () => {
    const day = inDays(12);
    const free = page.getByRole('group', { name: /^Свободно/ }).getByRole('button');
    const busy = { user: elena.id, client: pavel, duration: 60, status: 'scheduled' };
    await elena.api.collection('sessions').create({ ...busy, date: moscow(`${day}T10:30`) });
    await elena.api.collection('sessions').create({ ...busy, date: moscow(`${day}T12:00`), status: 'canceled' });
    await lead(page, `/dashboard/sessions/new/${anna}?date=${day}&time=09:00`);
    await free.nth(6).waitFor();
    const hours = ['09:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00'];
    await becomes(() => free.allInnerTexts(), hours);
    assert.deepEqual(await edges(free), ['outline', ...hours.slice(1).map(() => 'border')], 'in forced colours');
    await duration.fill('90');
    await free.filter({ hasText: '16:30' }).waitFor();
    await becomes(() => free.allInnerTexts(), ['09:00', '12:00', '13:30', '15:00', '16:30']);
    const later = Promise.withResolvers<void>();
    await page.route('**/free-slots?*', (route) => later.promise.then(() => route.continue()), { times: 1 });
    await page.getByLabel('Дата').fill(shown(inDays(14)));
    await page.keyboard.press('Tab');
    const heading = Temporal.PlainDate.from(inDays(14)).toLocaleString('ru', { day: 'numeric', month: 'long' });
    await page.getByRole('group', { name: `Свободно ${heading}` }).waitFor();
    assert.equal(await free.count(), 0, 'the free times of the day before are offered for this one');
    later.resolve();
    await free.nth(3).waitFor();
    await page.getByLabel('Дата').fill(shown(day));
    await page.keyboard.press('Tab');
    await becomes(() => free.allInnerTexts(), ['09:00', '12:00', '13:30', '15:00', '16:30']);
    await free.filter({ hasText: '13:30' }).click();
    // The field shows the choice a moment later.
    await time.and(page.locator('[value="13:30"]')).waitFor();
    await time.click();
    await page.getByRole('option', { name: '11:00' }).click();
    const overlap = page.getByRole('alert').filter({ hasText: 'Время пересекается с другой сессией.' });
    await overlap.getByText('10:30–11:30').waitFor();
    const hidden = { user: elena.id, day_of_week: Temporal.PlainDate.from(day).dayOfWeek % 7, is_available: false };
    await elena.api.collection('availability_settings').create({ ...hidden, start_time: '09:00', end_time: '18:00' });
    await page.getByText('Свободного времени в этот день нет').waitFor();
    await page.getByText(/^По\sрабочим часам этот день нерабочий/).waitFor();
    await page.getByRole('button', { name: 'Далее' }).click();
    await overlap.waitFor();
    assert.equal(await page.getByRole('button', { name: 'Сохранить', exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Сохранить с пересечением' }).click();
    await page.getByText('Сессия успешно создана').last().waitFor();
    await cards.filter({ hasText: `${shown(day)} 11:00` }).waitFor();
  });

  await step('SESSION-10 a session of the day before that is still going on is in the way', async () => {
    const long = { user: elena.id, client: pavel, duration: 120, status: 'scheduled' };
    const { id } = await elena.api.collection('sessions').create({ ...long, date: moscow(`${inDays(13)}T23:30`) });
    await lead(page, `/dashboard/sessions/new/${anna}?date=${inDays(14)}&time=00:30`);
    await page.getByRole('alert').filter({ hasText: 'Время пересекается' }).getByText('23:30–01:30').waitFor();
    await elena.api.collection('sessions').delete(id);
  });

  await step(
    'SESSION-10 time that is taken unknown to this tab is refused, and each overlap agreed to alone',
    async () => {
      const day = inDays(15);
      const held = (url: URL) =>
        url.pathname.endsWith('/sessions/records') && /canceled/.test(url.search) && !/completed/.test(url.search);
      await page.route(held, (route) =>
        route.fulfill({ json: { items: [], page: 1, perPage: 1000, totalItems: 0, totalPages: 0 } }),
      );
      const busy = { user: elena.id, client: pavel, duration: 60, status: 'scheduled' };
      for (const at of ['10:00', '12:00']) {
        await elena.api.collection('sessions').create({ ...busy, date: moscow(`${day}T${at}`) });
      }
      const stored = async () =>
        (await elena.api.collection('sessions').getList(1, 1, { filter: `client = '${anna}'` })).totalItems;
      const known = await stored();
      const save = page.getByRole('button', { name: 'Сохранить', exact: true });
      const anyway = page.getByRole('button', { name: 'Сохранить с пересечением' });
      await lead(page, `/dashboard/sessions/new/${anna}?date=${day}&time=10:00`);
      await page.getByRole('button', { name: 'Далее' }).click();
      await save.click();
      await anyway.waitFor();
      await page.getByRole('button', { name: 'Назад' }).click();
      await time.click();
      await page.getByRole('option', { name: '12:00' }).click();
      await page.getByRole('button', { name: 'Далее' }).click();
      await save.click();
      await anyway.waitFor();
      assert.equal(await stored(), known);
      await anyway.click();
      await page.waitForURL('/dashboard/sessions');
      await becomes(() => stored(), known + 1);
      await cards
        .filter({ hasText: `${shown(day)} 12:00` })
        .first()
        .waitFor();
      await page.unroute(held);
      const filter = `date > '${moscow(`${day}T00:00`)}'`;
      for (const { id } of await elena.api.collection('sessions').getFullList({ filter })) {
        await elena.api.collection('sessions').delete(id);
      }
      await cards
        .filter({ hasText: shown(day) })
        .first()
        .waitFor({ state: 'detached' });
    },
  );

  await longStep('SESSION-11 a list that cannot be read says so', async () => {
    await kabinet.kill();
    await search.fill('Павел');
    await page.getByRole('main').getByRole('alert').getByText('Ошибка при загрузке сессий').waitFor();
    await kabinet.revive();
    await cards.nth(2).waitFor();
    await search.fill('');
    await cards.filter({ hasText: 'Анна Ковальчук' }).waitFor();
  });

  await step('SESSION-01 sessions whose client is gone are not on this screen', async () => {
    server.change('delete from clients where id = ?', pavel);
    await page.goto('/dashboard/sessions');
    await cards.filter({ hasText: 'Анна Ковальчук' }).waitFor();
    await becomes(() => cards.count(), 1);
    assert.equal(await page.getByText('Клиент удален').count(), 0);
  });

  await step('SESSION-09 a client that is none, or somebody else’s, leads to the picker', async () => {
    const other = await kabinet.practitioner('other@kabinet.example');
    const foreign = await client(other, 'Чужой Клиент', '+7 900 000-00-00');
    await other.browser.close();
    for (const id of LONG_FORM ? ['nobody000000000', foreign] : [foreign]) {
      await lead(page, `/dashboard/sessions/new/${id}`);
      await page.waitForURL('/dashboard/sessions/new');
      await page.getByText('Выберите клиента для создания новой сессии').waitFor();
      assert.equal(await page.getByText('Чужой Клиент').count(), 0);
    }
  });

  await step('SESSION-09 somebody who is signed out meanwhile is told so and led to the landing', async () => {
    await lead(page, `/dashboard/sessions/new/${anna}`);
    await page.getByText('Шаг 1: Информация').waitFor();
    await elena.api.send('/api/sign-ins', { method: 'DELETE' });
    await toast('Пожалуйста, войдите в систему для создания сессии').waitFor();
    await page.waitForURL('/');
  });
});

const client = async ({ api, id }: Practitioner, name: string, phone: string): Promise<string> =>
  (await api.collection('clients').create({ user: id, name, phone })).id;
