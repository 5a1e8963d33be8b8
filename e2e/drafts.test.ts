import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, type Practitioner } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { lead } from '#e2e/lead.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { copies, drafts } from '#e2e/leaving.ts';

const kabinet = onKabinet();

const LONG = 'Отказ пока звучит как оправдание, и это новый шаг после долгого молчания.';
/** Of the browser, each with a text that is not saved. */
const RESTARTS = LONG_FORM ? 10 : 2;
const NEW_NOTE = '/dashboard/notes?note=new';

async function signIn(page: Page, { email, password }: Practitioner): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.waitForURL('/');
}

let anna: Practitioner;
let boris: Practitioner;
before(async () => {
  await kabinet.open();
  anna = await kabinet.practitioner('anna@kabinet.example');
  boris = await kabinet.practitioner('boris@kabinet.example');
});

test('what was written stays with the person who wrote it', async (t) => {
  t.after(() => anna.browser.close());
  const page = await anna.browser.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  const step = journey(t, 'drafts', () => [anna.browser]);
  const text = page.getByLabel('Текст', { exact: true });
  const endSignIn = async () => {
    await anna.api.send('/api/sign-ins', { method: 'DELETE' });
    await page.waitForURL('/auth');
  };

  await step('AUTH-06 a draft outlives a sign-in that ended and the tab’s reload', async () => {
    await page.goto(NEW_NOTE);
    await text.click();
    await page.keyboard.insertText(LONG);
    await endSignIn();
    assert.equal(await drafts(page), 1);
    const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage, history.state]));
    assert.match(kept, /kabinet-draft:/);
    assert.ok(!kept.includes('Отказ пока'), 'what is kept for a tab that is opened again is sealed');
    await page.reload();
    await signIn(page, anna);
    await page.goto(NEW_NOTE);
    await becomes(() => text.inputValue(), LONG);
  });

  await step('AUTH-06 what is typed after a sign-out outlives a page that learns of it late', async () => {
    const signedOutAt = new Date().toISOString();
    await text.fill(`${LONG} Потом молчал.`);
    await page.getByText('Черновик сохранён').waitFor();
    const { token, record } = await kabinet.guest().collection('users').authWithPassword(anna.email, anna.password);
    // Another tab has signed out and in again meanwhile, and going back brings this page up.
    await page.evaluate(
      (stored) => {
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      },
      { 'kabinet-signed-out-at': signedOutAt, pocketbase_auth: JSON.stringify({ token, record }) },
    );
    assert.equal(await drafts(page), 1);
    await endSignIn();
    assert.equal(await drafts(page), 1);
    await signIn(page, anna);
    await page.goto(NEW_NOTE);
    await becomes(() => text.inputValue(), `${LONG} Потом молчал.`);
  });

  await longSteps(step)(
    'NOTE-01 without the key nothing new is kept, and what was kept before is not written over',
    async () => {
      await text.fill(LONG);
      await becomes(() => drafts(page), 1);
      await page.route('**/api/draft-key', (route) => route.abort());
      await page.reload();
      await becomes(() => text.inputValue(), '');
      await text.fill('Без ключа');
      await page.getByRole('navigation').getByRole('link', { name: 'Клиенты' }).click();
      await page.getByRole('dialog').getByText('Изменения не сохранятся.').waitFor();
      await page.getByRole('button', { name: 'Уйти' }).click();
      await page.unrouteAll();
      // The next form asks for the key again.
      await page.getByRole('navigation').getByRole('link', { name: 'Заметки' }).click();
      await page.getByRole('link', { name: 'Новая заметка' }).click();
      await text.waitFor();
      await page.reload();
      await becomes(() => text.inputValue(), LONG);
    },
  );

  await step('who signs in next in this tab sees neither drafts nor lists of the one before', async () => {
    await text.fill(LONG);
    await becomes(() => drafts(page), 1);
    const { id: user, api } = anna;
    await api.collection('clients').create({ user, name: 'Мария Соловьёва', phone: '+7 925 118-66-07' });
    await page.getByRole('navigation').getByRole('link', { name: 'Клиенты' }).click();
    await page.getByText('Мария Соловьёва').waitFor();
    await page.getByRole('searchbox').fill('Соловьёва');
    await page.waitForFunction(() => Boolean(Reflect.get(history.state, 'q')));
    await page.getByRole('navigation').getByRole('link', { name: 'Сессии' }).click();
    await page.getByRole('heading', { name: 'Сессии', level: 1 }).waitFor();
    await endSignIn();
    assert.equal(await drafts(page), 1);
    await signIn(page, boris);
    assert.deepEqual([await drafts(page), await copies(page)], [0, 0]);
    await page.route('**/api/collections/clients/records?**', () => {
      // Never responds: anything on the screen was there before.
    });
    // The way back leads to the other practitioner's history entry.
    await page.goBack();
    await page.waitForURL('/dashboard');
    await page.getByText('Загрузка клиентов').waitFor();
    assert.ok(await page.evaluate(() => Boolean(Reflect.get(history.state, 'q'))));
    assert.equal(await page.getByRole('searchbox').inputValue(), '');
    assert.equal(await page.getByText('Соловьёва').count(), 0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(NEW_NOTE);
    await becomes(() => text.inputValue(), '');
  });
});

test('NOTE-01 CLIENT-04 a text outlives the browser’s restart, which leaves no storage of the tab', async (t) => {
  const { browser, api, id } = await kabinet.practitioner('restarts@kabinet.example');
  t.after(() => browser.close());
  const step = journey(t, 'restarts', () => [browser]);
  let page = await browser.newPage();
  // WebKit brings its tab back like this, and ends it without a question; Chromium keeps a tab's storage with the tab.
  const restart = async () => {
    const address = page.url();
    await page.close();
    page = await browser.newPage();
    await page.goto(address);
  };
  const text = () => page.getByLabel('Текст', { exact: true });
  const offer = () => page.locator('[aria-live]').filter({ hasText: 'Есть несохранённый черновик' });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await step('no restart loses a text: each is offered, and not put in by itself', async () => {
    await page.goto(NEW_NOTE);
    await text().fill(LONG);
    for (let times = 1; times <= RESTARTS; times += 1) {
      await restart();
      await offer()
        .filter({ hasText: /черновик, \d\d:\d\d/ })
        .waitFor();
      assert.equal(await text().inputValue(), '');
      await press('Вернуть');
      await offer().waitFor({ state: 'detached' });
      await becomes(() => text().inputValue(), `${LONG}${' И ещё.'.repeat(times - 1)}`);
      await text().press('ControlOrMeta+End');
      await page.keyboard.insertText(' И ещё.');
    }
    assert.equal(await copies(page), 1);
    const kept = await page.evaluate(() => JSON.stringify(localStorage));
    assert.ok(!kept.includes('Отказ'), 'what outlives the tab is sealed');
  });

  await step('a reload of the tab brings its own draft back by itself', async () => {
    await page.reload();
    await becomes(async () => (await text().inputValue()).startsWith(LONG), true);
    assert.equal(await offer().count(), 0);
  });

  await step('a draft is deleted when asked to, and comes back when that was a mistake', async () => {
    await restart();
    await press('Удалить');
    await offer().waitFor({ state: 'detached' });
    assert.equal(await copies(page), 0);
    await page
      .getByRole('status')
      .filter({ hasText: 'Черновик удалён' })
      .getByRole('button', { name: 'Вернуть' })
      .click();
    await becomes(async () => (await text().inputValue()).startsWith(LONG), true);
    assert.equal(await copies(page), 1);
  });

  await step('two tabs on one form lose neither text', async () => {
    const other = await browser.newPage();
    await other.goto(NEW_NOTE);
    await other.getByText('Есть несохранённый черновик').waitFor();
    await other.getByLabel('Заголовок', { exact: true }).fill('Второе окно');
    await becomes(() => copies(page), 2);
    await page.getByLabel('Заголовок', { exact: true }).fill('Первое окно');
    await press('Сохранить');
    await becomes(() => copies(page), 1);
    await other.close();
    await page.goto(NEW_NOTE);
    await press('Вернуть');
    await becomes(() => page.getByLabel('Заголовок', { exact: true }).inputValue(), 'Второе окно');
  });

  await step('a client’s form offers what it had, and a save leaves nothing behind', async () => {
    await page.goto('/dashboard');
    await press('Добавить клиента');
    const dialog = () => page.getByRole('dialog');
    await dialog().getByLabel('Имя').fill('Анна Ковальчук');
    await dialog().getByLabel('Телефон').fill('+7 916 204-18-35');
    await restart();
    await press('Добавить клиента');
    await dialog().getByText('Есть несохранённый черновик').waitFor();
    await dialog().getByRole('button', { name: 'Вернуть' }).click();
    await becomes(() => dialog().getByLabel('Имя').inputValue(), 'Анна Ковальчук');
    await dialog().getByRole('button', { name: 'Добавить', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    assert.equal((await api.collection('clients').getFullList({ filter: `user = '${id}'` })).length, 1);
    // The second window's note.
    assert.equal(await copies(page), 1);
  });

  await step('where only the tab keeps it the form says so', async () => {
    await page.goto('/dashboard/notes?note=new');
    await page.evaluate(() => {
      Storage.prototype.setItem = function setItem(name: string, value: string) {
        if (this === localStorage) throw new DOMException('full', 'QuotaExceededError');
        Reflect.set(this, name, value);
      };
    });
    await text().fill('Короткая');
    await page.getByText('Черновик живёт, пока открыта вкладка').waitFor();
    assert.equal(await page.getByText('Черновик сохранён').count(), 0);
    await page.getByRole('navigation').getByRole('link', { name: 'Клиенты' }).click();
    await page.getByRole('status').filter({ hasText: 'Черновик живёт, пока открыта вкладка' }).waitFor();
  });

  await step('AUTH-06 signing out asks for what a closed tab has left, and takes it along', async () => {
    await restart();
    await press('Выйти');
    await page.getByRole('dialog').getByText('Есть черновик').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click();
    await page.waitForURL('/');
    assert.equal(await copies(page), 0);
  });
});

test('no field about clients is one whose text a browser writes down by itself', async () => {
  const { browser, api, id: user } = boris;
  const client = await api.collection('clients').create({ user, name: 'Анна', phone: '+7 916 204-18-35' });
  const date = moscow(`${inDays(-2)}T15:00`);
  const session = await api
    .collection('sessions')
    .create({ user, client: client.id, date, duration: 60, status: 'completed' });
  const page = await browser.newPage();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const field = (label: string) => page.getByLabel(label).first();
  const search = page.getByRole('searchbox');
  const screens: [address: string, one: Locator, open?: () => Promise<void>][] = [
    ['/dashboard', search],
    ['/dashboard', field('Телефон'), () => press('Добавить клиента')],
    [`/dashboard?client=${client.id}`, field('Описание'), () => press('Редактировать')],
    ['/dashboard/sessions', search],
    [`/dashboard/sessions?session=${session.id}`, field('Дата'), () => press('Изменить')],
    // The list before it has a search too.
    ['/dashboard/sessions/new', page.getByRole('heading', { level: 1, name: /Новая/ })],
    [`/dashboard/sessions?session=${session.id}&write=1`, field('Мысли о сессии')],
    [`/dashboard/sessions/new/${client.id}`, field('Дата')],
    [NEW_NOTE, field('Заголовок')],
    // Not behind another form that has the same button.
    [`/dashboard/sessions/edit/${session.id}`, field('Мысли о сессии'), () => press('Далее')],
    ['/dashboard/profile/journal', page.getByRole('combobox', { name: 'Клиент' })],
    ['/dashboard/calendar', page.getByRole('combobox', { name: 'Поиск' }), () => press('Поиск')],
  ];
  const open: string[] = [];
  await page.goto('/dashboard/notes');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The short form looks at one of each kind: a search, the form of a client, a session, and a note.
  const looked = LONG_FORM
    ? screens
    : [screens[0], screens[1], screens[7], screens[8]].filter((one) => one !== undefined);
  for (const [address, one, reach] of looked) {
    await lead(page, address);
    await reach?.();
    await one.waitFor();
    // A text area that grows is measured with a hidden one, which holds a single letter.
    const typedInto = page.locator(
      'input:not([type=hidden], [type=radio], [type=checkbox], [autocomplete=off]), textarea:not([aria-hidden=true], [autocomplete=off])',
    );
    for (const left of await typedInto.all()) open.push(`${address} ${await left.ariaSnapshot()}`);
  }
  assert.deepEqual(open, []);
});
