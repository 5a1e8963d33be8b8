import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, PHONE } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { lead } from '#e2e/lead.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const kabinet = onKabinet();

/** The frames from a screen's mark in the menu to its heading. */
function framesBetween(name: string): Promise<number> {
  return new Promise((resolve) => {
    let [frames, marked, pressed] = [0, -1, Infinity];
    document.addEventListener('click', () => (pressed = performance.now()), { capture: true, once: true });
    const count = () => {
      frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const look = () => {
      const before = marked;
      if (marked < 0 && document.querySelector('nav [aria-current="page"]')?.textContent === name) marked = frames;
      if (document.querySelector('h1')?.textContent !== name) return;
      watch.disconnect();
      // Where the browser draws nothing, the program waits for 100 ms (web/ground/parts/after-paint.ts).
      const waited = before >= 0 && performance.now() - pressed >= 99;
      resolve(waited ? Math.max(1, frames - marked) : frames - marked);
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { attributes: true, childList: true, characterData: true, subtree: true });
  });
}

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
    ['/dashboard/money', '/dashboard/money', 'Деньги', 'Деньги — Кабинет'],
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
    await page.goto('/dashboard/notes');
    for (const [address, leadsTo, heading, title] of table) {
      await lead(page, address);
      await page.waitForURL(leadsTo);
      if (heading) await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.waitForFunction((expected) => document.title === expected, title);
    }
  });

  await step('a pressed screen is marked in the menu a frame before it is rendered', async () => {
    await lead(page, '/dashboard');
    await page.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
    for (const name of ['Сессии', 'Клиенты']) {
      const frames = page.evaluate(framesBetween, name);
      await page.getByRole('link', { name }).click();
      assert.ok((await frames) > 0, name);
    }
  });

  await step('AUTH-07 every route of the dashboard and every old path, signed out', async () => {
    await outside.goto('/');
    for (const [address] of table) {
      await lead(outside, address);
      await outside.waitForURL('/auth');
      await outside.getByRole('heading', { name: 'Вход в систему' }).waitFor();
    }
    assert.equal(await outside.title(), 'Вход — Кабинет');
  });

  await step('AUTH-07 a page that begins at such an address leads there too', async () => {
    await Promise.all([page.goto(`/sessions/edit/${session.id}`), outside.goto('/sessions/new')]);
    await page.waitForURL(`/dashboard/sessions/edit/${session.id}`);
    await outside.waitForURL('/auth');
    await page.goto('/auth');
    await page.waitForURL('/');
  });

  await step('AUTH-07 an address with the signs of the text around it leads where it was meant to', async () => {
    await outside.goto('/Auth/).');
    await outside.waitForURL('/auth');
    await page.goto(`/Dashboard//Sessions/%20?session=${session.id}&amp;q=`);
    await page.waitForURL((url) => url.pathname === '/dashboard/sessions');
    await page.getByRole('dialog').waitFor();
  });

  await step('AUTH-07 an unknown address says so and has a way back', async () => {
    await outside.goto('/nowhere/at/all');
    await lead(page, '/dashboard/nowhere');
    for (const tab of [outside, page]) {
      await tab.getByRole('heading', { name: 'Страница не найдена' }).waitFor();
      await tab.getByRole('link', { name: 'На главную' }).click();
      await tab.waitForURL('/');
    }
  });

  await step('AUTH-08 «Loading ...» stands there while it is not known yet who is here', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.getByText('Loading ...', { exact: true }).waitFor();
    held.resolve();
    await page.getByText('1/3 клиентов').waitFor();
    assert.equal(await page.getByText('Loading ...').count(), 0);
    await page.unroute('**/api/**');
  });

  await step('AUTH-08 a screen that cannot be drawn says what to do', async () => {
    const old = await elena.browser.newPage();
    await old.addInitScript(() => Reflect.deleteProperty(Intl, 'supportedValuesOf'));
    await old.goto('/dashboard/profile');
    await old.getByRole('heading', { name: 'Ошибка загрузки приложения' }).waitFor();
    await old.getByText('очистите кеш').waitFor();
    if (LONG_FORM) {
      await Promise.all([old.waitForEvent('load'), old.getByRole('button', { name: 'Обновить страницу' }).click()]);
    }
    await old.close();
  });

  const menu = page.getByRole('navigation', { name: 'Главное меню' });
  let loads = 0;

  await step(
    'AUTH-11 the menu leads to every screen; on the phone it is a drawer that closes behind the choice',
    async () => {
      await menu.waitFor();
      await becomes(
        () => menu.getByRole('link').allInnerTexts(),
        ['Клиенты', 'Сессии', 'Календарь', 'Заметки', 'Онлайн-запись', 'Деньги', 'Профиль'],
      );
      await page.getByRole('button', { name: 'Выйти', exact: true }).waitFor();
      const add = page.getByRole('button', { name: 'Добавить клиента' });
      await becomes(() => page.getByText('Добавить клиента').isVisible(), true);
      await page.setViewportSize({ width: 768, height: PHONE.height });
      await menu.waitFor();
      await page.setViewportSize({ width: 767, height: PHONE.height });
      await menu.waitFor({ state: 'detached' });
      await page.setViewportSize(PHONE);
      // Only its icon is to be seen.
      await becomes(async () => ((await add.boundingBox())?.width ?? Infinity) < 64, true);
      page.on('request', (request) => {
        if (request.resourceType() === 'document') loads += 1;
      });
      await page.getByRole('button', { name: 'Меню' }).click();
      await menu.getByRole('link', { name: 'Заметки' }).click();
      await page.getByRole('heading', { name: 'Заметки', level: 1 }).waitFor();
      await menu.waitFor({ state: 'hidden' });
      assert.equal(loads, 0, 'no choice loads the page anew');
    },
  );

  await longSteps(step)('AUTH-11 the way back closes the drawer, and the way forward opens none', async () => {
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
  });
});
