import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { colourOf } from '#e2e/colour.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { HERE, inDays, onKabinet, practice, shown, slowLine, watchForFaults } from '#e2e/kabinet.ts';

const EMAIL = 'elena@kabinet.example';
const PASSWORD = 'тихая-комната-7';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);
before(async () => {
  await kabinet.open();
  await (await kabinet.practitioner(EMAIL)).browser.close();
});

async function signIn(page: Page, { email = EMAIL, password = PASSWORD } = {}): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.waitForURL('/');
}

async function openProfile(person: BrowserContext): Promise<Page> {
  const page = await person.newPage();
  await signIn(page);
  await page.goto('/dashboard/profile');
  await page.getByText('Это устройство').waitFor();
  return page;
}

test('a practitioner keeps a profile and a licence', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'profile');
  const save = page.getByRole('button', { name: 'Сохранить' });
  const name = page.getByLabel('Имя');
  const licence = page.getByRole('region', { name: 'Лицензия' });
  const check = licence.getByRole('button', { name: 'Проверить лицензию' });
  const key = licence.getByLabel('Лицензионный ключ');
  const alert = page.getByRole('alert');
  const today = shown(inDays(0));
  /** The licence's displayed status, without the no-break spaces. */
  const status = async () => (await licence.locator('dl').innerText()).split(/\s*\n\s*/).join(' ');

  await step('PROFILE-01 the profile is being read, cannot be read, and is read again', async () => {
    server.breakTable('profiles');
    await page.goto('/dashboard/profile');
    await alert.getByRole('heading', { name: 'Не удалось загрузить профиль' }).waitFor();
    server.mend();
    const reading = Promise.withResolvers<void>();
    await page.route(/\/profiles\/records\?/, async (route) => {
      await reading.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.getByText('Загрузка профиля...').waitFor();
    reading.resolve();
    await name.waitFor();
    await page.unrouteAll();
  });

  await step('PROFILE-01 the e-mail is read-only, the name is saved once it has changed', async () => {
    const field = page.getByLabel('Email', { exact: true });
    await becomes(() => field.inputValue(), elena.email);
    assert.ok(await field.evaluate((input: HTMLInputElement) => input.readOnly));
    await becomes(() => save.isDisabled(), true);
    await name.fill('Елена Рудакова-О');
    // Saving a name sends no further request that could fail.
    await page.route('**/auth-refresh', (route) => route.abort());
    kabinet.freeze();
    await save.click();
    const saving = page.getByRole('button', { name: 'Сохранение...' });
    await saving.waitFor();
    assert.ok(await saving.isDisabled());
    await name.fill('Елена Рудакова-Орлова');
    kabinet.thaw();
    await page.getByRole('status').getByText('Профиль обновлен').waitFor();
    await page.getByRole('complementary').getByText('Елена Рудакова-О', { exact: true }).waitFor();
    assert.equal(await alert.count(), 0);
    await page.unroute('**/auth-refresh');
    await becomes(() => name.inputValue(), 'Елена Рудакова-Орлова');
    await save.click();
    await becomes(() => save.isDisabled(), true);
    await page.getByRole('complementary').getByText('Елена Рудакова-Орлова').waitFor();
    await page.reload();
    await becomes(() => name.inputValue(), 'Елена Рудакова-Орлова');
  });

  await step('PROFILE-01 a save that fails says so and keeps what was typed', async () => {
    await name.fill('Елена Рудакова');
    server.refuseWrites('profiles');
    await save.click();
    await alert.getByText(/^Ошибка обновления профиля: \S/).waitFor();
    await becomes(() => name.inputValue(), 'Елена Рудакова');
    server.mend();
    await save.click();
    await page.getByText('Профиль обновлен').last().waitFor();
    await page.getByRole('complementary').getByText('Елена Рудакова', { exact: true }).waitFor();
    assert.equal(await alert.count(), 0);
  });

  await step('PROFILE-02 a licence that nobody has checked, and a key that is none', async () => {
    await licence.getByText('создав и оплатив одну персональную страницу в конструкторе сайтов').waitFor();
    await becomes(() => status(), 'Статус Не проверена');
    await becomes(() => colourOf(licence.getByText('Не проверена')), 'grey');
    await becomes(() => check.isDisabled(), true);
    await key.fill('   ');
    await becomes(() => check.isDisabled(), true);
    await key.fill('nothing of worth');
    kabinet.freeze();
    await check.click();
    await key.fill('typed during the check');
    kabinet.thaw();
    await alert.getByText('Неверный лицензионный ключ').waitFor();
    await licence.getByText('Недействительна').waitFor();
    await becomes(() => key.inputValue(), 'typed during the check');
    await becomes(() => status(), `Статус Недействительна Проверена ${today}`);
    await becomes(() => colourOf(licence.getByText('Недействительна')), 'red');
  });

  await step('PROFILE-02 a check that fails says so and keeps the key', async () => {
    server.refuseWrites('profiles');
    await key.fill('VALID_8F2C');
    await check.click();
    await alert.getByText('Ошибка при проверке лицензии').waitFor();
    await becomes(() => key.inputValue(), 'VALID_8F2C');
    await becomes(() => status(), `Статус Недействительна Проверена ${today}`);
    server.mend();
  });

  await step('PROFILE-03 what a client writes of a licence is refused, by whatever program', async () => {
    const { id } = await elena.api.collection('profiles').getFirstListItem(`user = '${elena.id}'`);
    const token = elena.api.authStore.token;
    for (const part of [{ license_status: 'active' }, { license_expires_at: '2099-01-01 00:00:00.000Z' }]) {
      const answer = await page.evaluate(
        async ({ path, authorization, body }) =>
          (await fetch(path, { method: 'PATCH', headers: { authorization, 'content-type': 'application/json' }, body }))
            .status,
        { path: `/api/collections/profiles/records/${id}`, authorization: token, body: JSON.stringify(part) },
      );
      assert.equal(answer, 400, JSON.stringify(part));
    }
    await page.reload();
    await licence.getByText('Недействительна').waitFor();
    await becomes(() => status(), `Статус Недействительна Проверена ${today}`);
  });

  await step('PROFILE-02 PROFILE-03 a valid key is active for a year', async () => {
    await key.fill(' VALID_8F2C ');
    await check.click();
    await page.getByRole('status').getByText('Лицензия успешно активирована').waitFor();
    await licence.getByText('Активна', { exact: true }).waitFor();
    const year = Temporal.PlainDate.from(inDays(0)).add({ years: 1 }).toString();
    await becomes(() => status(), `Статус Активна Проверена ${today} Действует до ${shown(year)}`);
    await becomes(() => colourOf(licence.getByText('Активна', { exact: true })), 'green');
    assert.equal(await alert.count(), 0);
  });

  await step('PROFILE-02 another key is asked about before it takes the place of the active one', async () => {
    const question = page.getByRole('dialog', { name: 'Проверить другой ключ?' });
    await key.fill('nothing of worth');
    await check.click();
    await question.getByRole('button', { name: 'Отмена' }).click();
    await question.waitFor({ state: 'detached' });
    await licence.getByText('Активна', { exact: true }).waitFor();
    await key.fill('VALID_9A1D');
    await check.click();
    await question.getByRole('button', { name: 'Проверить' }).click();
    await question.waitFor({ state: 'detached' });
    await licence.getByText('Активна', { exact: true }).waitFor();
    await becomes(() => key.inputValue(), 'VALID_9A1D');
  });

  await step('PROFILE-02 PROFILE-03 a licence whose year is over reads expired by itself, and stays so', async () => {
    server.change("update profiles set license_expires_at = '2026-01-31 09:00:00.000Z' where user = ?", elena.id);
    await page.reload();
    await licence.getByText('Истекла', { exact: true }).first().waitFor();
    await becomes(() => status(), `Статус Истекла Проверена ${today} Истекла 31.01.2026`);
    await becomes(() => colourOf(licence.getByText('Истекла', { exact: true }).first()), 'orange');
    await check.click();
    await alert.getByText('Ошибка валидации лицензии: срок действия ключа истёк').waitFor();
    await becomes(() => status(), `Статус Истекла Проверена ${today} Истекла 31.01.2026`);
  });
});

test('devices that are signed in are listed, this one marked, and each other can be ended', async () => {
  await using person = await kabinet.person();
  await using strangers = await kabinet.person();
  const page = await openProfile(person);
  const others = await Promise.all([strangers.newPage(), strangers.newPage()]);
  const [other] = others;
  assert.ok(other);
  await signIn(other);
  await other.goto('/dashboard');
  await page.reload();
  const devices = page.getByRole('region', { name: 'Устройства' });
  await devices.getByRole('button', { name: 'Завершить все остальные' }).waitFor();
  const rows = devices.getByRole('listitem');
  const listed = await rows.count();
  await rows.filter({ hasNotText: 'Это устройство' }).first().getByRole('button').click();
  await page.getByText('Вход на устройстве завершён').waitFor();
  await becomes(() => rows.count(), listed - 1);
  await other.getByRole('heading', { name: 'Вход в систему' }).waitFor();
  await signIn(other);
  await page.reload();
  await devices.getByRole('button', { name: 'Завершить все остальные' }).waitFor();
  kabinet.freeze();
  await devices.getByRole('button', { name: 'Завершить все остальные' }).click();
  await becomes(() => devices.getByRole('button', { disabled: false }).count(), 0);
  kabinet.thaw();
  await page.getByText('Вход на остальных устройствах завершён').waitFor();
  await becomes(() => rows.count(), 1);
  await other.goto('/dashboard');
  await other.waitForURL('/auth');
});

test('AUTH-09 the e-mail changes by the letter to the new address and not before', async () => {
  await using person = await kabinet.person(HERE);
  const page = await openProfile(person);
  await page.getByRole('button', { name: 'Изменить email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Смена email' });
  await dialog.getByText('ничего не меняется').waitFor();
  await dialog.getByLabel('Новый email').fill(EMAIL);
  await dialog.getByRole('button', { name: 'Отправить письмо' }).click();
  await dialog.getByText('Это уже ваш email').waitFor();
  await dialog.getByLabel('Новый email').fill('elena.new@kabinet.example');
  await dialog.getByRole('button', { name: 'Отправить письмо' }).click();
  await page.getByText('Письмо отправлено на elena.new@kabinet.example').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await becomes(() => page.getByLabel('Email', { exact: true }).inputValue(), EMAIL);
  await kabinet.letter('elena.new@kabinet.example', /Подтвердите новый адрес/);
  await page.goto(kabinet.mailbox);
  await page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ hasText: 'elena.new@kabinet.example' })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('link', { name: /auth\/email#token=/ }).click();
  await page.getByText('Новый адрес: elena.new@kabinet.example').waitFor();
  // Opening the link has changed nothing either.
  await using somewhere = await kabinet.person();
  await signIn(await somewhere.newPage());
});

test('AUTH-09 a new password keeps this device signed in and live, and ends every other', async () => {
  await using person = await kabinet.person();
  await using strangers = await kabinet.person();
  const other = await openProfile(strangers);
  const page = await openProfile(person);
  const change = async (oldPassword: string, password: string) => {
    await page.getByRole('button', { name: 'Изменить пароль' }).click();
    const dialog = page.getByRole('dialog', { name: 'Смена пароля' });
    await dialog.getByLabel('Текущий пароль', { exact: true }).fill(oldPassword);
    await dialog.getByLabel('Новый пароль', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Изменить пароль' }).click();
    return dialog;
  };
  const dialog = await change('a wrong one', 'another quiet room');
  await dialog.getByText('Неверный пароль').waitFor();
  await becomes(() => dialog.getByLabel('Новый пароль', { exact: true }).inputValue(), 'another quiet room');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Slow enough for the stream of events to reconnect with the ended sign-in.
  const restore = await slowLine(page, 1200);
  await change(PASSWORD, 'another quiet room');
  await page.getByText('Пароль изменён. На остальных устройствах нужно войти заново.').waitFor();
  await restore();
  await other.getByRole('heading', { name: 'Вход в систему' }).waitFor();
  await page.getByText('Это устройство').waitFor();
  await becomes(() => page.getByRole('region', { name: 'Устройства' }).getByRole('listitem').count(), 1);
  assert.equal(new URL(page.url()).pathname, '/dashboard/profile');

  // The stream still works: a change on another device shows without a reload.
  await signIn(other, { password: 'another quiet room' });
  await other.goto('/dashboard/profile');
  await other.getByLabel('Имя').fill('Елена Орлова');
  await other.getByRole('button', { name: 'Сохранить' }).click();
  await other.getByText('Профиль обновлен').waitFor();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[autocomplete=name]')?.value === 'Елена Орлова',
  );
  await change('another quiet room', PASSWORD);
  await page.getByText('Пароль изменён. На остальных устройствах нужно войти заново.').last().waitFor();
});

test('AUTH-13 by choice half an hour without a movement signs out, and what was being written is kept', async () => {
  await using person = await kabinet.person();
  const page = await person.newPage();
  await page.clock.install();
  await signIn(page);
  await page.goto('/dashboard/profile');
  const choice = page.getByLabel('Выходить после 30 минут без действий');
  await choice.click();
  await becomes(() => choice.isEnabled(), true);
  await page.reload();
  await becomes(() => choice.isChecked(), true);
  await page.goto('/dashboard/notes');
  await page.getByRole('link', { name: 'Новая заметка' }).click();
  await page.getByLabel('Заголовок').fill('О чём спросить завтра');
  await page.clock.runFor('29:00');
  await page.getByLabel('Заголовок').press('End');
  await page.clock.runFor('29:00');
  await page.getByLabel('Заголовок').waitFor();
  await page.clock.runFor('02:00');
  await page.waitForURL('/auth');
  await signIn(page);
  await page.goto('/dashboard/notes');
  await page.getByRole('link', { name: 'Новая заметка' }).click();
  await becomes(() => page.getByLabel('Заголовок').inputValue(), 'О чём спросить завтра');
  await page.goto('/dashboard/profile');
  await choice.click();
  await becomes(() => choice.isEnabled(), true);
  await becomes(() => choice.isChecked(), false);
});

test('A11Y-01 the dialogs of the account give the focus back to what opened them', async () => {
  await using person = await kabinet.person();
  const page = await openProfile(person);
  for (const name of ['Изменить email', 'Изменить пароль', 'Удалить аккаунт']) {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
  }
});

test('AUTH-12 deleting the account asks for the password and the question, the server checks it, and it leads out', async () => {
  await using person = await kabinet.person();
  const faults = watchForFaults(person, kabinet.url);
  const page = await openProfile(person);
  await page.getByRole('button', { name: 'Удалить аккаунт' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Пароль', { exact: true }).fill('a wrong one');
  await dialog.getByRole('button', { name: 'Продолжить' }).click();
  await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
  await dialog.getByText('Неверный пароль').waitFor();
  await dialog.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Продолжить' }).click();
  await dialog
    .getByText(`Вы уверены, что хотите удалить аккаунт ${EMAIL} и все его данные? Это действие нельзя отменить.`)
    .waitFor();
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await page.waitForURL('/');
  await page.getByText('Аккаунт удалён').waitFor();
  await page.getByRole('link', { name: 'Войти', exact: true }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('pocketbase_auth')), null);
  assert.deepEqual(faults, []);
});
