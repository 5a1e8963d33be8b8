import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet, practice, slowLine } from '#e2e/kabinet.ts';
import { failureToast } from '#e2e/toast.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

const WEEK = ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'];
const LOAD_FAILED = 'Не удалось загрузить настройки доступности';
const SAVE_FAILED = 'Не удалось сохранить настройки доступности';

test('a practitioner sets weekly hours and the rules for visitors', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'availability');
  const rows = page.getByRole('switch');
  const start = (day: string) => page.getByLabel(`${day}, начало`);
  const end = (day: string) => page.getByLabel(`${day}, окончание`);
  const save = page.getByRole('button', { name: 'Сохранить' });
  const rules = page.getByRole('region', { name: 'Правила записи' });
  const failure = page.getByRole('main').getByRole('alert');
  const toast = (text: string) => failureToast(page, text);

  await step('AVAIL-03 the week is being read, cannot be read, and is read again', async () => {
    const restore = await slowLine(page, 500);
    await page.goto('/dashboard/availability-settings', { waitUntil: 'commit' });
    await page.getByText('Загрузка настроек...').waitFor();
    await rows.nth(6).waitFor();
    await restore();
    server.breakTable('availability_settings');
    await page.reload();
    await failure.getByRole('heading', { name: LOAD_FAILED }).waitFor();
    await toast(LOAD_FAILED).waitFor();
    server.mend();
    await failure.getByRole('button', { name: 'Повторить' }).click();
    await rows.nth(6).waitFor();
  });

  await step('AVAIL-01 the week begins on Monday, off, with hours from nine to six', async () => {
    await becomes(() => rows.count(), 7);
    for (const [index, day] of WEEK.entries()) {
      await rows
        .nth(index)
        .and(page.getByRole('switch', { name: day, checked: false }))
        .waitFor();
    }
    await becomes(() => page.getByText('Выходной').count(), 7);
    await becomes(() => save.isDisabled(), true);
    await page.getByText('По этим часам посетители видят свободное время').waitFor();
    await page.getByRole('switch', { name: 'Вторник' }).check();
    await page.getByRole('switch', { name: 'Воскресенье' }).check();
    await becomes(() => page.getByText('Выходной').count(), 5);
    await becomes(() => start('Воскресенье').inputValue(), '09:00');
    await becomes(() => end('Воскресенье').inputValue(), '18:00');
  });

  await step('AVAIL-02 an end that is not after the start cannot be saved', async () => {
    await end('Вторник').fill('9:00');
    await page.getByRole('alert').getByText('Время окончания должно быть позже времени начала').waitFor();
    await becomes(() => save.isDisabled(), true);
    await end('Вторник').fill('930');
    await start('Вторник').focus();
    await becomes(() => end('Вторник').inputValue(), '09:30');
    assert.equal(await page.getByText('Время окончания должно быть').count(), 0);
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

  await step('AVAIL-03 rules for visitors are saved beside the hours, also when the line was down', async () => {
    await rules.getByRole('combobox', { name: 'Запись заранее' }).click();
    await page.getByRole('option', { name: 'За 2 часа' }).click();
    await rules.getByRole('button', { name: 'Добавить дни' }).click();
    await rules.getByLabel('Первый день').fill('30.12.2030');
    await rules.getByLabel('Последний день').fill('20.12.2030');
    await rules.getByText('Конец раньше начала').waitFor();
    await becomes(() => save.isDisabled(), true);
    await rules.getByLabel('Последний день').fill('08.01.2031');
    await kabinet.kill();
    await save.click();
    await toast('Не удалось сохранить настройки доступности').getByText('Нет связи с сервером').waitFor();
    await becomes(() => rules.getByLabel('Первый день').inputValue(), '30.12.2030');
    await kabinet.revive();
    await save.click();
    await page.getByText('Настройки расписания сохранены').waitFor();
    await becomes(() => save.isDisabled(), true);
    await page.reload();
    await becomes(() => rules.getByLabel('Последний день').inputValue(), '08.01.2031');
    assert.match(await rules.getByRole('combobox', { name: 'Запись заранее' }).inputValue(), /За\s2\sчаса/);
  });

  await step('AVAIL-03 without a profile there is nothing to set', async () => {
    server.change('delete from profiles where user = ?', elena.id);
    await page.reload();
    await failure.getByRole('heading', { name: 'Профиль не найден' }).waitFor();
    await toast('Профиль не найден').waitFor();
  });
});
