import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { colourOf } from '#e2e/colour.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays, shown } from '#e2e/dates.ts';
import { FIRST_LISTS } from '#e2e/network.ts';
import { longSteps } from '#e2e/long-steps.ts';

const kabinet = onKabinet();
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
