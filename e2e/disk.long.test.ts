import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onKabinet } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { filesWith, isOfSessions, leaks, profileFolder, untilWritten } from '#e2e/profile-folder.ts';

const kabinet = onKabinet();

/** Unique texts; each is one word that no compressor's dictionary contains. */
const CANARIES = {
  client: 'Щюэжвальчук',
  description: 'Ъыхотревожность',
  phone: '+7 916 204-77-31',
  title: 'Фцзаголовок',
  content: 'Йъщерассказ',
  news: 'Гжюновости',
  thoughts: 'Эъцмысли',
  searched: 'Жъщискомый',
  found: 'Цюъпалитра',
  visited: 'Ыэщзапрос',
};

const isOfStorage = (file: string) => file.includes('Session Storage/');

test('nothing that was typed about clients can be read on the disk of the browser', async (t) => {
  const folder = await profileFolder(t);
  const elena = await kabinet.practitioner('disk@kabinet.example');
  await elena.browser.close();
  const { id: user, api } = elena;
  const client = await api
    .collection('clients')
    .create({ user, name: CANARIES.visited, phone: '+7 925 118-66-07', description: CANARIES.visited });
  const session = await api.collection('sessions').create({
    user,
    client: client.id,
    date: moscow(`${inDays(-2)}T15:00`),
    duration: 60,
    status: 'completed',
  });
  const person = await kabinet.personWithProfile(folder);
  t.after(() => person.close());
  const page = person.pages()[0] ?? (await person.newPage());
  page.on('dialog', (dialog) => void dialog.accept());
  const step = journey(t, 'disk', () => [person]);
  const dialog = page.getByRole('dialog');

  await step('not while it is typed, in any form, search or list', async () => {
    await page.goto('/auth');
    await page.getByLabel('Email').fill(elena.email);
    await page.getByLabel('Пароль', { exact: true }).fill(elena.password);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.waitForURL('/');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await dialog.getByLabel('Имя').fill(CANARIES.client);
    await dialog.getByLabel('Телефон').fill(CANARIES.phone);
    await dialog.getByLabel('Описание').fill(CANARIES.description);
    await page.goto(`/dashboard/sessions/edit/${session.id}`);
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByLabel('Новости клиента').fill(CANARIES.news);
    await page.getByLabel('Мысли о сессии').fill(CANARIES.thoughts);
    for (const address of ['/dashboard', '/dashboard/sessions', '/dashboard/sessions/new']) {
      await page.goto(address);
      await page.getByRole('searchbox').fill(CANARIES.visited);
      await page.getByText(CANARIES.visited).first().waitFor();
      await page.getByRole('searchbox').fill(CANARIES.searched);
      await page.waitForFunction(() => Boolean(Reflect.get(history.state, 'q')));
    }
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('combobox', { name: 'Поиск' }).fill(CANARIES.found);
    await page.getByRole('option', { name: `Добавить клиента «${CANARIES.found}»` }).click();
    await page.waitForURL(/client=new/);
    await page.goto('/dashboard/notes?note=new');
    await page.getByLabel('Заголовок', { exact: true }).fill(CANARIES.title);
    await page.getByLabel('Текст', { exact: true }).fill(CANARIES.content);
    await page.getByText('Черновик сохранён').waitFor();
    await untilWritten(page, folder, 'Контрольъщэпервый');
    assert.deepEqual(await leaks(folder, CANARIES), []);
    const kept = await page.evaluate(async () => {
      const [databases, caches] = [await indexedDB.databases(), await window.caches.keys()];
      const names = Object.keys(localStorage).map((name) => name.replace(/:.*/, ''));
      return [[...new Set(names)].toSorted(), databases, caches];
    });
    assert.deepEqual(kept, [['kabinet-draft', 'pocketbase_auth'], [], []]);
  });

  await step('it is there again after a reload', async () => {
    await page.reload();
    await page.getByLabel('Текст', { exact: true }).and(page.getByText(CANARIES.content)).waitFor();
  });

  await step('not after signing out', async () => {
    await page.getByRole('button', { name: 'Выйти' }).click();
    await dialog.getByRole('button', { name: 'Выйти' }).click();
    await page.waitForURL('/');
    await untilWritten(page, folder, 'Контрольъщэвторой');
    assert.deepEqual(await leaks(folder, CANARIES), []);
  });

  await step('not after the browser was closed', async () => {
    await person.close();
    assert.deepEqual(await leaks(folder, CANARIES), []);
    // A text without protection is found on the disk.
    const control = await filesWith(folder, 'Контрольъщэвторой');
    assert.ok(control.some(isOfSessions) && control.some(isOfStorage), control.join('\n'));
  });
});
