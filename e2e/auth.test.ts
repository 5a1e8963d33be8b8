import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { browserName } from '#e2e/browser.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { longTest } from '#proofs/support/long-form.ts';
import { VERSION } from '#server/ground/process/version.ts';
import { storedSignIn } from '#e2e/stored-sign-in.ts';
import { failureToast } from '#e2e/toast.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

const WRONG = 'Неверный email или пароль';
const FAILED = 'Произошла ошибка при авторизации';
const ROOMS: [string, string][] = [
  ['Клиенты', '/dashboard'],
  ['Сессии', '/dashboard/sessions'],
  ['Календарь', '/dashboard/calendar'],
  ['Заметки', '/dashboard/notes'],
  ['Онлайн-запись', '/dashboard/online-booking'],
];

test('somebody comes to the card of sign-in and registration', async (t) => {
  const elena = await kabinet.practitioner('elena@kabinet.example');
  const person = await kabinet.person();
  t.after(() => Promise.all([person.close(), elena.browser.close()]));
  const page = await person.newPage();
  const step = journey(t, 'auth-card', () => [person]);
  const longStep = longSteps(step);
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Пароль', { exact: true });
  const signIn = page.getByRole('button', { name: 'Войти', exact: true });
  const title = page.getByRole('heading', { level: 1 });
  let titleTop: number | undefined;

  await step('AUTH-10 the landing tells its version and leads to the five rooms', async () => {
    await page.goto('/');
    await page.getByText(`Версия ${VERSION}`).waitFor();
    await becomes(() => shortcuts(page), ROOMS);
    await page.getByRole('link', { name: 'Войти', exact: true }).click();
  });

  await step('AUTH-02 the card has two modes, each with its own texts', async () => {
    await page.getByRole('heading', { name: 'Вход в систему' }).waitFor();
    await page.getByText('Войдите в свой аккаунт').waitFor();
    assert.equal(await page.getByPlaceholder('Введите ваше имя').count(), 0);
    await email.fill('elena@kabinet.example');
    await page.getByRole('button', { name: 'Нет аккаунта? Зарегистрируйтесь' }).click();
    await page.getByRole('heading', { name: 'Регистрация' }).waitFor();
    await page.getByText('Создайте новый аккаунт').waitFor();
    await page.getByPlaceholder('Введите ваше имя').waitFor();
    await page.getByRole('button', { name: 'Зарегистрироваться', exact: true }).waitFor();
    await becomes(() => email.inputValue(), 'elena@kabinet.example');
    await becomes(() => email.getAttribute('type'), 'email');
    await page.getByRole('button', { name: 'Уже есть аккаунт? Войти' }).click();
    await page.getByRole('heading', { name: 'Вход в систему' }).waitFor();
  });

  await longStep('SAFE-04 whoever has the password of a locked account reads that it is locked', async () => {
    await kabinet.operate('users', 'lock', elena.email, '--yes');
    await email.fill(elena.email);
    await password.fill(elena.password);
    await signIn.click();
    await page.getByRole('alert').getByText('Аккаунт заблокирован администратором').waitFor();
    await becomes(() => password.inputValue(), elena.password);
    await kabinet.operate('users', 'unlock', elena.email, '--yes');
    await page.reload();
    await email.fill(elena.email);
  });

  await step(
    'AUTH-02 nothing is sent without both fields, and the keyboard goes to the first that is missing',
    async () => {
      await signIn.click();
      await page.getByText('Введите пароль').waitFor();
      await password.and(page.locator(':focus')).waitFor();
    },
  );

  await step('AUTH-02 while it is submitted the button reads «Загрузка...» and rests', async () => {
    await password.fill('не тот пароль');
    titleTop = (await title.boundingBox())?.y;
    kabinet.freeze();
    await signIn.click();
    const waiting = page.getByRole('button', { name: 'Загрузка...' });
    await waiting.waitFor();
    assert.ok(await waiting.isDisabled());
    kabinet.thaw();
    await signIn.waitFor();
  });

  await step('AUTH-05 a wrong password is a sentence in the card, and the keyboard goes to the password', async () => {
    await page.locator('form').getByRole('alert').getByText(WRONG).waitFor();
    await becomes(() => page.getByRole('alert').count(), 1);
    assert.equal((await title.boundingBox())?.y, titleTop, 'the card stays where it is');
    await password.and(page.locator(':focus')).waitFor();
    await becomes(() => email.inputValue(), 'elena@kabinet.example');
  });

  await step('AUTH-05 an unknown e-mail is answered like a wrong password', async () => {
    await email.fill('nobody@kabinet.example');
    const [answer] = await Promise.all([page.waitForResponse(/auth-with-password/), signIn.click()]);
    await page.getByRole('alert').getByText(WRONG).waitFor();
    assert.equal(answer.status(), 400);
    assert.equal(await storedSignIn(page), null);
  });

  await step('AUTH-05 a server that fails is another failure, and tells nothing of itself', async () => {
    server.refuseWrites('sign_ins');
    await email.fill(elena.email);
    await password.fill(elena.password);
    const [answer] = await Promise.all([page.waitForResponse(/auth-with-password/), signIn.click()]);
    await failureToast(page, FAILED).waitFor();
    assert.deepEqual(await answer.json(), {
      status: 500,
      message: 'Something went wrong while processing your request.',
      data: {},
    });
    await becomes(() => password.inputValue(), elena.password);
    assert.equal(await storedSignIn(page), null);
    server.mend();
  });

  const register = page.getByRole('button', { name: 'Зарегистрироваться', exact: true });
  await step('AUTH-13 a password that everybody guesses is refused at its field', async () => {
    await page.getByRole('button', { name: 'Нет аккаунта? Зарегистрируйтесь' }).click();
    await email.fill('marina.levchenko@kabinet.example');
    await password.fill('йцукенгш');
    await register.click();
    await page.getByText('Такой пароль легко угадать').waitFor();
    await password.and(page.locator(':focus')).waitFor();
    await becomes(() => password.inputValue(), 'йцукенгш');
  });

  await step('AUTH-01 a registration that fails creates nothing, and the same one passes later', async () => {
    await email.fill('marina.levchenko@kabinet.example');
    await password.fill('тихая-комната-7');
    server.refuseWrites('profiles');
    await register.click();
    await failureToast(page, FAILED).waitFor();
    await becomes(() => password.inputValue(), 'тихая-комната-7');
    server.mend();
    await register.click();
    await page.getByRole('status').getByText('Регистрация успешна! Проверьте email').waitFor();
    await page.getByRole('heading', { name: 'Вход в систему' }).waitFor();
  });

  await step('AUTH-04 who has not confirmed the e-mail is refused, and sent the letter again', async () => {
    await email.fill('marina.levchenko@kabinet.example');
    await password.fill('тихая-комната-7');
    await signIn.click();
    await page.getByText('Подтвердите email перед входом в систему. Проверьте почту.').first().waitFor();
    assert.equal(await storedSignIn(page), null);
    await page.getByRole('button', { name: 'Отправить письмо ещё раз' }).click();
    await page.getByText('Письмо отправлено. Проверьте почту и папку «Спам».').waitFor();
  });

  await step('AUTH-14 the letter says when and from which device the address was registered', async () => {
    const text = await kabinet.letterText('marina.levchenko@kabinet.example', /Подтвердите email/);
    assert.match(text, /Когда: \S+, \d{1,2} \S+, \d{2}:\d{2} \(по Москве\)\. Устройство: \S+, Linux\./);
    assert.ok(text.includes(`Устройство: ${browserName()}, `));
  });

  await step('AUTH-01 without a name one is called like the mailbox', async () => {
    const { hash } = new URL(await kabinet.letter('marina.levchenko@kabinet.example', /Подтвердите email/));
    await kabinet.guest().collection('users').confirmVerification(hash.replace('#token=', ''));
    const marina = kabinet.guest();
    const { record } = await marina
      .collection('users')
      .authWithPassword('marina.levchenko@kabinet.example', 'тихая-комната-7');
    const profile = await marina.collection('profiles').getFirstListItem('');
    assert.deepEqual([record['name'], profile['name']], ['marina.levchenko', 'marina.levchenko']);
  });

  await longStep('AUTH-05 a server that is away is another failure, and costs nothing that was typed', async () => {
    await kabinet.kill();
    await signIn.click();
    await page.getByRole('alert').getByText('Нет связи с сервером').waitFor();
    await becomes(() => password.inputValue(), 'тихая-комната-7');
    await kabinet.revive();
  });

  await step(
    'AUTH-03 AUTH-10 the right password leads to the landing, which has no way to sign in any more',
    async () => {
      await email.fill(elena.email);
      await password.fill(elena.password);
      await signIn.click();
      await page.getByText('Вы успешно вошли в систему').waitFor();
      await page.waitForURL('/');
      await page.getByRole('link', { name: 'Открыть кабинет' }).waitFor();
      assert.equal(await page.getByRole('link', { name: /Войти/ }).count(), 0);
      await becomes(() => shortcuts(page), ROOMS);
      const auth = JSON.parse((await storedSignIn(page)) ?? '{}');
      assert.equal(auth.record.email, elena.email);
      assert.match(auth.token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    },
  );
});

longTest('somebody registers where it is by invitation, and where it is closed', async (t) => {
  await kabinet.kill();
  await kabinet.revive({ REGISTRATION: 'invite' });
  const anna = await kabinet.person();
  t.after(() => anna.close());
  const page = await anna.newPage();
  const step = journey(t, 'auth-invitation', () => [anna]);
  const choose = () => page.getByRole('button', { name: 'Нет аккаунта? Зарегистрируйтесь' }).click();
  const invite = async () => (await kabinet.operate('users', 'invite', '--yes')).trim();
  /** Opens a link as a person does who was on the site before, and sends the form. */
  async function register(link: string, email: string): Promise<void> {
    const { pathname, hash } = new URL(link);
    await page.goto('/');
    await page.goto(`${pathname}${hash}`);
    await page.getByText('Создайте новый аккаунт').waitFor();
    await page.getByPlaceholder('Введите ваше имя').fill('Анна');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Пароль', { exact: true }).fill('тихая-комната-8');
    await page.getByRole('button', { name: 'Зарегистрироваться', exact: true }).click();
  }
  async function isRefused(): Promise<void> {
    await page.getByRole('alert').getByText('Приглашение не\u00A0подходит').waitFor();
    await becomes(() => page.getByPlaceholder('Введите ваше имя').inputValue(), 'Анна');
    await becomes(() => page.getByLabel('Пароль', { exact: true }).inputValue(), 'тихая-комната-8');
  }
  let link = '';

  await step('SAFE-04 without a link the card says that registration is by invitation, and has no form', async () => {
    await page.goto('/auth');
    await choose();
    await page.getByRole('heading', { name: 'Регистрация по\u00A0приглашению' }).waitFor();
    await page.getByText('Откройте ссылку из\u00A0приглашения').waitFor();
    assert.equal(await page.getByPlaceholder('Введите ваше имя').count(), 0);
    assert.equal(await page.getByText('Создайте новый аккаунт').count(), 0);
  });

  await step('SAFE-04 the operator’s link opens the form, which registers one account', async () => {
    link = await invite();
    await register(link, 'anna@kabinet.example');
    await page.getByRole('status').getByText('Регистрация успешна! Проверьте email').waitFor();
    await kabinet.letter('anna@kabinet.example', /Подтвердите email/);
  });

  await step(
    'SAFE-04 a link that was used says so, and so does one that is too old; nothing typed is lost',
    async () => {
      await register(link, 'boris@kabinet.example');
      await isRefused();
      const old = await invite();
      server.change("update invitations set expires = '2026-01-01 00:00:00.000Z' where used is null");
      await register(old, 'boris@kabinet.example');
      await isRefused();
    },
  );

  await step('SAFE-04 where registration is closed the card says so, and a link opens no form either', async () => {
    await kabinet.kill();
    await kabinet.revive({ REGISTRATION: 'closed' });
    const { pathname, hash } = new URL(link);
    for (const address of ['/auth', '/', pathname + hash]) {
      await page.goto(address);
      if (address === '/') continue;
      if (address === '/auth') await choose();
      await page.getByRole('heading', { name: 'Регистрация закрыта' }).waitFor();
      assert.equal(await page.getByPlaceholder('Введите ваше имя').count(), 0);
      assert.equal(await page.getByText('Создайте новый аккаунт').count(), 0);
    }
    await kabinet.kill();
    await kabinet.revive({ REGISTRATION: 'open' });
  });
});

/** Title and address of each. */
async function shortcuts(page: Page): Promise<(string | null | undefined)[][]> {
  const links = await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link').all();
  return Promise.all(
    links.map(async (link) => [(await link.innerText()).split('\n')[0], await link.getAttribute('href')]),
  );
}

test('AUTH-01 a zone that the browser makes up is asked for, and one that it knows is not', async () => {
  for (const [timezoneId, asked] of [
    ['Atlantic/Reykjavik', true],
    ['Asia/Omsk', false],
  ] as const) {
    const person = await kabinet.person({ timezoneId });
    const page = await person.newPage();
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Нет аккаунта? Зарегистрируйтесь' }).click();
    await page.getByLabel('Имя').fill('Вера Орлова');
    await page.getByLabel('Email').fill(`zone-${timezoneId.slice(-4).toLowerCase()}@kabinet.example`);
    await page.getByLabel('Пароль', { exact: true }).fill('тихая-комната-7');
    const zone = page
      .getByRole('textbox', { name: 'Часовой пояс' })
      .or(page.getByRole('combobox', { name: 'Часовой пояс' }));
    if (asked) await becomes(() => zone.inputValue(), 'Москва, UTC+3 (Europe/Moscow)');
    assert.equal(await zone.count(), asked ? 1 : 0);
    const sent = page.waitForRequest(
      (request) => request.url().endsWith('users/records') && request.method() === 'POST',
    );
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
    assert.equal((await sent).postDataJSON().time_zone, asked ? 'Europe/Moscow' : timezoneId);
    await person.close();
  }
});
