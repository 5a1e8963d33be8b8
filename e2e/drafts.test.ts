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
import { drafts } from '#e2e/leaving.ts';

const kabinet = onKabinet();

const LONG = 'Отказ пока звучит как оправдание, и это новый шаг после долгого молчания.';
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

  await step('drafts that a version before kept to be read by anybody are gone', async () => {
    await page.evaluate((id) => {
      const kept = { id: null, keptAt: '2026-11-22T10:00:00Z', values: { typed: { content: 'Открыто' }, base: {} } };
      sessionStorage.setItem(`kabinet-draft:${id}:note-new`, JSON.stringify(kept));
    }, anna.id);
    await page.reload();
    await becomes(() => text.inputValue(), '');
    assert.equal(await drafts(page), 0);
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
    assert.equal(await drafts(page), 0);
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
    [`/dashboard/sessions?session=${session.id}`, field('Дата')],
    [`/dashboard/sessions?session=${session.id}`, field('Мысли о сессии'), () => press('Далее')],
    ['/dashboard/sessions/new', search],
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
