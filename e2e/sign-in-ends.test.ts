import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { listening, Requests } from '#e2e/network.ts';
import { lead } from '#e2e/lead.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { storedSignIn } from '#e2e/stored-sign-in.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

test('a sign-in ends', async (t) => {
  const elena = await kabinet.practitioner('ends@kabinet.example');
  t.after(() => elena.browser.close());
  // The tab in front is the one that is opened last; a press in another one waits for seconds.
  const [other, page] = [await elena.browser.newPage(), await elena.browser.newPage()];
  const step = journey(t, 'auth-end', () => [elena.browser]);
  const longStep = longSteps(step);
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
    // Once something is typed: the end of its stream would take the field away.
    await page.route(
      /clients\/records\?.*search_text/,
      async (route) => {
        await elena.api.send('/api/sign-ins', { method: 'DELETE' });
        await route.continue().catch(() => undefined);
      },
      { times: 1 },
    );
    await page.getByPlaceholder('Поиск по имени или телефону...').fill('Анна');
    await page.waitForURL('/auth');
    await other.waitForURL('/auth');
    assert.equal(await storedSignIn(page), null);
    for (const tab of [page, other]) assert.equal(await tab.getByRole('alert').count(), 0);
  });

  await step('AUTH-03 a tab that still asks for the password follows one that has signed in', async () => {
    await signIn();
    await other.waitForURL('/');
    await other.getByRole('link', { name: 'Открыть кабинет' }).waitFor();
  });

  await longStep('AUTH-03 the refusal of a token that another tab has replaced meanwhile ends nothing', async () => {
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
    assert.match((await storedSignIn(page)) ?? '', new RegExp(token));
  });

  await step('AUTH-06 signing out by the sidebar leads to the landing, and the other tab to /auth', async () => {
    await lead(page, '/dashboard/profile');
    await page.getByRole('heading', { name: 'Профиль', level: 1 }).waitFor();
    await other.getByRole('link', { name: 'Сессии' }).first().click();
    await other.getByText('Сессии не найдены').waitFor();
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.waitForURL('/');
    await page.getByRole('link', { name: 'Войти', exact: true }).waitFor();
    await other.waitForURL('/auth');
    assert.equal(await storedSignIn(page), null);
  });

  // The other tab would meet an end first and end the session for both.
  await other.goto('about:blank');

  await step('AUTH-06 nothing is asked with an ended sign-in, from whichever screen it was left', async () => {
    for (const [path, heading] of [
      ['/dashboard', 'Клиенты'],
      ['/dashboard/profile', 'Профиль'],
    ] as const) {
      const requests = new Requests(page);
      await page.getByRole('link', { name: 'Войти', exact: true }).click();
      await signIn();
      await lead(page, path);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      const told: string[] = [];
      const note = (text: string) => void told.push(text);
      page.on('console', (message) => note(message.text()));
      page.on('response', (answer) => answer.status() === 401 && note(answer.url()));
      // The key of what is typed is asked for, and so is who opens the texts.
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Поиск', exact: true }).fill('Анна');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Выйти', exact: true }).click();
      await page.waitForURL('/');
      await page.getByRole('link', { name: 'Войти', exact: true }).waitFor();
      await requests.quiet();
      assert.deepEqual(told, []);
      requests.stop();
      const asked = requests.urls.slice(requests.urls.findLastIndex((url) => url.includes('/api/sign-ins/')) + 1);
      assert.deepEqual(
        asked.filter((url) => url.includes('/api/')),
        [],
      );
    }
  });

  await longStep('AUTH-06 who signs in after somebody else in the same tab meets nothing of theirs', async () => {
    const boris = await kabinet.practitioner('boris@kabinet.example');
    await boris.browser.close();
    await page.getByRole('link', { name: 'Войти', exact: true }).click();
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

  await longStep(
    'AUTH-06 signing out of what has ended meanwhile, unheard, leads to the landing all the same',
    async () => {
      const requests = new Requests(page);
      await page.getByRole('link', { name: 'Войти', exact: true }).click();
      await signIn();
      // All requests of this screen are done, those behind its subscription too: none can notice the end of the sign-in.
      await Promise.all([listening(page), page.goto('/dashboard/notes')]);
      await page.getByText('Заметок пока нет').waitFor();
      await requests.quiet();
      // Only the sign-out itself can notice the end.
      const others = (url: URL) => url.pathname.startsWith('/api/') && !url.pathname.startsWith('/api/sign-ins/');
      await page.route(others, (route) => route.abort());
      server.change('delete from sign_ins where user = ?', elena.id);
      await page.getByRole('button', { name: 'Выйти', exact: true }).click();
      await page.waitForURL('/');
      await page.unroute(others);
      await page.getByRole('link', { name: 'Войти', exact: true }).waitFor();
      assert.equal(await storedSignIn(page), null);
    },
  );

  await step('AUTH-06 a page that going back brings up as it was left follows a sign-out it has missed', async () => {
    const text = page.getByLabel('Текст', { exact: true });
    await page.getByRole('link', { name: 'Войти', exact: true }).click();
    await signIn();
    await lead(page, '/dashboard/notes?note=new');
    await text.fill('Черновик того, кто вышел');
    await page.getByText('Черновик сохранён').waitFor();
    // Of another page of this tab: an event of the storage comes only from another tab.
    await page.evaluate(() => {
      localStorage.setItem('kabinet-signed-out-at', new Date().toISOString());
      localStorage.removeItem('pocketbase_auth');
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await page.waitForURL('/auth');
    await signIn();
    await lead(page, '/dashboard/notes?note=new');
    await text.waitFor();
    assert.equal(await text.inputValue(), '');
  });

  await step('AUTH-03 an expired token signs out before anything is shown', async () => {
    await page.evaluate(() => {
      const auth = JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}');
      const [head, payload, signature] = auth.token.split('.');
      const expired = btoa(JSON.stringify({ ...JSON.parse(atob(payload)), exp: 1_700_000_000 })).replaceAll('=', '');
      localStorage.setItem('pocketbase_auth', JSON.stringify({ ...auth, token: `${head}.${expired}.${signature}` }));
    });
    await page.goto('/dashboard/profile');
    await page.waitForURL('/auth');
    assert.equal(await storedSignIn(page), null);
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  await longStep('AUTH-03 who signs in again where a token had expired stays signed in', async () => {
    await signIn();
    await page.getByRole('link', { name: 'Клиенты' }).first().click();
    await page.getByText(/^\d\/3 клиентов/).waitFor();
    assert.notEqual(await storedSignIn(page), null);
  });

  await longStep('AUTH-06 a sign-out that the server does not hear of is only logged', async () => {
    await page.getByRole('link', { name: 'Профиль' }).click();
    await page.getByRole('heading', { name: 'Профиль', level: 1 }).waitFor();
    const logged = page.waitForEvent('console', (message) => message.text().includes('Sign-out was not told'));
    await kabinet.kill();
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await logged;
    await page.waitForURL('/');
    assert.equal(await storedSignIn(page), null);
    await kabinet.revive();
  });
});
