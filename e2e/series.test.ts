import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Route } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { longLook, longSteps } from '#e2e/long-steps.ts';
import { chooseStatus, pressMore } from '#e2e/session-form.ts';
import { failureToast } from '#e2e/toast.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const kabinet = onKabinet();

/** No hours are set for it, or on it. */
const LONG = 'Константинопольская'.repeat(10);

test('a year of sessions is planned from one form, and every conflict decided before', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'series');
  const longStep = longSteps(step);
  const { api } = elena;
  const add = (collection: string, body: object) => api.collection(collection).create({ user: elena.id, ...body });
  const anna = (await add('clients', { name: 'Анна Ковальчук', phone: '+7 916 204-18-35' })).id;
  const busy = (await add('clients', { name: LONG, phone: '+7 903 771-40-12' })).id;
  const day = (weeks: number) => inDays(3 + weeks * 7);
  const weekday = Temporal.PlainDate.from(day(0)).dayOfWeek % 7;
  await add('availability_settings', {
    day_of_week: weekday,
    start_time: '10:00',
    end_time: '18:00',
    is_available: true,
  });
  const plan = (weeks: number, time: string, client = busy) =>
    add('sessions', { client, date: moscow(`${day(weeks)}T${time}`), duration: 60, status: 'scheduled' });
  const profile = await api.collection('profiles').getFirstListItem(`user = '${elena.id}'`);
  await api.collection('profiles').update(profile.id, { days_off: [{ from: day(3), to: day(3) }] });
  await kabinet.ask(elena.link, `${day(1)}T10:00`, { name: 'Марина Левченко', phone: '+7 905 318-44-20' });
  await plan(2, '09:00');
  const starts = async (filter: string) => {
    const found = await api.collection('sessions').getFullList({ filter, sort: 'date' });
    return found.map((one) => one['date']);
  };

  const every = page.getByRole('combobox', { name: 'Повторять' });
  const dialog = page.getByRole('dialog');
  const next = page.getByRole('button', { name: 'Далее' });
  const preview = page.getByRole('button', { name: 'Проверить даты' });
  const conflict = (weeks: number) => dialog.getByRole('group', { name: `${shown(day(weeks))} 09:30` });
  const choose = (weeks: number, choice: string) => conflict(weeks).getByRole('radio', { name: choice }).check();
  const create = dialog.getByRole('button', { name: /^Созда/ });

  await step('SERIES-01 the form asks how often and until when, and says what is wrong with it', async () => {
    await page.goto(`/dashboard/sessions/new/${anna}?date=${day(0)}&time=09:30`);
    await becomes(() => every.inputValue(), 'Не повторять');
    await page.getByRole('radio', { name: 'До даты' }).waitFor({ state: 'detached' });
    await every.click();
    await becomes(
      () => page.getByRole('option').allTextContents(),
      ['Не повторять', 'Каждую неделю', 'Раз в две недели', 'Раз в три недели', 'Раз в четыре недели'],
    );
    await page.getByRole('option', { name: 'Каждую неделю' }).click();
    await becomes(() => page.getByRole('radio', { name: 'Без даты окончания' }).isChecked(), true);
    await page.getByRole('radio', { name: 'До даты', exact: true }).check();
    await next.click();
    const until = page.getByLabel('Последний день');
    await page.getByText('Выберите последний день').waitFor();
    await until.and(page.locator(':focus')).waitFor();
    await until.fill(shown(inDays(2)));
    await next.click();
    await page.getByText('Последний день раньше первой сессии').waitFor();
    await page.getByRole('radio', { name: 'Число сессий' }).check();
    const count = page.getByLabel('Сколько сессий');
    await count.fill('521');
    await next.click();
    await page.getByText('От 1 до 520 сессий').waitFor();
    await count.fill('6');
    await page.getByLabel('Дата').fill(shown(inDays(-1)));
    await next.click();
    await page.getByText('Серия начинается сегодня или позже').waitFor();
    await page.getByLabel('Дата').fill(shown(day(0)));
    assert.deepEqual(await longLook(page, 'the form of a series'), []);
  });

  await longStep('SERIES-01 a draft keeps how it repeats, and only what is to take place repeats', async () => {
    await page.getByText(/^Черновик сохранён/).waitFor();
    await page.reload();
    await becomes(() => every.inputValue(), 'Каждую неделю');
    await becomes(() => page.getByLabel('Сколько сессий').inputValue(), '6');
    await chooseStatus(page, 'Состоялась');
    await every.waitFor({ state: 'detached' });
    await page.getByText('С этим статусом сохранится одна сессия').waitFor();
    await chooseStatus(page, 'Бронь');
    await becomes(() => page.getByLabel('Сколько сессий').inputValue(), '6');
  });

  await step('SERIES-02 the preview names every conflict, and nothing is chosen in advance', async () => {
    await next.click();
    await page.getByText(/Перед сохранением покажем все даты/).waitFor();
    await preview.click();
    await dialog.getByText('6 сессий, 3 требуют решения').waitFor();
    await dialog.getByText('2 заняты, 1 выходной, 6 вне рабочих часов').waitFor();
    await conflict(1).getByText('Занято новой заявкой: Марина Левченко').waitFor();
    await conflict(2).getByText(`Занято: ${LONG}`).waitFor();
    await conflict(3).getByText('Выходной').waitFor();
    assert.equal(await conflict(3).getByRole('radio', { name: 'Другое время' }).count(), 0);
    assert.equal(await dialog.getByRole('radio', { checked: true }).count(), 0);
    assert.equal(await create.isDisabled(), true);
    await dialog.getByText('Осталось решить: 3').waitFor();
    await dialog.getByText('Свободно: 3').click();
    await dialog.getByText('вне рабочих часов').last().waitFor();
    await choose(2, 'Другое время');
    assert.deepEqual(await longLook(page, 'preview of a series'), []);
    await conflict(2).getByRole('button', { name: '12:00' }).click();
    await choose(3, 'Поставить всё равно');
    await dialog.getByText('6 сессий, 1 требует решения').waitFor();
  });

  await longStep('SERIES-02 the way back to the form keeps everything that was decided', async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await preview.and(page.locator(':focus')).waitFor();
    await preview.click();
    await dialog.getByText('6 сессий, 1 требует решения').waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await preview.click();
    await becomes(() => conflict(3).getByRole('radio', { name: 'Поставить всё равно' }).isChecked(), true);
    await becomes(() => conflict(2).getByRole('button', { name: '12:00' }).getAttribute('aria-pressed'), 'true');
  });

  await step('SERIES-02 what has not been decided is left out by one press', async () => {
    await dialog.getByRole('button', { name: 'Пропустить оставшиеся (1)' }).click();
    await becomes(() => conflict(1).getByRole('radio', { name: 'Пропустить' }).isChecked(), true);
    await becomes(() => create.innerText(), 'Создать 5\u00A0сессий');
  });

  await step('SERIES-02 what has changed since is previewed again, and decisions that still fit stay', async () => {
    await plan(5, '09:00');
    await create.click();
    await dialog.getByText('Пока вы решали, расписание изменилось').waitFor();
    await dialog.getByText('6 сессий, 1 требует решения').waitFor();
    await becomes(() => conflict(3).getByRole('radio', { name: 'Поставить всё равно' }).isChecked(), true);
    await choose(5, 'Пропустить');
    assert.deepEqual(await starts(`client = '${anna}'`), []);
  });

  await step('SERIES-02 a lost response and a double click save one series, and the list shows its first', async () => {
    const held: Route[] = [];
    await page.route('**/api/series', (route) => void held.push(route));
    await create.dblclick();
    await becomes(() => create.innerText(), 'Создание...');
    await page.keyboard.press('Escape');
    await page.goBack();
    await becomes(() => create.isDisabled(), true);
    await becomes(async () => held.length, 1);
    await held[0]?.fetch();
    await held[0]?.abort();
    const failure = failureToast(page, 'Ошибка при создании сессии');
    await failure.waitFor();
    await dialog.getByText('6 сессий, всё решено').waitFor();
    // The retry sends what is decided by then.
    const again = failure.getByRole('button', { name: 'Повторить' });
    const decided = (route?: Route) => route?.request().postDataJSON().decisions[day(3)];
    await choose(3, 'Пропустить');
    await again.click();
    await becomes(() => Promise.resolve(held.length), 2);
    assert.deepEqual([decided(held[0]), decided(held[1])], ['overlap', 'skip']);
    await held[1]?.abort();
    await failure.waitFor();
    await choose(3, 'Поставить всё равно');
    await page.unroute('**/api/series');
    await again.click();
    await page.getByText('Серия создана: 4 сессии').waitFor();
    await page.getByText(/^Сохранено: .*, 09:30, Анна Ковальчук$/).waitFor();
    assert.deepEqual(
      await starts(`client = '${anna}'`),
      [
        [0, '09:30'],
        [2, '12:00'],
        [3, '09:30'],
        [4, '09:30'],
      ].map(([weeks, time]) => moscow(`${day(Number(weeks))}T${time}`)),
    );
    assert.equal((await api.collection('series').getFullList()).length, 1);
  });

  await step(
    'SERIES-01 a session that exists becomes the first of a series, with what was written about it',
    async () => {
      const body = {
        client: anna,
        date: moscow(`${inDays(-4)}T15:00`),
        duration: 50,
        status: 'completed',
        news: 'Сон',
      };
      const { id } = await add('sessions', body);
      await page.goto(`/dashboard/sessions?session=${id}`);
      await pressMore(dialog, 'Повторять эту сессию');
      await dialog.getByRole('radio', { name: 'Число сессий' }).check();
      const count = dialog.getByLabel('Сколько сессий');
      await count.fill('3');
      if (LONG_FORM) await wanderAbout(count);
      await preview.click();
      await dialog.getByRole('button', { name: 'Создать 2 сессии' }).click();
      await page.getByText('Серия создана: 3 сессии').waitFor();
      await dialog.getByRole('link', { name: 'Анна Ковальчук' }).waitFor();
      // The focus that comes back from the dates folds up what it does not belong to.
      const change = dialog.getByRole('button', { name: 'Изменить серию' });
      await becomes(async () => {
        if (!(await change.isVisible())) await dialog.getByRole('button', { name: 'Ещё' }).click();
        return change.isVisible();
      }, true);
      assert.equal(await dialog.getByRole('button', { name: 'Повторять эту сессию' }).count(), 0);
      await page.keyboard.press('Escape');
      const session = await api.collection('sessions').getOne(id);
      assert.deepEqual([session['news'], session['status']], ['Сон', 'completed']);
      assert.deepEqual(
        await starts(`series = '${session['series']}'`),
        [inDays(-4), day(0), day(1)].map((date) => moscow(`${date}T15:00`)),
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
  );

  /** Goes from «how it repeats» to its dates and back in every way, and keeps the count. */
  async function wanderAbout(count: Locator): Promise<void> {
    await count.fill('0');
    await preview.click();
    await dialog.getByText('От 1 до 520 сессий').waitFor();
    await count.fill('3');
    assert.deepEqual(await longLook(page, 'how it repeats'), []);
    await preview.click();
    await dialog.getByText('3 сессии, всё свободно').waitFor();
    await page.keyboard.press('Escape');
    await preview.and(page.locator(':focus')).click();
    await dialog.getByText('3 сессии, всё свободно').waitFor();
    await page.goBack();
    await preview.waitFor();
    await page.goBack();
    await dialog.getByRole('button', { name: 'Ещё' }).and(page.locator(':focus')).waitFor();
    await pressMore(dialog, 'Повторять эту сессию');
    await becomes(() => count.inputValue(), '3');
  }

  await longStep(
    'SERIES-02 a preview that fails can be read again, and one that is refused names the field',
    async () => {
      const path = '**/api/series/preview';
      await page.goto(`/dashboard/sessions/new/${anna}?date=${day(0)}&time=17:00`);
      await every.click();
      await page.getByRole('option', { name: 'Раз в две недели' }).click();
      await next.click();
      await page.route(path, (route) => route.fulfill({ status: 500, json: { status: 500, message: '', data: {} } }));
      await preview.click();
      await dialog.getByText('Не удалось проверить даты').waitFor();
      await page.unroute(path);
      const data = { start: { code: 'validation_invalid_value', message: '' } };
      await page.route(path, (route) => route.fulfill({ status: 400, json: { status: 400, message: '', data } }));
      await dialog.getByRole('button', { name: 'Повторить' }).click();
      await dialog.getByText('Проверьте дату начала').waitFor();
      await page.unroute(path);
      await dialog.getByRole('button', { name: 'Назад' }).click();
      await preview.click();
      await dialog.getByText(/^\d+\sсессий, всё свободно$/).waitFor();
      await dialog.getByText('показаны ближайшие 12 месяцев').waitFor();
    },
  );

  await longStep('SERIES-02 a form that is changed after a lost response is previewed again', async () => {
    await page.route('**/api/series', (route) => route.abort());
    await create.click();
    await failureToast(page, 'Ошибка при создании сессии').waitFor();
    await page.unroute('**/api/series');
    await dialog.getByRole('button', { name: 'Назад' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goBack();
    await every.click();
    await page.getByRole('option', { name: 'Раз в четыре недели' }).click();
    await next.click();
    await preview.click();
    await dialog.getByText(/^\d+\sсесси\S+, всё свободно$/).waitFor();
  });
});
