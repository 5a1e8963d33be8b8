import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { authenticator } from '#proofs/support/accounts/second-factor.ts';
import { becomes } from '#e2e/becomes.ts';
import { descriptionOf, listen, untilHeard } from '#e2e/heard.ts';
import { DESKTOP, onKabinet, PHONE, practice } from '#e2e/kabinet.ts';
import { slowLine } from '#e2e/network.ts';
import { watchForFaults } from '#e2e/page-faults.ts';
import { lead } from '#e2e/lead.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { passingToast } from '#e2e/passing-toast.ts';

const kabinet = onKabinet();

async function signIn(page: Page, email: string, password: string, leadsTo = '/'): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.waitForURL(leadsTo, { waitUntil: 'commit' });
}

test('a practitioner looks after the account', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'account');
  const faults = watchForFaults(elena.browser, kabinet.url);
  const stranger = await kabinet.person();
  t.after(() => stranger.close());
  const other = await stranger.newPage();
  const sections = page.getByRole('navigation', { name: 'Разделы профиля' });
  const open = (name: string) => sections.getByRole('link', { name }).click();
  const current = () => sections.locator('[aria-current=page]').allInnerTexts();
  const devices = page.getByRole('region', { name: 'Устройства' });
  const rows = devices.getByRole('listitem');
  const dialog = page.getByRole('dialog');

  await step('PROFILE-01 PROFILE-02 every section has its address, and is reached by the keyboard', async () => {
    await signIn(other, elena.email, elena.password);
    await page.goto('/dashboard/profile');
    await becomes(
      async () => (await sections.getByRole('link').allInnerTexts()).map((name) => name.replace('\u00A0', ' ')),
      [
        'Личные данные',
        'Лицензия',
        'Где встречаемся',
        'Шаблоны записей',
        'Деньги',
        'Письма клиентам',
        'Согласие на обработку данных',
        'Вход и безопасность',
        'Защита записей',
        'Мои данные',
        'Журнал',
        'Удаление аккаунта',
      ],
    );
    await becomes(current, ['Личные данные']);
    await sections.getByRole('link', { name: 'Личные данные' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('/dashboard/profile?section=licence');
    await becomes(current, ['Лицензия']);
    await open('Журнал');
    await page.getByRole('heading', { name: 'Журнал', level: 2 }).waitFor();
    await becomes(current, ['Журнал']);
    await page.goBack();
    await becomes(current, ['Лицензия']);
    // However long a section is, the others stay within reach.
    await open('Письма клиентам');
    await page.getByRole('heading', { name: 'Письма клиентам', level: 2 }).waitFor();
    const scrolled = () =>
      page.evaluate(() => {
        window.scrollTo(0, 500);
        return window.scrollY > 200;
      });
    await becomes(scrolled, true);
    await becomes(() => inSight(page, 'a:text-is("Лицензия")'), true);
  });

  await longSteps(step)('PROFILE-02 a section lies beneath the first sheet on the phone', async () => {
    // Its place in the list is in sight.
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: PHONE.height });
      await page.goto('/dashboard/profile?section=licence');
      await page.getByRole('button', { name: 'Проверить лицензию' }).waitFor();
      await becomes(() => inSight(page, 'h2:text-is("Лицензия")'), true);
      await becomes(() => inSight(page, '[aria-current=page]:text-is("Лицензия")', 'x'), true);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false);
    }
    await page.setViewportSize(DESKTOP);
  });

  await step(
    'AUTH-09 devices that are signed in are listed, this one marked, and each other can be ended',
    async () => {
      await open('Вход и безопасность');
      await page.getByText('Это устройство').waitFor();
      await devices.getByRole('button', { name: 'Завершить все остальные' }).waitFor();
      const listed = await rows.count();
      await rows.filter({ hasNotText: 'Это устройство' }).first().getByRole('button').click();
      await page.getByText('Вход на устройстве завершён').waitFor();
      await becomes(() => rows.count(), listed - 1);
      await other.getByRole('heading', { name: 'Вход в систему' }).waitFor();
      const phone = kabinet.guest().collection('users');
      await phone.authWithPassword(elena.email, elena.password);
      // The list is read as the section opens.
      await open('Личные данные');
      await page.getByLabel('Имя').waitFor();
      await open('Вход и безопасность');
      await devices.getByRole('button', { name: 'Завершить все остальные' }).waitFor();
      kabinet.freeze();
      await devices.getByRole('button', { name: 'Завершить все остальные' }).click();
      await becomes(() => devices.getByRole('button', { disabled: false }).count(), 0);
      kabinet.thaw();
      await page.getByText('Вход на остальных устройствах завершён').waitFor();
      await becomes(() => rows.count(), 1);
      await assert.rejects(phone.authRefresh());
    },
  );

  const PASSWORD = 'another quiet room';
  await step('AUTH-09 a new password keeps this device signed in and live, and ends every other', async () => {
    await signIn(other, elena.email, elena.password);
    const change = async (oldPassword: string) => {
      await page.getByRole('button', { name: 'Изменить пароль' }).click();
      await dialog.getByLabel('Текущий пароль', { exact: true }).fill(oldPassword);
      await dialog.getByLabel('Новый пароль', { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Изменить пароль' }).click();
    };
    await change('a wrong one');
    await dialog.getByText('Неверный пароль').waitFor();
    await becomes(() => dialog.getByLabel('Новый пароль', { exact: true }).inputValue(), PASSWORD);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // Slow enough for the stream of events to reconnect with the ended sign-in.
    const restore = LONG_FORM ? await slowLine(page, 1200) : null;
    await change(elena.password);
    await page.getByText('Пароль изменён. На остальных устройствах нужно войти заново.').waitFor();
    await restore?.();
    await other.getByRole('heading', { name: 'Вход в систему' }).waitFor();
    await page.getByText('Это устройство').waitFor();
    await becomes(() => rows.count(), 1);

    // The stream still works: a change on another device shows without a reload.
    await open('Личные данные');
    const phone = kabinet.guest();
    await phone.collection('users').authWithPassword(elena.email, PASSWORD);
    const { id } = await phone.collection('profiles').getFirstListItem('');
    await phone.collection('profiles').update(id, { name: 'Елена Орлова' });
    await becomes(() => page.getByLabel('Имя').inputValue(), 'Елена Орлова');
  });

  await step('AUTH-09 the e-mail changes by the letter to the new address and not before', async () => {
    await open('Вход и безопасность');
    await page.getByRole('button', { name: 'Изменить email' }).click();
    const change = page.getByRole('dialog', { name: 'Смена email' });
    await change.getByText('ничего не меняется').waitFor();
    await change.getByLabel('Новый email').fill(elena.email);
    await change.getByRole('button', { name: 'Отправить письмо' }).click();
    await change.getByText('Это уже ваш email').waitFor();
    await change.getByLabel('Новый email').fill('elena.new@kabinet.example');
    await change.getByRole('button', { name: 'Отправить письмо' }).click();
    await page.getByText('Письмо отправлено на elena.new@kabinet.example').waitFor();
    await change.waitFor({ state: 'detached' });
    await open('Личные данные');
    await becomes(() => page.getByLabel('Email', { exact: true }).inputValue(), elena.email);
    await other.goto(await kabinet.letter('elena.new@kabinet.example', /Подтвердите новый адрес/));
    await other.getByText('Новый адрес: elena.new@kabinet.example').waitFor();
    // Opening the link has changed nothing either.
    await kabinet.guest().collection('users').authWithPassword(elena.email, PASSWORD);
  });

  await longSteps(step)('A11Y-01 the dialogs of the account give the focus back to what opened them', async () => {
    for (const [section, name] of [
      ['Вход и безопасность', 'Изменить email'],
      ['Вход и безопасность', 'Изменить пароль'],
      ['Удаление аккаунта', 'Удалить аккаунт'],
    ] as const) {
      await open(section);
      await page.getByRole('button', { name, disabled: false }).focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
    }
  });

  await step(
    'AUTH-12 deleting asks for the password and the question, the server checks it, and it leads out',
    async () => {
      await open('Удаление аккаунта');
      await page.getByRole('button', { name: 'Удалить аккаунт' }).click();
      await dialog.getByLabel('Пароль', { exact: true }).fill('a wrong one');
      await dialog.getByRole('button', { name: 'Продолжить' }).click();
      await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
      await dialog.getByText('Неверный пароль').waitFor();
      await dialog.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Продолжить' }).click();
      await dialog
        .getByText(
          `Вы уверены, что хотите удалить аккаунт ${elena.email} и все его данные? Это действие нельзя отменить.`,
        )
        .waitFor();
      const told = passingToast(page, 'Аккаунт удалён');
      await dialog.getByRole('button', { name: 'Удалить' }).click();
      await page.waitForURL('/');
      await told;
      await page.getByRole('link', { name: 'Войти', exact: true }).waitFor();
      assert.equal(await page.evaluate(() => localStorage.getItem('pocketbase_auth')), null);
      assert.deepEqual(faults, []);
    },
  );
});

test('AUTH-13 by choice half an hour without a movement signs out, and what was being written is kept', async (t) => {
  const { elena, page } = await practice(t, kabinet, 'idle');
  await page.clock.install();
  await page.goto('/dashboard/profile?section=access');
  const choice = page.getByLabel('Выходить после 30 минут без действий');
  // The watch begins with the response.
  const stored = () => page.waitForResponse((response) => response.request().method() === 'PATCH');
  await Promise.all([stored(), choice.click()]);
  await becomes(() => choice.isEnabled(), true);
  if (LONG_FORM) await page.reload();
  await becomes(() => choice.isChecked(), true);
  await page.getByRole('link', { name: 'Заметки' }).click();
  await page.getByRole('link', { name: 'Новая заметка' }).click();
  await page.getByLabel('Заголовок').fill('О чём спросить завтра');
  await page.clock.runFor('29:00');
  await page.getByLabel('Заголовок').press('End');
  await page.clock.runFor('29:00');
  await page.getByLabel('Заголовок').waitFor();
  await page.clock.runFor('02:00');
  // The address changes first, then the page is loaded again.
  await page.getByLabel('Email').waitFor();
  await signIn(page, elena.email, elena.password, '/dashboard/notes?note=new');
  await becomes(() => page.getByLabel('Заголовок').inputValue(), 'О чём спросить завтра');
  if (!LONG_FORM) return;
  await lead(page, '/dashboard/profile?section=access');
  await Promise.all([stored(), choice.click()]);
  await becomes(() => choice.isEnabled(), true);
  await becomes(() => choice.isChecked(), false);
});

test('SAFE-01 the second factor is turned on by the keyboard on a phone, and a sign-in asks for it', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'second-factor');
  const person = await kabinet.person({ viewport: PHONE });
  t.after(() => person.close());
  const visitor = await person.newPage();
  const dialog = page.getByRole('dialog');
  const now = () => Temporal.Now.instant();
  let app = authenticator('');
  let recoveryCodes: string[] = [];
  const wrongCode = () => {
    const right = [-30, 0, 30, 60].map((seconds) => app.codeAt(now().add({ seconds })));
    return ['000000', '111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? '';
  };
  const press = async (where: Page, name: string) => {
    await where.getByRole('button', { name, exact: true, disabled: false }).focus();
    await where.keyboard.press('Enter');
  };
  /** Types into the field that has the focus. */
  const type = async (where: Page, label: string, text: string) => {
    await where.getByLabel(label, { exact: true }).and(where.locator(':focus')).waitFor();
    await where.keyboard.press('ControlOrMeta+A');
    await where.keyboard.insertText(text);
    await where.keyboard.press('Enter');
  };
  const fits = (where: Page) => where.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

  await step('SAFE-01 after the password and a right code, with recovery codes to keep', async () => {
    await page.setViewportSize({ width: 320, height: PHONE.height });
    const ear = await listen(page);
    await page.goto('/dashboard/profile?section=access');
    await page.getByText('Выключен', { exact: true }).waitFor();
    await untilHeard(page);
    await press(page, 'Включить');
    await type(page, 'Пароль', 'a wrong one');
    await dialog.getByText('Неверный пароль').waitFor();
    await ear.untilSaid('Неверный пароль');
    await type(page, 'Пароль', 'another wrong one');
    await ear.untilSaid('Неверный пароль', 2);
    await type(page, 'Пароль', elena.password);
    const key = await dialog.getByRole('group', { name: 'введите в нём ключ' }).innerText();
    await ear.untilSaid('Подключите приложение. Код из приложения');
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }));
    await dialog.getByRole('button', { name: 'Скопировать ключ' }).click();
    const refused = page.getByRole('dialog', { name: 'Не удалось скопировать' });
    await becomes(async () => /^[A-Z2-7]{16,}$/.test(await refused.getByLabel('Скопируйте отсюда').inputValue()), true);
    await page.keyboard.press('Escape');
    await refused.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Скопировать ключ' }).and(page.locator(':focus')).waitFor();
    await dialog.getByLabel('Код из приложения', { exact: true }).focus();
    await dialog.getByRole('img', { name: 'QR-код для приложения' }).waitFor();
    assert.ok(await fits(page));
    app = authenticator(key.replaceAll(/\s/g, ''));
    await type(page, 'Код из приложения', wrongCode());
    await dialog.getByText('Неверный код').waitFor();
    await type(page, 'Код из приложения', app.codeAt(now()));
    const codes = dialog.getByRole('list', { name: 'Запасные коды для\u00A0входа' }).getByRole('listitem');
    await becomes(() => codes.count(), 10);
    recoveryCodes = await codes.allInnerTexts();
    assert.ok(await fits(page));
    // The button that closes them for ever is not where the focus begins, and what it means is said.
    await dialog.getByRole('heading', { name: 'Запасные коды для\u00A0входа' }).and(page.locator(':focus')).waitFor();
    assert.match(await descriptionOf(dialog), /Сохраните коды сейчас: больше они не\sпокажутся/);
    await press(page, 'Коды сохранены');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Осталось 10 из 10').waitFor();
    await page.setViewportSize(PHONE);
  });

  const signOut = () => visitor.evaluate(() => localStorage.removeItem('pocketbase_auth'));
  const enterPassword = async () => {
    await visitor.getByLabel('Email').focus();
    await visitor.keyboard.press('ControlOrMeta+A');
    await visitor.keyboard.insertText(elena.email);
    await visitor.keyboard.press('Tab');
    await type(visitor, 'Пароль', elena.password);
    await visitor.getByRole('heading', { name: 'Код для входа' }).waitFor();
  };

  await step('SAFE-02 a wrong code can be typed again, and the right one signs in', async () => {
    await visitor.goto('/auth');
    await enterPassword();
    const field = visitor.getByLabel('Код из приложения', { exact: true });
    assert.equal(await field.getAttribute('autocomplete'), 'one-time-code');
    assert.ok(await fits(visitor));
    await type(visitor, 'Код из приложения', wrongCode());
    await visitor.getByText('Неверный код.').waitFor();
    const code = app.codeAt(now().add({ seconds: 30 }));
    await type(visitor, 'Код из приложения', `${code.slice(0, 3)} ${code.slice(3)}`);
    await visitor.waitForURL('/', { waitUntil: 'commit' });
  });

  await longSteps(step)(
    'SAFE-02 after five wrong codes, and when the time is over, the password is asked for again',
    async () => {
      await signOut();
      await visitor.clock.install();
      await visitor.goto('/auth');
      await enterPassword();
      for (let time = 1; time <= 5; time += 1) {
        const answered = visitor.waitForResponse(/auth-with-otp/);
        await type(visitor, 'Код из приложения', wrongCode());
        await answered;
        if (time < 5)
          await becomes(() => visitor.getByRole('button', { name: 'Войти', exact: true }).isEnabled(), true);
      }
      await visitor.getByText('Код введён неверно 5 раз подряд').waitFor();
      const again = async () => {
        assert.equal(await visitor.getByLabel('Email').inputValue(), elena.email);
        await type(visitor, 'Пароль', elena.password);
        await visitor.getByRole('heading', { name: 'Код для входа' }).waitFor();
      };
      await again();
      await visitor.clock.runFor('03:00');
      await visitor.getByText('Время для ввода кода вышло').waitFor();
    },
  );

  await longSteps(step)('SAFE-02 a recovery code signs in instead of the phone', async () => {
    await signOut();
    await visitor.goto('/auth');
    await enterPassword();
    await press(visitor, 'Нет телефона? Запасной код');
    await type(visitor, 'Запасной код', recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ') ?? '');
    await visitor.waitForURL('/', { waitUntil: 'commit' });
    await page.reload();
    await page.getByText('Осталось 9 из 10').waitFor();
  });

  await step('SAFE-01 new codes and turning it off ask for the password', async () => {
    await press(page, 'Новые коды');
    assert.match(await descriptionOf(dialog), /Прежние перестанут действовать/);
    await type(page, 'Пароль', elena.password);
    const first = dialog.getByRole('list', { name: 'Запасные коды для\u00A0входа' }).getByRole('listitem').first();
    assert.ok(!recoveryCodes.includes(await first.innerText()));
    const focused = page.locator(':focus');
    await dialog.getByRole('heading', { name: 'Запасные коды для\u00A0входа' }).and(focused).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // A closed dialog gives the focus back a moment later.
    await page.getByRole('button', { name: 'Новые коды', exact: true }).and(focused).waitFor();
    await page.getByText('Осталось 10 из 10').waitFor();
    await press(page, 'Выключить');
    await type(page, 'Пароль', elena.password);
    await page.getByText('Выключен', { exact: true }).waitFor();
    await kabinet.guest().collection('users').authWithPassword(elena.email, elena.password);
  });
});

/** Whether an element lies in the window, along one axis or both. */
function inSight(page: Page, selector: string, axis?: 'x'): Promise<boolean> {
  return page.locator(selector).evaluate((element, only) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && (only === 'x' || (top >= 0 && bottom <= innerHeight));
  }, axis);
}
