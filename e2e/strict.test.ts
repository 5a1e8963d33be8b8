import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { DESKTOP, onKabinet, PHONE } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { lead } from '#e2e/lead.ts';
import { longLook, longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const kabinet = onKabinet();

test('only the practitioner’s password opens the records', async (t) => {
  const elena = await kabinet.practitioner('strict@kabinet.example');
  const person = await kabinet.person();
  t.after(() => Promise.all([person.close(), elena.browser.close()]));
  const page = await person.newPage();
  const step = journey(t, 'strict', () => [person]);
  const { api, id: user, email } = elena;
  const dialog = page.getByRole('dialog');
  const strict = page.getByRole('region', { name: 'Записи открывает только мой пароль', exact: true });
  const banner = page.getByRole('alert').filter({ hasText: 'Записи закрыты.' });
  const newPassword = 'другая-комната-8';
  let code = '';
  const client = await api
    .collection('clients')
    .create({ user, name: 'Анна Смирнова', phone: '+7 900 000-00-01', description: 'Просит писать вечером' });

  for (const day of ['20', '13']) {
    const session = { user, client: client.id, duration: 60, status: 'completed', thoughts: 'О вечерах' };
    await api.collection('sessions').create({ ...session, date: `2026-10-${day} 09:00:00.000Z` });
  }

  for (const name of ['Первая встреча', 'Завершение']) {
    await api.collection('templates').create({ user, name, text: 'С чем пришли' });
  }

  const password = async (typed: string, button: string) => {
    await dialog.getByLabel('Пароль', { exact: true }).fill(typed);
    await dialog.getByRole('button', { name: button, exact: true }).click();
  };
  /** Reads the code that is shown once, as a person who writes it down. */
  const readCode = async () => {
    const items = dialog.getByRole('list', { name: 'Код от записей' }).getByRole('listitem');
    await items.first().waitFor();
    const groups = await items.allInnerTexts();
    assert.equal(groups.length, 8);
    return groups.join('-');
  };
  const typeBack = async (typed: string, button: string) => {
    await dialog.getByRole('textbox', { name: 'Код от записей', exact: true }).fill(typed);
    await dialog.getByRole('button', { name: button, exact: true }).click();
  };
  const signIn = async (where: Page, typed: string) => {
    await where.goto('/auth');
    await where.getByLabel('Email').fill(email);
    await where.getByLabel('Пароль', { exact: true }).fill(typed);
    await where.getByRole('button', { name: 'Войти', exact: true }).click();
    await where.waitForURL('/');
  };

  await step('SEAL-04 what it means is said before, and the code holds only once it was typed back', async () => {
    // A sign-in that began with the password, as a person's does.
    await signIn(page, elena.password);
    await lead(page, '/dashboard/profile?section=records');
    await strict.getByText('Выключено', { exact: true }).waitFor();
    await strict.getByRole('button', { name: 'Включить' }).click();
    await dialog.getByText('Забытый пароль и потерянный код — это потерянные тексты').waitFor();
    assert.deepEqual(await longLook(page, 'warning'), []);
    if (LONG_FORM) {
      await password('мимо', 'Показать код');
      await dialog.getByText('Неверный пароль').waitFor();
    }
    await password(elena.password, 'Показать код');
    code = await readCode();
    assert.deepEqual(await longLook(page, 'code'), []);
    await dialog.getByRole('button', { name: 'Дальше: ввести код' }).click();
    await typeBack('ABCD-ABCD', 'Включить');
    await dialog.getByText('Неверный код').waitFor();
    await dialog.getByRole('button', { name: 'Показать код ещё раз' }).click();
    assert.equal(await readCode(), code);
    await dialog.getByRole('button', { name: 'Дальше: ввести код' }).click();
    await typeBack(code.toLowerCase().replaceAll('-', ' '), 'Включить');
    await dialog.waitFor({ state: 'hidden' });
    await strict.getByText('Включено', { exact: true }).waitFor();
    await lead(page, `/dashboard?client=${client.id}`);
    await dialog.getByText('Просит писать вечером').waitFor();
  });

  await step(
    'SEAL-04 CARD-02 after a new password by letter the texts are locked, and a banner says so on every screen',
    async () => {
      const guest = kabinet.guest();
      await guest.collection('users').requestPasswordReset(email);
      const token = new URL(await kabinet.letter(email, /Новый пароль/)).hash.replace('#token=', '');
      await guest.collection('users').confirmPasswordReset(token, newPassword, newPassword);
      await signIn(page, newPassword);
      await lead(page, `/dashboard?client=${client.id}`);
      await banner.waitFor();
      await dialog.getByText('Запись закрыта. Введите код от записей').waitFor();
      assert.equal(await dialog.getByText('Просит писать вечером').count(), 0);
      await lead(page, `/dashboard/clients/${client.id}`);
      await becomes(() => page.getByRole('article').count(), 2);
      // Once, when the details that led here are gone.
      await becomes(() => page.getByText('Запись закрыта. Введите код от записей').count(), 1);
      assert.equal(await page.getByRole('button', { name: 'Записать' }).count(), 0);
      await lead(page, '/dashboard/profile?section=records');
      await banner.waitFor();
      assert.deepEqual(await longLook(page, 'locked'), []);
      await page.getByText('Если ключ мог кто-то узнать').click();
      assert.ok(await page.getByRole('button', { name: 'Сменить ключ' }).isDisabled());
      assert.ok(await strict.getByRole('button', { name: 'Выключить' }).isDisabled());
    },
  );

  await step(
    'CARD-04 SEAL-04 locked templates keep their names, say once that they are locked, and none is added',
    async () => {
      await lead(page, '/dashboard/profile?section=templates');
      const templates = page.getByRole('list', { name: 'Шаблоны' }).getByRole('listitem');
      await templates.filter({ hasText: 'Первая встреча' }).waitFor();
      const locked = page.getByRole('main').getByText('Запись закрыта. Введите код от записей');
      await becomes(() => locked.count(), 1);
      assert.equal(await page.getByRole('button', { name: /^Добавить/ }).count(), 0);
      assert.deepEqual(await longLook(page, 'locked templates'), []);
      await page.getByRole('button', { name: 'Изменить: Завершение' }).click();
      await dialog.getByLabel('Название').fill('Прощание');
      await dialog.getByText('Сохранённое остаётся как есть').waitFor();
      await dialog.getByRole('button', { name: 'Сохранить' }).click();
      await templates.filter({ hasText: 'Прощание' }).waitFor();
    },
  );

  await step('SEAL-04 while locked a form saves what is beside the texts, and the texts stay as they are', async () => {
    await lead(page, `/dashboard?client=${client.id}`);
    await dialog.getByRole('button', { name: 'Редактировать' }).click();
    await dialog.getByLabel('Телефон').fill('+7 900 000-00-02');
    await dialog.getByText('Сохранённое остаётся как есть').waitFor();
    assert.equal(await dialog.getByRole('textbox', { name: 'Описание' }).count(), 0);
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Данные клиента обновлены').waitFor();
  });

  await step('SEAL-04 MONEY-04 while locked a payment is written down without a note', async () => {
    await lead(page, `/dashboard/clients/${client.id}?tab=money`);
    await page.getByRole('button', { name: 'Новая оплата' }).click();
    await dialog.getByText('Примечание можно добавить, когда записи открыты').waitFor();
    assert.equal(await dialog.getByRole('textbox', { name: /Примечание/ }).count(), 0);
    await dialog.getByLabel('Сумма').fill('3500');
    await dialog.getByRole('button', { name: 'Записать', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page
      .getByRole('list', { name: 'Оплаты' })
      .getByText(/3.500.₽/)
      .waitFor();
  });

  /** Opens a tab that only receives events; returns the look at what has become readable there. */
  async function inAnotherTab(): Promise<() => Promise<void>> {
    const other = await page.context().newPage();
    const its = other.getByRole('alert').filter({ hasText: 'Записи закрыты.' });
    await other.goto(`/dashboard?client=${client.id}`);
    await its.waitFor();
    await other.getByText('Запись закрыта. Введите код от записей').waitFor();
    return async () => {
      await its.waitFor({ state: 'hidden' });
      await other.getByText('Просит писать вечером').waitFor();
      await other.close();
    };
  }

  await step('SEAL-04 CARD-02 the recovery code opens them with the new password, on a phone too', async () => {
    await page.setViewportSize(PHONE);
    await lead(page, '/dashboard');
    await banner.waitFor();
    const seen = LONG_FORM ? await inAnotherTab() : null;
    await page.getByRole('button', { name: 'Ввести код' }).click();
    await dialog.getByLabel('Код от записей', { exact: true }).fill('ABCD-ABCD');
    await dialog.getByLabel('Нынешний пароль').fill(newPassword);
    await dialog.getByRole('button', { name: 'Открыть записи' }).click();
    await dialog.getByText('Неверный код').waitFor();
    await dialog.getByLabel('Код от записей', { exact: true }).fill(code);
    await dialog.getByRole('button', { name: 'Открыть записи' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await banner.waitFor({ state: 'hidden' });
    await seen?.();
    await lead(page, `/dashboard?client=${client.id}`);
    await dialog.getByText('Просит писать вечером').waitFor();
    await dialog.getByText('+7 (900) 000-00-02').waitFor();
    await lead(page, `/dashboard/clients/${client.id}`);
    await becomes(() => page.getByText('О вечерах').count(), 2);
    await lead(page, '/dashboard/profile?section=templates');
    await becomes(() => page.getByRole('listitem').filter({ hasText: 'С чем пришли' }).count(), 2);
  });

  await longSteps(step)(
    'SEAL-04 a new code takes the place of the one before, and the password gives the key back to the server',
    async () => {
      await page.setViewportSize(DESKTOP);
      await lead(page, '/dashboard/profile?section=records');
      await strict.getByRole('button', { name: 'Новый код' }).click();
      await password(newPassword, 'Показать код');
      const next = await readCode();
      assert.notEqual(next, code);
      await dialog.getByRole('button', { name: 'Дальше: ввести код' }).click();
      await typeBack(next, 'Заменить код');
      await dialog.waitFor({ state: 'hidden' });
      await strict.getByRole('button', { name: 'Выключить' }).click();
      await password(newPassword, 'Вернуть ключ');
      await dialog.waitFor({ state: 'hidden' });
      await strict.getByText('Выключено', { exact: true }).waitFor();
      await lead(page, `/dashboard?client=${client.id}`);
      await becomes(() => dialog.getByText('Просит писать вечером').count(), 1);
    },
  );
});
