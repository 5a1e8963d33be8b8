import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { colourOf } from '#e2e/colour.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays, shown } from '#e2e/dates.ts';
import { FIRST_LISTS } from '#e2e/network.ts';
import { longSteps } from '#e2e/long-steps.ts';

const OFFER = { LICENCE_PRICE: '2 900 ₽ в год', LICENCE_URL: 'https://shop.example/kabinet?year=1' };
const kabinet = onKabinet('dist/server/main.js', OFFER);
const server = new FailingServer(kabinet);

test('a practitioner keeps a profile and a licence', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'profile');
  const longStep = longSteps(step);
  const save = page.getByRole('button', { name: 'Сохранить' });
  const name = page.getByLabel('Имя');
  const licence = page.getByRole('region', { name: 'Лицензия' });
  const check = licence.getByRole('button', { name: 'Проверить лицензию' });
  const key = licence.getByLabel('Лицензионный ключ');
  const alert = page.getByRole('alert');
  const today = shown(inDays(0));
  /** The licence's displayed status, without the no-break spaces. */
  const status = async () => (await licence.locator('dl').innerText()).split(/\s*\n\s*/).join(' ');

  await longStep('PROFILE-01 the profile is being read, cannot be read, and is read again', async () => {
    server.breakTable('profiles');
    await page.goto('/dashboard/profile');
    await alert.getByRole('heading', { name: 'Не удалось загрузить профиль' }).waitFor();
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('link', { name: 'Календарь' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('/dashboard/calendar');
    await page.goBack();
    server.mend();
    const reading = Promise.withResolvers<void>();
    await page.route(FIRST_LISTS, (route) => route.abort());
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

  await longStep('a section that is slow to come leaves the others within reach', async () => {
    const coming = Promise.withResolvers<void>();
    await page.route('**/assets/RecordsSections-*.js', async (route) => {
      await coming.promise;
      await route.continue();
    });
    await page.goto('/dashboard/profile?section=records');
    await page.getByText('Загрузка...').waitFor();
    await page.getByRole('link', { name: 'Лицензия' }).click();
    await licence.waitFor();
    await page.goBack();
    coming.resolve();
    await page.getByRole('heading', { name: 'Защита записей' }).waitFor();
    await page.unrouteAll();
  });

  await step('PROFILE-01 the e-mail is read-only, the name is saved once it has changed', async () => {
    await page.goto('/dashboard/profile');
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

  await step('PROFILE-01 what is typed and cannot be read stays, and is said', async () => {
    const zone = page.getByRole('combobox', { name: 'Часовой пояс' });
    const own = await zone.inputValue();
    await zone.fill('Нигде');
    await key.focus();
    await becomes(() => zone.inputValue(), 'Нигде');
    await page.getByText('Выберите из списка').waitFor();
    await becomes(() => save.isDisabled(), true);
    await zone.fill('Москва');
    await page.getByRole('option', { name: own }).click();
    await becomes(() => zone.inputValue(), own);
    await page.getByText('Выберите из списка').waitFor({ state: 'detached' });
    await name.fill('Е'.repeat(201));
    await page.getByText('Не длиннее 200 символов').waitFor();
    await becomes(async () => (await name.inputValue()).length, 201);
    await name.fill('Елена Рудакова-Орлова');
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
    await licence.getByText('Лицензия: 2 900 ₽ в год.').waitFor();
    assert.equal(await licence.getByRole('link', { name: 'Купить лицензию' }).getAttribute('href'), OFFER.LICENCE_URL);
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

  await step('NEWS-02 letters to the practitioner name nobody until that is allowed, which lasts', async () => {
    const named = page.getByRole('switch', { name: 'Имена в письмах мне' });
    const stored = async () => (await elena.api.collection('profiles').getFirstListItem(''))['names_in_letters'];
    await becomes(() => named.isChecked(), false);
    server.refuseWrites('profiles');
    await named.press('Space');
    await page.getByText('Не удалось сохранить').waitFor();
    await becomes(() => named.isChecked(), false);
    server.mend();
    await named.press('Space');
    await becomes(stored, true);
    await page.reload();
    await becomes(() => named.isChecked(), true);
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

  await step(
    'PROFILE-04 from 30 days before its end a licence says until when it holds, here and beside the clients',
    async () => {
      const offer = page.getByRole('link', { name: /лицензию$/ });
      await becomes(() => offer.count(), 0);
      const end = inDays(12);
      server.change(`update profiles set license_expires_at = '${end} 09:00:00.000Z' where user = ?`, elena.id);
      await page.goto('/dashboard');
      await page.getByText(`Лицензия действует до ${shown(end)}.`).waitFor();
      assert.equal(await offer.getAttribute('href'), OFFER.LICENCE_URL);
      await page.goto('/dashboard/profile');
      await licence.getByText(`Лицензия действует до ${shown(end)}.`).waitFor();
    },
  );

  await step(
    'PROFILE-02 PROFILE-03 PROFILE-04 a licence whose year is over reads expired by itself, and stays so',
    async () => {
      server.change("update profiles set license_expires_at = '2026-01-31 09:00:00.000Z' where user = ?", elena.id);
      await page.reload();
      await licence.getByText('Истекла', { exact: true }).first().waitFor();
      await becomes(() => status(), `Статус Истекла Проверена ${today} Истекла 31.01.2026`);
      await licence.getByText('Лицензия истекла 31.01.2026.').waitFor();
      await licence.getByRole('link', { name: 'Продлить лицензию' }).waitFor();
      await becomes(() => colourOf(licence.getByText('Истекла', { exact: true }).first()), 'orange');
      await check.click();
      await alert.getByText('Ошибка валидации лицензии: срок действия ключа истёк').waitFor();
      await becomes(() => status(), `Статус Истекла Проверена ${today} Истекла 31.01.2026`);
    },
  );
});
