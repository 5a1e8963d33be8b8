import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeFindings } from '#e2e/axe.ts';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { narrowFindings } from '#e2e/narrow.ts';
import { addSeries, weekly } from '#e2e/series-practice.ts';
import { failureToast, toast } from '#e2e/toast.ts';
import { edit, pressMore } from '#e2e/session-form.ts';

const DAYS = [2, 9, 16, 23, 30, 37, 44, 51].map(inDays);
const kabinet = onKabinet();

test('a series ends from its menu', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'series-menu');
  const { api } = elena;
  const { client, at, starts } = await weekly(elena, { name: 'Алёна Белова', from: 2, count: 8 });
  await api.collection('sessions').update(at(5), { description: 'Попросила о другом' });
  await api.collection('sessions').delete(at(1));
  const dialog = page.getByRole('dialog');
  const press = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true }).click();

  await step('SERIES-05 the interval and the end of a series change in its menu', async () => {
    await page.goto(`/dashboard/sessions?session=${at(3)}`);
    await pressMore(dialog, 'Изменить серию');
    await dialog.getByRole('combobox', { name: 'Повторять' }).click();
    await page.getByRole('option', { name: 'Раз в две недели' }).click();
    await dialog.getByRole('radio', { name: /^С этой/ }).check({ force: true });
    await dialog.getByText('Впереди будет 5 сессий вместо 7.').waitFor();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /Удалятся 2.сессии\. Вернуть их/ })
      .waitFor();
    assert.deepEqual(await axeFindings(page, 'another rule'), []);
    await press('Изменить серию');
    await page.getByText('Изменена 1 сессия, удалены 2').waitFor();
    assert.deepEqual(
      await starts(),
      [2, 16, 23, 37, 51].map((days) => `${inDays(days)} 10:00`),
    );
  });

  await step('SERIES-06 «Завершить серию с …» ends it on a chosen day', async () => {
    await page.goto(`/dashboard/sessions?session=${at(3)}`);
    await pressMore(dialog, /Завершить серию с/);
    await dialog.getByLabel('С какого дня').fill(shown(inDays(40)));
    await dialog.getByLabel('С какого дня').press('Tab');
    await dialog.getByText('Удалится 1 сессия').waitFor();
    assert.deepEqual(await axeFindings(page, 'the end of a series'), []);
    assert.deepEqual(await narrowFindings(page, 'the end of a series'), []);
    await page.route('**/end', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press('Завершить серию');
    await failureToast(page, 'Ошибка при завершении серии').waitFor();
    await dialog.getByText('Ничего не удалится').waitFor();
    await page.unroute('**/end');
    await press('Завершить серию');
    await page.getByText('Удалена 1 сессия').waitFor();
    assert.deepEqual((await starts()).at(-1), `${inDays(37)} 10:00`);
    // The session from which the series was ended stays, and its dialog comes back.
    await dialog.getByRole('button', { name: 'Изменить', exact: true }).waitFor();
    await toast(page, 'Удалена 1 сессия').getByRole('button', { name: 'Вернуть' }).click();
    await page.getByText('Вернули 1 сессию').waitFor();
    assert.deepEqual((await starts()).at(-1), `${inDays(51)} 10:00`);
  });

  await step('SERIES-06 a session of an earlier day stays, with what is typed into it', async () => {
    const start = `${inDays(-4)}T15:00`;
    const earlier = { user: elena.id, client, date: moscow(start), duration: 60, status: 'completed' };
    const { id } = await api.collection('sessions').create(earlier);
    await addSeries(elena, { client, session: id, start, every_weeks: 1, duration: 60, count: 3 });
    const text = dialog.getByLabel('Новости клиента');
    await page.goto(`/dashboard/sessions?session=${id}`);
    await edit(dialog);
    await press('Далее');
    await text.fill('Позвонить матери');
    await press('Назад');
    await press('Удалить');
    await dialog
      .getByText(`С ближайшей, ${shown(inDays(3))}: удалятся 2 сессии.`)
      .first()
      .waitFor();
    assert.equal(await dialog.getByText('С этой сессии').count(), 0);
    await dialog.getByRole('radio', { name: 'Эту и следующие' }).check({ force: true });
    await press('Удалить 2 сессии');
    await page.getByText('Удалены 2 сессии').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`/dashboard/sessions?session=${id}`);
    await becomes(() => text.inputValue(), 'Позвонить матери');
  });
});

test('a client who goes into the archive', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'series-archive');
  const { client, at, starts } = await weekly(elena, { name: 'Алёна Белова', from: 2 });
  const dialog = page.getByRole('dialog');
  const press = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true }).click();

  await step(
    'SERIES-06 the details of a client end a series too, and the dialog of the client comes back',
    async () => {
      await page.goto(`/dashboard?client=${client}`);
      await press('Серия');
      await press(/Завершить серию с/);
      await dialog.getByText('Удалятся 52 сессии').waitFor();
      await press('Отмена');
      await dialog.getByText('Обычное время').waitFor();
    },
  );

  await step('SERIES-06 the archive asks whether the series ends, and says what goes and stays', async () => {
    await elena.api.collection('sessions').update(at(3), { description: 'Попросила о другом' });
    await pressMore(dialog, 'В архив');
    await dialog.getByText('Если завершить: удалится 51 сессия, 1 останется как есть.').waitFor();
    assert.deepEqual(await axeFindings(page, 'into the archive'), []);
    await press('Завершить и перенести');
    await page.getByText('Клиент перенесён в архив').waitFor();
    await page.getByText('Удалена 51 сессия, без изменений 1').waitFor();
    assert.deepEqual(await starts(), [`${inDays(23)} 10:00`]);
    const stored = await elena.api.collection('clients').getOne(client);
    assert.equal(stored['archived'], true);
  });

  await step('SERIES-06 on the page of the client the question goes, and the page stays', async () => {
    const vera = await weekly(elena, { name: 'Вера Лунина', from: 3, count: 3 });
    await page.goto(`/dashboard/clients/${vera.client}?tab=data`);
    await pressMore(page.getByRole('main'), 'В архив');
    await press('Завершить и перенести');
    await page.getByText('Клиент перенесён в архив').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Вера Лунина' }).waitFor();
  });

  const boris = await weekly(elena, { name: 'Борис Орлов', from: 3, count: 3 });
  await elena.api.collection('clients').update(boris.client, { email: 'boris@example.org' });
  const weekday = { start: `${inDays(4)}T10:00`, every_weeks: 1, duration: 60, count: 3 };
  await addSeries(elena, { client: boris.client, ...weekday });

  await step('SERIES-06 SESSION-17 an end that could not be foreseen is offered with its letter', async () => {
    await page.route('**/preview', (route) => route.abort());
    await page.goto(`/dashboard?client=${boris.client}`);
    await Promise.all([page.waitForRequest('**/preview'), pressMore(dialog, 'В архив')]);
    await dialog.getByText(/^Клиенту уйдёт письмо об\sотмене встреч: boris@example\.org$/).waitFor();
    assert.equal(await dialog.getByText('Если завершить').count(), 0);
    await page.unroute('**/preview');
  });

  await step('SERIES-06 of two series the one that ended is reported though the other fails', async () => {
    await page.goto(`/dashboard?client=${boris.client}`);
    await pressMore(dialog, 'В архив');
    await becomes(() => dialog.getByRole('listitem').count(), 2);
    let ends = 0;
    await page.route('**/end', (route) => {
      ends += 1;
      return ends === 2 ? route.abort() : route.continue();
    });
    await press('Завершить и перенести');
    await failureToast(page, 'Ошибка при завершении серии').waitFor();
    await page.getByText('Удалены 3 сессии').waitFor();
    await page.getByRole('button', { name: 'Вернуть', exact: true }).waitFor();
    await becomes(() => dialog.getByRole('listitem').count(), 1);
    assert.equal((await boris.starts()).length, 3);
    await press('Завершить и перенести');
    await page.getByText('Клиент перенесён в архив').waitFor();
    assert.deepEqual(await boris.starts(), []);
  });
});

test('a practice that moves to another zone', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'series-zone');
  const { at, starts } = await weekly(elena, { name: 'Алёна Белова', from: 2, count: 4 });
  const dialog = page.getByRole('dialog');
  const chooseZone = async (name: string) => {
    const field = page.getByRole('combobox', { name: 'Часовой пояс' });
    await field.fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await page.getByRole('button', { name: 'Сохранить', exact: true }).first().click();
    await dialog.getByText('Повторяющиеся сессии').waitFor();
  };
  const save = () => dialog.getByRole('button', { name: 'Сохранить', exact: true }).click();

  await step(
    'SERIES-03 «Сохранить время на часах» moves the series to the same wall time in the new zone',
    async () => {
      await elena.api.collection('sessions').update(at(2), { description: 'Попросила о другом' });
      await page.goto('/dashboard/profile');
      await chooseZone('Екатеринбург');
      assert.deepEqual(await axeFindings(page, 'another zone'), []);
      // A zone that is not stored is reported once.
      await page.route('**/profiles/records/*', (route) => route.abort());
      await save();
      await page.getByText('Ошибка обновления профиля').waitFor();
      assert.equal(await page.getByRole('alert').count(), 1);
      await page.unroute('**/profiles/records/*');
      await save();
      await page.getByText('Время на часах прежнее: 1 серия').waitFor();
      assert.deepEqual(await starts(), [
        `${inDays(2)} 08:00`,
        `${inDays(9)} 08:00`,
        `${inDays(16)} 10:00`,
        `${inDays(23)} 08:00`,
      ]);
    },
  );

  await step('SERIES-03 «Сохранить момент» changes no session', async () => {
    const before = await starts();
    await chooseZone('Омск');
    await dialog.getByRole('radio', { name: 'Сохранить момент' }).check();
    await save();
    await page.getByText('Профиль обновлен').last().waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await starts(), before);
  });
});

test('a series ends', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'series-end');
  const { api } = elena;
  const { at, starts } = await weekly(elena, { name: 'Алёна Белова', from: 2, count: 8 });
  const dialog = page.getByRole('dialog');
  const press = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true }).click();

  await step('SERIES-06 deleting asks whether the series ends, and says what goes and stays', async () => {
    await api.collection('sessions').update(at(5), { description: 'Попросила о другом' });
    await page.goto(`/dashboard/sessions?session=${at(4)}`);
    await press('Удалить');
    const option = (name: string) => dialog.getByRole('radio', { name });
    await dialog.getByText(`С этой сессии: удалятся 3 сессии, 1 останется как есть. Серия закончится.`).waitFor();
    await dialog.getByText(`С ближайшей, ${shown(inDays(2))}: удалится 7 сессий, 1 останется как есть.`).waitFor();
    assert.deepEqual(await axeFindings(page, 'which to delete'), []);
    await option('Эту и следующие').check({ force: true });
    await press('Удалить 3 сессии');
    await page.getByText('Удалены 3 сессии, без изменений 1').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const left = [2, 9, 16, 23, 37].map((days) => `${inDays(days)} 10:00`);
    assert.deepEqual(await starts(), left);

    await page.getByRole('button', { name: 'Вернуть' }).click();
    await page.getByText('Вернули 3 сессии').waitFor();
    assert.deepEqual(
      await starts(),
      DAYS.map((day) => `${day} 10:00`),
    );
  });

  await step('SERIES-06 «Только эту» deletes one occurrence, which no later change brings back', async () => {
    await page.goto(`/dashboard/sessions?session=${at(1)}`);
    await press('Удалить');
    await press('Удалить эту сессию');
    await page.getByText('Сессия удалена').waitFor();
    const without = (time: string) =>
      DAYS.filter((_, index) => index !== 1).map((day) => `${day} ${day === DAYS[5] ? '10:00' : time}`);
    assert.deepEqual(await starts(), without('10:00'));

    await page.goto(`/dashboard/sessions?session=${at(2)}`);
    await edit(dialog);
    await dialog.getByRole('combobox', { name: 'Время' }).click();
    await page.getByRole('option', { name: '11:30', exact: true }).click();
    await press('Далее');
    await press('Сохранить');
    await dialog.getByRole('radio', { name: 'Все будущие' }).check({ force: true });
    await press('Изменить 6 сессий');
    await page.getByText('Изменено 6 сессий, без изменений 1').waitFor();
    assert.deepEqual(await starts(), without('11:30'));
    await page.getByRole('button', { name: 'Вернуть' }).click();
    await page.getByText('Серия снова на прежнем месте').waitFor();
    assert.deepEqual(await starts(), without('10:00'));
  });
});
