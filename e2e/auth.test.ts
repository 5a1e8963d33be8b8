import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { journey, listening, onKabinet, PHONE, slowLine } from '#e2e/kabinet.ts';
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
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Пароль', { exact: true });
  const signIn = page.getByRole('button', { name: 'Войти', exact: true });

  await step('AUTH-10 the landing tells its version and leads to the five rooms', async () => {
    await page.goto('/');
    await page.getByText('Версия 1.8.4').waitFor();
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
    await password.and(page.locator(':focus')).waitFor();
    await becomes(() => email.inputValue(), 'elena@kabinet.example');
  });

  await step('AUTH-05 an unknown e-mail is answered like a wrong password', async () => {
    await email.fill('nobody@kabinet.example');
    const [answer] = await Promise.all([page.waitForResponse(/auth-with-password/), signIn.click()]);
    await page.getByRole('alert').getByText(WRONG).waitFor();
    assert.equal(answer.status(), 400);
    assert.equal(await stored(page), null);
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
    assert.equal(await stored(page), null);
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
    assert.equal(await stored(page), null);
    await page.getByRole('button', { name: 'Отправить письмо ещё раз' }).click();
    await page.getByText('Письмо отправлено. Проверьте почту и папку «Спам».').waitFor();
  });

  await step('AUTH-14 the letter says when and from which device the address was registered', async () => {
    const text = await kabinet.letterText('marina.levchenko@kabinet.example', /Подтвердите email/);
    assert.match(text, /Когда: \S+, \d{1,2} \S+, \d{2}:\d{2} \(UTC\+03:00\)\. Устройство: Chrome, Linux\./);
  });

  await step('AUTH-01 without a name one is called like the mailbox', async () => {
    const { hash } = new URL(await kabinet.letter('marina.levchenko@kabinet.example', /Подтвердите email/));
    await kabinet.guest().collection('users').confirmVerification(hash.replace('#token=', ''));
    const marina = await kabinet.enter('marina.levchenko@kabinet.example', 'тихая-комната-7');
    const own = await marina.browser.newPage();
    await own.goto('/dashboard');
    await own.getByRole('complementary').getByText('marina.levchenko', { exact: true }).waitFor();
    await marina.browser.close();
  });

  await step('AUTH-05 a server that is away is another failure, and costs nothing that was typed', async () => {
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
      const auth = JSON.parse((await stored(page)) ?? '{}');
      assert.equal(auth.record.email, elena.email);
      assert.match(auth.token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    },
  );
});

test('a sign-in ends', async (t) => {
  const elena = await kabinet.practitioner('ends@kabinet.example');
  const boris = await kabinet.practitioner('boris@kabinet.example');
  t.after(() => Promise.all([elena.browser.close(), boris.browser.close()]));
  const [page, other] = [await elena.browser.newPage(), await elena.browser.newPage()];
  const step = journey(t, 'auth-end', () => [elena.browser]);
  const signIn = async () => {
    await page.getByLabel('Email').fill(elena.email);
    await page.getByLabel('Пароль', { exact: true }).fill(elena.password);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.waitForURL('/');
  };

  await step('AUTH-03 AUTH-06 a revoked token signs out to /auth without a complaint, in every tab', async () => {
    await page.goto('/dashboard');
    await page.getByText('Клиенты не найдены').waitFor();
    await other.goto('/dashboard/notes');
    await other.getByText('Заметок пока нет').waitFor();
    await elena.api.send('/api/sign-ins', { method: 'DELETE' });
    await page.getByPlaceholder('Поиск по имени или телефону...').fill('Анна');
    await page.waitForURL('/auth');
    await other.waitForURL('/auth');
    assert.equal(await stored(page), null);
    for (const tab of [page, other]) assert.equal(await tab.getByRole('alert').count(), 0);
  });

  await step('AUTH-03 a tab that still asks for the password follows one that has signed in', async () => {
    await signIn();
    await other.waitForURL('/');
    await other.getByRole('link', { name: 'Открыть кабинет' }).waitFor();
  });

  await step('AUTH-03 the refusal of a token that another tab has replaced meanwhile ends nothing', async () => {
    const replaced = Promise.withResolvers<void>();
    await page.route(
      '**/auth-refresh',
      async (route) => {
        await replaced.promise;
        await route.fulfill({ status: 401, json: { status: 401, message: '', data: {} } });
      },
      { times: 1 },
    );
    await page.goto('/dashboard/notes', { waitUntil: 'commit' });
    // The program has taken the token up, and waits.
    await page.getByText('Loading ...').waitFor();
    const { token, record } = await kabinet.guest().collection('users').authWithPassword(elena.email, elena.password);
    await other.evaluate((auth) => localStorage.setItem('pocketbase_auth', auth), JSON.stringify({ token, record }));
    replaced.resolve();
    await page.getByText('Заметок пока нет').waitFor();
    assert.match((await stored(page)) ?? '', new RegExp(token));
  });

  await step('AUTH-06 signing out by the sidebar leads to the landing, and the other tab to /auth', async () => {
    await page.goto('/dashboard/profile');
    await page.getByRole('heading', { name: 'Профиль', level: 1 }).waitFor();
    await other.goto('/dashboard/sessions');
    await other.getByText('Сессии не найдены').waitFor();
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('/');
    await page.getByRole('link', { name: 'Войти', exact: true }).waitFor();
    await other.waitForURL('/auth');
    assert.equal(await stored(page), null);
  });

  await step('AUTH-06 who signs in after somebody else in the same tab meets nothing of theirs', async () => {
    await page.goto('/auth');
    await signIn();
    await elena.api.collection('clients').create({ user: elena.id, name: 'Анна Ковальчук', phone: '+7 916 204-18-35' });
    await page.getByRole('link', { name: 'Клиенты' }).first().click();
    await page.getByText('Анна Ковальчук').waitFor();
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('/');
    const held = Promise.withResolvers<void>();
    await page.route('**/clients/records?*', async (route) => {
      await held.promise;
      await route.continue().catch(() => null);
    });
    await page.getByRole('link', { name: 'Войти', exact: true }).click();
    await page.getByLabel('Email').fill(boris.email);
    await page.getByLabel('Пароль', { exact: true }).fill(boris.password);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.waitForURL('/');
    await page.getByRole('link', { name: 'Клиенты' }).first().click();
    await page.getByText('Загрузка клиентов...').waitFor();
    assert.equal(await page.getByText('Анна Ковальчук').count(), 0);
    held.resolve();
    await page.getByText('Нет доступных клиентов').waitFor();
    await page.unroute('**/clients/records?*');
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('/');
  });

  await step(
    'AUTH-06 signing out of what has ended meanwhile, unheard, leads to the landing all the same',
    async () => {
      // The other tab would meet the end first and end the session for both.
      await other.goto('about:blank');
      await page.goto('/auth');
      await signIn();
      // All requests of this screen are done: none of them can notice the end of the sign-in.
      const asked = page.waitForResponse((answer) => answer.url().includes('/api/start'));
      await Promise.all([listening(page), asked, page.goto('/dashboard/notes')]);
      await page.getByText('Заметок пока нет').waitFor();
      // Only the sign-out itself can notice the end.
      const others = (url: URL) => url.pathname.startsWith('/api/') && !url.pathname.startsWith('/api/sign-ins/');
      await page.route(others, (route) => route.abort());
      server.change('delete from sign_ins where user = ?', elena.id);
      await page.getByRole('button', { name: 'Выйти', exact: true }).click();
      await page.waitForURL('/');
      await page.unroute(others);
      await page.getByRole('link', { name: 'Войти', exact: true }).waitFor();
      assert.equal(await stored(page), null);
    },
  );

  await step('AUTH-03 an expired token signs out before anything is shown', async () => {
    await page.goto('/auth');
    await signIn();
    await page.evaluate(() => {
      const auth = JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}');
      const [head, payload, signature] = auth.token.split('.');
      const expired = btoa(JSON.stringify({ ...JSON.parse(atob(payload)), exp: 1_700_000_000 })).replaceAll('=', '');
      localStorage.setItem('pocketbase_auth', JSON.stringify({ ...auth, token: `${head}.${expired}.${signature}` }));
    });
    await page.goto('/dashboard/profile');
    await page.waitForURL('/auth');
    assert.equal(await stored(page), null);
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  await step('AUTH-03 who signs in again where a token had expired stays signed in', async () => {
    await signIn();
    await page.getByRole('link', { name: 'Клиенты' }).first().click();
    await page.getByText('Анна Ковальчук').waitFor();
    assert.notEqual(await stored(page), null);
  });

  await step('AUTH-06 a sign-out that the server does not hear of is only logged', async () => {
    await page.goto('/dashboard/profile');
    await page.getByRole('heading', { name: 'Профиль', level: 1 }).waitFor();
    const logged = page.waitForEvent('console', (message) => message.text().includes('Sign-out was not told'));
    await kabinet.kill();
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await logged;
    await page.waitForURL('/');
    assert.equal(await stored(page), null);
    await kabinet.revive();
  });
});

test('every address leads somewhere', async (t) => {
  const elena = await kabinet.practitioner('routes@kabinet.example');
  const guest = await kabinet.person();
  t.after(() => Promise.all([guest.close(), elena.browser.close()]));
  const [page, outside] = [await elena.browser.newPage(), await guest.newPage()];
  const step = journey(t, 'auth-routes', () => [elena.browser, guest]);
  const client = await elena.api.collection('clients').create({ user: elena.id, name: 'Анна', phone: '+79162041835' });
  const session = await elena.api
    .collection('sessions')
    .create({ user: elena.id, client: client.id, date: '2026-11-24 09:00:00.000Z', duration: 60, status: 'scheduled' });

  /** Address, where it leads when signed in, the heading and the tab's title there. */
  const table: [string, string, string | RegExp, string][] = [
    ['/auth', '/', '', 'Кабинет'],
    ['/dashboard', '/dashboard', 'Клиенты', 'Клиенты — Кабинет'],
    ['/dashboard/sessions', '/dashboard/sessions', 'Сессии', 'Сессии — Кабинет'],
    ['/dashboard/sessions/new', '/dashboard/sessions/new', 'Новая сессия', 'Новая сессия — Кабинет'],
    [
      `/dashboard/sessions/new/${client.id}`,
      `/dashboard/sessions/new/${client.id}`,
      'Новая сессия',
      'Новая сессия — Кабинет',
    ],
    [
      `/dashboard/sessions/edit/${session.id}`,
      `/dashboard/sessions/edit/${session.id}`,
      'Редактирование сессии',
      'Редактирование сессии — Кабинет',
    ],
    ['/dashboard/calendar', '/dashboard/calendar', /[а-я]/, 'Календарь — Кабинет'],
    ['/dashboard/notes', '/dashboard/notes', 'Заметки', 'Заметки — Кабинет'],
    ['/dashboard/online-booking', '/dashboard/online-booking', 'Онлайн-запись', 'Онлайн-запись — Кабинет'],
    ['/dashboard/profile', '/dashboard/profile', 'Профиль', 'Профиль — Кабинет'],
    ['/dashboard/availability-settings', '/dashboard/availability-settings', 'Рабочие часы', 'Рабочие часы — Кабинет'],
    ['/dashboard/sessions/new/', '/dashboard/sessions/new/', 'Новая сессия', 'Новая сессия — Кабинет'],
    ['/sessions/new', '/dashboard/sessions/new', 'Новая сессия', 'Новая сессия — Кабинет'],
    [`/sessions/new/${client.id}`, `/dashboard/sessions/new/${client.id}`, 'Новая сессия', 'Новая сессия — Кабинет'],
    [
      `/sessions/edit/${session.id}`,
      `/dashboard/sessions/edit/${session.id}`,
      'Редактирование сессии',
      'Редактирование сессии — Кабинет',
    ],
  ];

  await step('AUTH-07 AUTH-11 every route, signed in, with a title of its own', async () => {
    for (const [address, leadsTo, heading, title] of table) {
      await page.goto(address);
      await page.waitForURL(leadsTo);
      if (heading) await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.waitForFunction((expected) => document.title === expected, title, { timeout: 3000 });
    }
  });

  await step('AUTH-07 every route of the dashboard and every old path, signed out', async () => {
    for (const [address] of table) {
      await outside.goto(address);
      await outside.waitForURL('/auth');
      await outside.getByRole('heading', { name: 'Вход в систему' }).waitFor();
    }
    assert.equal(await outside.title(), 'Вход — Кабинет');
  });

  await step('AUTH-07 an unknown address says so and has a way back', async () => {
    for (const [tab, address] of [
      [outside, '/nowhere/at/all'],
      [page, '/dashboard/nowhere'],
    ] as const) {
      await tab.goto(address);
      await tab.getByRole('heading', { name: 'Страница не найдена' }).waitFor();
      await tab.getByRole('link', { name: 'На главную' }).click();
      await tab.waitForURL('/');
    }
  });

  await step('AUTH-08 «Loading ...» stands there while it is not known yet who is here', async () => {
    await page.goto('/dashboard');
    await page.getByText('1/3 клиентов').waitFor();
    const restore = await slowLine(page, 800);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.getByText('Loading ...', { exact: true }).waitFor();
    await page.getByText('1/3 клиентов').waitFor();
    assert.equal(await page.getByText('Loading ...').count(), 0);
    await restore();
  });

  await step('AUTH-08 a screen that cannot be drawn says what to do', async () => {
    const old = await elena.browser.newPage();
    await old.addInitScript(() => Reflect.deleteProperty(Intl, 'supportedValuesOf'));
    await old.goto('/dashboard/profile');
    await old.getByRole('heading', { name: 'Ошибка загрузки приложения' }).waitFor();
    await old.getByText('очистите кеш').waitFor();
    await Promise.all([old.waitForEvent('load'), old.getByRole('button', { name: 'Обновить страницу' }).click()]);
    await old.close();
  });

  await step(
    'AUTH-11 the menu leads to every screen; on the phone it is a drawer that closes behind the choice',
    async () => {
      const menu = page.getByRole('navigation', { name: 'Главное меню' });
      await page.goto('/dashboard');
      await menu.waitFor();
      await becomes(
        () => menu.getByRole('link').allInnerTexts(),
        ['Клиенты', 'Сессии', 'Календарь', 'Заметки', 'Онлайн-запись', 'Профиль'],
      );
      await page.getByRole('button', { name: 'Выйти', exact: true }).waitFor();
      const add = page.getByRole('button', { name: 'Добавить клиента' });
      await becomes(() => page.getByText('Добавить клиента').isVisible(), true);
      await page.setViewportSize({ width: 768, height: PHONE.height });
      await menu.waitFor();
      await page.setViewportSize({ width: 767, height: PHONE.height });
      await menu.waitFor({ state: 'detached' });
      await page.setViewportSize(PHONE);
      const box = await add.boundingBox();
      assert.ok(box && box.width < 64, 'only its icon is to be seen');
      let loads = 0;
      page.on('request', (request) => {
        if (request.resourceType() === 'document') loads += 1;
      });
      await page.getByRole('button', { name: 'Меню' }).click();
      await menu.getByRole('link', { name: 'Заметки' }).click();
      await page.getByRole('heading', { name: 'Заметки', level: 1 }).waitFor();
      await menu.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Меню' }).click();
      await menu.waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
      await menu.waitFor({ state: 'hidden' });
      await page.goForward();
      await page.getByRole('heading', { name: 'Заметки', level: 1 }).waitFor();
      assert.equal(await page.getByRole('dialog').count(), 0, 'the way forward opens no menu');
      await page.getByRole('button', { name: 'Меню' }).click();
      await menu.getByRole('link', { name: 'Клиенты' }).click();
      await page.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
      assert.equal(loads, 0, 'no choice loads the page anew');
    },
  );
});

/** Title and address of each. */
async function shortcuts(page: Page): Promise<(string | null | undefined)[][]> {
  const links = await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link').all();
  return Promise.all(
    links.map(async (link) => [(await link.innerText()).split('\n')[0], await link.getAttribute('href')]),
  );
}

function stored(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('pocketbase_auth'));
}
