import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { choose } from '#e2e/booking-form.ts';
import { edges } from '#e2e/forced-colours.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { DESKTOP, onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays } from '#e2e/dates.ts';
import { listening, slowLine } from '#e2e/network.ts';
import { lead } from '#e2e/lead.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { failureToast } from '#e2e/toast.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

const WEEK = ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'];
const LOAD_FAILED = 'Не удалось загрузить настройки доступности';
const SAVE_FAILED = 'Не удалось сохранить настройки доступности';

test('a practitioner sets weekly hours and the rules for visitors', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'availability');
  const longStep = longSteps(step);
  const rows = page.getByRole('switch');
  const start = (day: string) => page.getByLabel(`${day}, начало`, { exact: true });
  const end = (day: string) => page.getByLabel(`${day}, окончание`, { exact: true });
  const save = page.getByRole('button', { name: 'Сохранить' });
  const rules = page.getByRole('region', { name: 'Правила для посетителей' });
  const failure = page.getByRole('main').getByRole('alert');
  const toast = (text: string) => failureToast(page, text);

  await longStep('AVAIL-03 the week is being read, cannot be read, and is read again', async () => {
    const restore = await slowLine(page, 500);
    await page.goto('/dashboard/availability-settings', { waitUntil: 'commit' });
    await page.getByText('Загрузка настроек...').waitFor();
    await rows.nth(6).waitFor();
    await restore();
    server.breakTable('availability_settings');
    await page.reload();
    await failure.getByRole('heading', { name: LOAD_FAILED }).waitFor();
    server.mend();
    await failure.getByRole('button', { name: 'Повторить' }).click();
    await rows.nth(6).waitFor();
  });

  await step('AVAIL-01 the week begins on Monday, off, with hours from nine to six', async () => {
    await page.goto('/dashboard/availability-settings');
    await becomes(() => rows.count(), 7);
    for (const [index, day] of WEEK.entries()) {
      await rows
        .nth(index)
        .and(page.getByRole('switch', { name: day, checked: false }))
        .waitFor();
    }
    await becomes(() => page.getByText('Выходной').count(), 7);
    const bars = page.locator('main li > [aria-hidden]:empty');
    for (const drawn of [rows, bars])
      assert.deepEqual(new Set(await edges(drawn)), new Set(['outline']), 'with the system’s own few colours');
    await becomes(() => save.isDisabled(), true);
    await page.getByText('По этим часам посетители видят свободное время').waitFor();
    const place = await save.boundingBox();
    await page.getByRole('switch', { name: 'Вторник' }).check();
    await page.getByText('Изменения ещё не сохранены').waitFor();
    assert.deepEqual(await save.boundingBox(), place, 'the button stays under the pointer');
    await page.getByRole('switch', { name: 'Воскресенье' }).check();
    await becomes(() => page.getByText('Выходной').count(), 5);
    await becomes(() => start('Воскресенье').inputValue(), '09:00');
    await becomes(() => end('Воскресенье').inputValue(), '18:00');
    await page.getByText('Последнее начало 17:30').last().waitFor();
    await page.evaluate(() => window.scrollTo(0, 400));
    await becomes(async () => ((await save.boundingBox())?.y ?? -1) >= 4, true);
    await page.evaluate(() => window.scrollTo(0, 0));
  });

  await step('AVAIL-01 A11Y-01 the keyboard stays in the hours of a day whose breaks come and go', async () => {
    const focused = (name: string) =>
      page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor();
    const again = 'Вторник: добавить ещё перерыв';
    await page.getByRole('button', { name: 'Вторник: добавить перерыв' }).press('Enter');
    await focused(again);
    await page.keyboard.press('Enter');
    await page.getByLabel('Вторник, начало перерыва').nth(1).waitFor();
    await focused(again);
    const remove = page.getByRole('button', { name: 'Вторник: убрать перерыв' });
    await remove.last().press('Enter');
    await focused(again);
    await remove.press('Enter');
    await focused('Вторник: добавить перерыв');
  });

  await step('AVAIL-02 an end that is not after the start cannot be saved', async () => {
    await end('Вторник').fill('9:00');
    await page.getByRole('alert').getByText('Время окончания должно быть позже времени начала').waitFor();
    await becomes(() => save.isDisabled(), true);
    await end('Вторник').fill('930');
    await start('Вторник').focus();
    await becomes(() => end('Вторник').inputValue(), '09:30');
    assert.equal(await page.getByText('Время окончания должно быть').count(), 0);
    await end('Вторник').fill('0');
    await start('Вторник').focus();
    await becomes(() => end('Вторник').inputValue(), '24:00');
    await page.getByRole('switch', { name: 'Вторник' }).uncheck();
    assert.ok(await save.isEnabled(), 'the hours of a day off are nobody’s');
  });

  await step('AVAIL-02 the server refuses such hours too', async () => {
    const hours = { start_time: '18:00', end_time: '09:00', is_available: true };
    await assert.rejects(
      elena.api.collection('availability_settings').create({ user: elena.id, day_of_week: 3, ...hours }),
      { status: 400 },
    );
  });

  await step('AVAIL-01 AVAIL-03 a save that fails keeps the week that was typed', async () => {
    await start('Воскресенье').fill('10');
    server.refuseWrites('availability_settings');
    await save.click();
    await toast(SAVE_FAILED).waitFor();
    await becomes(() => start('Воскресенье').inputValue(), '10:00');
    server.mend();
    await save.click();
    await page.getByRole('status').getByText('Настройки расписания сохранены').waitFor();
    await toast(SAVE_FAILED).waitFor({ state: 'detached' });
    await becomes(() => save.isDisabled(), true);
    const sunday = await elena.api.collection('availability_settings').getFirstListItem('day_of_week = 0');
    assert.deepEqual([sunday['is_available'], sunday['start_time'], sunday['end_time']], [true, '10:00', '18:00']);
    await page.reload();
    await becomes(() => start('Воскресенье').inputValue(), '10:00');
    await becomes(() => page.getByText('Выходной').count(), 6);
  });

  await step(
    'AVAIL-04 all seven days are stored, and a day off is one for the form, the week and visitors',
    async () => {
      const week = await elena.api.collection('availability_settings').getFullList({ sort: 'day_of_week' });
      assert.deepEqual(
        week.map(({ day_of_week, is_available }) => [day_of_week, is_available]),
        [0, 1, 2, 3, 4, 5, 6].map((day) => [day, day === 0]),
      );
      const today = Temporal.PlainDate.from(inDays(0));
      const sunday = today.add({ days: 7 - (today.dayOfWeek % 7) });
      const monday = sunday.add({ days: 1 });
      const client = await elena.api
        .collection('clients')
        .create({ user: elena.id, name: 'Вера Орлова', phone: '112233' });
      await lead(page, `/dashboard/sessions/new/${client.id}?date=${monday.toString()}`);
      await page.getByText('Свободного времени в этот день нет').waitFor();
      await lead(page, `/dashboard/calendar?view=week&date=${sunday.toString()}`);
      const columns = page.getByRole('cell');
      const isShaded = (day: number) =>
        columns.nth(day).evaluate((cell) =>
          [...cell.children].some((part) => {
            const covers = part.clientHeight > cell.clientHeight - 2;
            return covers && getComputedStyle(part).backgroundColor !== 'rgba(0, 0, 0, 0)';
          }),
        );
      await columns.nth(6).waitFor();
      const shaded = () => Promise.all([0, 1, 2, 3, 4, 5, 6].map(isShaded));
      await becomes(shaded, [true, true, true, true, true, true, false]);
      await page.goto(elena.link);
      await choose(page, monday.toString());
      await page.getByText('В выбранную дату нет доступных слотов для записи').waitFor();
      await choose(page, sunday.toString());
      await page.getByRole('button', { name: '10:00', exact: true }).waitFor();
    },
  );

  await step(
    'AVAIL-04 a day is made like Monday with its breaks, and nothing is stored before it is saved',
    async () => {
      await page.goto('/dashboard/availability-settings');
      const like = page.getByRole('button', { name: /: как в понедельник$/ });
      const copy = (day: string) => page.getByRole('button', { name: `${day}: как в понедельник` });
      await rows.nth(6).waitFor();
      assert.equal(await like.count(), 0, 'Monday is off, which the switch of each day does as well');
      await page.getByRole('switch', { name: 'Понедельник' }).check();
      await end('Понедельник').fill('20:00');
      await page.getByRole('button', { name: 'Понедельник: добавить перерыв' }).click();
      await becomes(() => like.count(), 6);
      await copy('Воскресенье').click();
      await page.getByRole('switch', { name: 'Воскресенье', checked: true }).and(page.locator(':focus')).waitFor();
      await copy('Суббота').press('Enter');
      for (const day of ['Суббота', 'Воскресенье']) {
        await becomes(() => start(day).inputValue(), '09:00');
        await becomes(() => end(day).inputValue(), '20:00');
        await becomes(() => page.getByLabel(`${day}, конец перерыва`).inputValue(), '14:00');
        assert.equal(await copy(day).count(), 0);
      }
      const working = () =>
        elena.api.collection('availability_settings').getFullList({ filter: 'is_available = true' });
      assert.equal((await working()).length, 1);
      await save.click();
      const saved = page.getByRole('status').getByText('Настройки расписания сохранены');
      await saved.waitFor();
      // It closes by itself as well.
      const close = page.getByRole('button', { name: 'Закрыть уведомление' });
      await close.click({ timeout: 5000 }).catch(() => undefined);
      await saved.waitFor({ state: 'detached' });
      assert.deepEqual(
        (await working()).map((day) => [day['start_time'], day['end_time'], day['breaks']]),
        Array.from({ length: 3 }, () => ['09:00', '20:00', [{ start: '13:00', end: '14:00' }]]),
      );
    },
  );

  await step('AVAIL-04 the bars of the days are seen at 1024 px, and at 320 px nothing leaves the screen', async () => {
    const bar = page.getByRole('listitem').filter({ has: rows }).first().locator('[aria-hidden] > span[style]').first();
    await page.setViewportSize({ width: 1024, height: 768 });
    await becomes(() => bar.isVisible(), true);
    await page.setViewportSize({ width: 320, height: 640 });
    await becomes(() => page.evaluate(() => document.scrollingElement?.scrollWidth), 320);
    await page.setViewportSize(DESKTOP);
  });

  await step('AVAIL-01 the week comes on paper in words, without what is pressed or typed into', async () => {
    await page.emulateMedia({ media: 'print' });
    const paper = await page.getByRole('main').innerText();
    assert.match(paper, /^Рабочие часы\s+Часовой пояс: Москва, UTC\+3\s+Понедельник/);
    assert.match(paper, /Понедельник\s+09:00–20:00, перерыв 13:00–14:00\s+Вторник\s+Выходной/);
    assert.match(paper, /Воскресенье\s+09:00–20:00, перерыв 13:00–14:00$/);
    assert.equal(await page.getByRole('textbox').or(rows).filter({ visible: true }).count(), 0);
    await page.emulateMedia({ media: null });
  });

  await step('AVAIL-03 rules for visitors are typed beside the hours', async () => {
    await rules.getByRole('combobox', { name: 'Записаться можно' }).click();
    await page.getByRole('option', { name: 'Не позже чем за 2 часа' }).click();
    await rules.getByRole('button', { name: 'Добавить дни' }).click();
    await rules.getByLabel('Первый день').fill('30.12.2030');
    await rules.getByLabel('Первый день').press('Enter');
    await rules.getByLabel('Последний день').and(page.locator(':focus')).waitFor();
    await becomes(() => save.isEnabled(), true);
    await rules.getByLabel('Последний день').fill('20.12.2030');
    await rules.getByText('Конец раньше начала').waitFor();
    await becomes(() => save.isDisabled(), true);
    await rules.getByLabel('Последний день').fill('08.01.2031');
    await rules.getByText(/^Понедельник\s– среда, 10\sдней$/).waitFor();
  });

  await longStep('AVAIL-03 rules that are saved while the line is down stay as they were typed', async () => {
    await kabinet.kill();
    await save.click();
    await toast('Не удалось сохранить настройки доступности').getByText('Нет связи с сервером').waitFor();
    await becomes(() => rules.getByLabel('Первый день').inputValue(), '30.12.2030');
    await kabinet.revive();
  });

  await step('AVAIL-03 rules that were saved are there when the screen is opened again', async () => {
    await save.click();
    await page.getByText('Настройки расписания сохранены').waitFor();
    await becomes(() => save.isDisabled(), true);
    await page.reload();
    await becomes(() => rules.getByLabel('Последний день').inputValue(), '08.01.2031');
    assert.match(await rules.getByRole('combobox', { name: 'Записаться можно' }).inputValue(), /за\s2\sчаса/);
  });

  await step('VISIT-02 what clients may do with a visit by their link is set there too, also at 320 px', async () => {
    const choice = (name: string) => rules.getByRole('combobox', { name });
    const pick = async (name: string, option: string) => {
      await choice(name).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const phone = rules.getByLabel('Телефон для клиентов');
    const shownRules = async () => {
      const names = ['Отменить можно', 'Перенести можно', 'Сколько раз переносить', 'Поздняя отмена'];
      const values = await Promise.all(names.map((name) => choice(name).inputValue()));
      return [...values, await phone.inputValue()].map((value) => value.replaceAll('\u00A0', ' '));
    };
    const day = 'Не позже чем за 24 часа';
    await becomes(shownRules, [day, day, '2 раза', 'Не принимать', '']);
    await rules.getByText('на странице клиента остаётся только телефон').waitFor();

    await page.setViewportSize({ width: 320, height: 640 });
    await pick('Отменить можно', 'Не позже чем за 48 часов');
    await pick('Перенести можно', 'До начала встречи');
    await pick('Сколько раз переносить', 'Без переносов');
    await pick('Поздняя отмена', 'Принимать и отмечать');
    await rules.getByText('Оплачивается она, только если так решено в профиле, в разделе «Деньги»').waitFor();
    await phone.fill('+7');
    await rules.getByText('Телефон должен содержать минимум 6 символов').waitFor();
    await becomes(() => save.isDisabled(), true);
    assert.equal(await page.evaluate(() => document.scrollingElement?.scrollWidth), 320);
    await phone.fill('Кабинет психолога, +7 495 204-18-35');
    await rules.getByText('напишите его без названия занятия').waitFor();
    await phone.fill(' +7 495 204-18-35 ');
    if (LONG_FORM) await Promise.all([listening(page), page.reload()]);
    await becomes(() => phone.inputValue(), ' +7 495 204-18-35 ');

    const stored = () => elena.api.collection('profiles').getFirstListItem(`user = '${elena.id}'`);
    const { id } = await stored();
    await elena.api.collection('profiles').update(id, { cancel_hours: 12, max_moves: 3 });
    await page.getByText('Изменено в другом месте: срок отмены.').waitFor();
    await page.getByRole('button', { name: 'Оставить моё' }).first().click();
    await page.getByText('Изменено в другом месте: число переносов.').waitFor();
    await page.getByRole('button', { name: 'Взять оттуда' }).click();
    await save.click();
    await page.getByText('Настройки расписания сохранены').waitFor();
    await becomes(() => save.isDisabled(), true);
    const { cancel_hours, move_hours, max_moves, late_cancel, public_phone } = await stored();
    assert.deepEqual(
      [cancel_hours, move_hours, max_moves, late_cancel, public_phone],
      [48, 0, 3, 'note', '+7 495 204-18-35'],
    );
    await page.setViewportSize(DESKTOP);
    if (LONG_FORM) await page.reload();
    await becomes(shownRules, [
      'Не позже чем за 48 часов',
      'До начала встречи',
      '3 раза',
      'Принимать и отмечать',
      '+7 495 204-18-35',
    ]);
  });

  await longStep('AVAIL-03 without a profile there is nothing to set', async () => {
    server.change('delete from profiles where user = ?', elena.id);
    await page.reload();
    await failure.getByRole('heading', { name: 'Профиль не найден' }).waitFor();
  });
});
