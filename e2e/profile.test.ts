import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright';
import { DESKTOP, Kabinet, PHONE, watchForFaults } from '#e2e/kabinet.ts';
import { DEMO_PRACTITIONER } from '#server/demo/texts.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const { email: EMAIL, password: PASSWORD } = DEMO_PRACTITIONER;

let kabinet: Kabinet;
before(async () => {
  kabinet = await Kabinet.start('server/demo.ts');
});
after(() => kabinet.stop());

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

test('PROFILE-01 the e-mail is read-only, the name is saved once it has changed', async () => {
  await using person = await kabinet.person();
  const page = await openProfile(person);
  const field = page.getByLabel('Email', { exact: true });
  assert.equal(await field.inputValue(), EMAIL);
  assert.ok(await field.evaluate((input: HTMLInputElement) => input.readOnly));
  const save = page.getByRole('button', { name: 'Сохранить' });
  assert.ok(await save.isDisabled());
  await page.getByLabel('Имя').fill('Елена Рудакова-Орлова');
  await save.click();
  await page.getByText('Профиль обновлен').waitFor();
  assert.ok(await save.isDisabled());
  await page.getByRole('complementary').getByText('Елена Рудакова-Орлова').waitFor();
  await page.reload();
  assert.equal(await page.getByLabel('Имя').inputValue(), 'Елена Рудакова-Орлова');
  await page.route('**/api/collections/profiles/records/*', (route) => route.abort());
  await page.getByLabel('Имя').fill('Елена Рудакова');
  await save.click();
  await page.getByText(/^Ошибка обновления профиля: /).waitFor();
  assert.equal(await page.getByLabel('Имя').inputValue(), 'Елена Рудакова');
});

test('PROFILE-02 a licence key is checked by the server and its status shown with both dates', async () => {
  await using person = await kabinet.person();
  const page = await openProfile(person);
  const licence = page.getByRole('region', { name: 'Лицензия' });
  const check = licence.getByRole('button', { name: 'Проверить лицензию' });
  const key = licence.getByLabel('Лицензионный ключ');
  await licence.getByText('конструкторе сайтов').waitFor();
  await key.fill('   ');
  assert.ok(await check.isDisabled());
  await key.fill('nothing of worth');
  await check.click();
  await page.getByText('Неверный лицензионный ключ').waitFor();
  await licence.getByText('Недействительна').waitFor();
  assert.equal(await licence.getByText('Действует до').count(), 0);
  await key.fill('VALID_8F2C');
  await check.click();
  await page.getByText('Лицензия успешно активирована').waitFor();
  await licence.getByText('Активна', { exact: true }).waitFor();
  await licence.getByText('Проверена').waitFor();
  await licence.getByText('Действует до').waitFor();
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
  const shown = await rows.count();
  await rows.filter({ hasNotText: 'Это устройство' }).first().getByRole('button').click();
  await page.getByText('Вход на устройстве завершён').waitFor();
  assert.equal(await rows.count(), shown - 1);
  await other.getByRole('heading', { name: 'Вход в систему' }).waitFor();
  await signIn(other);
  await page.reload();
  await devices.getByRole('button', { name: 'Завершить все остальные' }).click();
  await page.getByText('Вход на остальных устройствах завершён').waitFor();
  assert.equal(await rows.count(), 1);
  await other.goto('/dashboard');
  await other.waitForURL('/auth');
});

test('AUTH-09 the e-mail changes by the letter to the new address and not before', async () => {
  await using person = await kabinet.person();
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
  assert.equal(await page.getByLabel('Email', { exact: true }).inputValue(), EMAIL);
  await page.goto('/_mail');
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
  assert.equal(await dialog.getByLabel('Новый пароль', { exact: true }).inputValue(), 'another quiet room');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Slow enough for the line of events to try again with the sign-in that has ended.
  await page.route('**/auth-with-password', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await change(PASSWORD, 'another quiet room');
  await page.getByText('Пароль изменён. На остальных устройствах нужно войти заново.').waitFor();
  await page.unrouteAll();
  await other.getByRole('heading', { name: 'Вход в систему' }).waitFor();
  await page.getByText('Это устройство').waitFor();
  assert.equal(await page.getByRole('region', { name: 'Устройства' }).getByRole('listitem').count(), 1);
  assert.equal(new URL(page.url()).pathname, '/dashboard/profile');

  // Still listening: what another device changes is seen without a reload.
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

test('rules for visitors are saved beside the weekly hours, and a failure keeps what was typed', async () => {
  await using person = await kabinet.person();
  const page = await person.newPage();
  await signIn(page);
  await page.goto('/dashboard/availability-settings');
  const rules = page.getByRole('region', { name: 'Правила записи' });
  const save = page.getByRole('button', { name: 'Сохранить' });
  await rules.getByRole('combobox', { name: 'Запись заранее' }).click();
  await page.getByRole('option', { name: 'За 2 часа' }).click();
  await rules.getByRole('button', { name: 'Добавить дни' }).click();
  await rules.getByLabel('Первый день').fill('30.12.2030');
  await rules.getByLabel('Последний день').fill('20.12.2030');
  await rules.getByText('Конец раньше начала').waitFor();
  assert.ok(await save.isDisabled());
  await rules.getByLabel('Последний день').fill('08.01.2031');
  await page.route('**/api/batch', (route) => route.abort());
  await save.click();
  await page.getByText(/^Не удалось сохранить настройки доступности/).waitFor();
  assert.equal(await rules.getByLabel('Первый день').inputValue(), '30.12.2030');
  await page.unroute('**/api/batch');
  await save.click();
  await page.getByText('Настройки расписания сохранены').waitFor();
  assert.ok(await save.isDisabled());
  await page.reload();
  assert.equal(await rules.getByLabel('Последний день').inputValue(), '08.01.2031');
  assert.match(await rules.getByRole('combobox', { name: 'Запись заранее' }).inputValue(), /За\s2\sчаса/);
});

test('A11Y-01 axe finds nothing on the profile, its dialogs and the rules for visitors', async () => {
  await using person = await kabinet.person();
  const page = await openProfile(person);
  const clean = async () => {
    await page.waitForTimeout(300);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(WCAG).analyze();
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      [],
    );
  };
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/dashboard/profile');
      await page.getByText('Это устройство').waitFor();
      await clean();
      for (const name of ['Изменить email', 'Изменить пароль', 'Удалить аккаунт']) {
        await page.getByRole('button', { name }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').waitFor();
        await clean();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.waitForFunction((text) => document.activeElement?.textContent?.includes(text), name);
      }
      await page.goto('/dashboard/availability-settings');
      await page.getByRole('button', { name: 'Добавить дни' }).click();
      await clean();
    }
  }
});

test('deleting the account asks for the password and the question, and leads out', async () => {
  await using person = await kabinet.person();
  const faults = watchForFaults(person, kabinet.url);
  const page = await openProfile(person);
  await page.getByRole('button', { name: 'Удалить аккаунт' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Пароль', { exact: true }).fill('a wrong one');
  await dialog.getByRole('button', { name: 'Продолжить' }).click();
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
