import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { inDays, journey, moscow, onKabinet } from '#e2e/kabinet.ts';

const kabinet = onKabinet();

/** The longest a browser can take to write its files. */
const WRITTEN_IN_MS = 30_000;

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

/** Returns the files under a folder that contain a text, in UTF-8 or in UTF-16. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    // The file can be gone by now: the browser is running.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (needles.some((needle) => bytes.includes(needle))) found.push(relative(folder, file));
  }
  return found;
}

/** Returns the places of all canaries on the disk; empty, as required. */
async function leaks(folder: string): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(CANARIES).map(async ([name, text]) =>
      (await filesWith(folder, text)).map((file) => `${name}: ${file}`),
    ),
  );
  return found.flat();
}

/** Leaves a text where a careless page would, and waits until the browser has written the history entry to disk. */
async function untilWritten(page: Page, folder: string, control: string): Promise<void> {
  await page.evaluate((text) => {
    sessionStorage.setItem('control', text);
    history.replaceState({ ...history.state, control: text }, '');
  }, control);
  const deadline = performance.now() + WRITTEN_IN_MS;
  while (!(await filesWith(folder, control)).some(isOfSessions)) {
    assert.ok(performance.now() < deadline, 'the browser never wrote down what it was given');
    await sleep(250);
  }
}

const isOfSessions = (file: string) => file.includes('Sessions/');
const isOfStorage = (file: string) => file.includes('Session Storage/');

test('nothing that was typed about clients can be read on the disk of the browser', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-profile-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
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
    assert.deepEqual(await leaks(folder), []);
    const kept = await page.evaluate(async () => {
      const [databases, caches] = [await indexedDB.databases(), await window.caches.keys()];
      return [Object.keys(localStorage).toSorted(), databases, caches];
    });
    assert.deepEqual(kept, [['pocketbase_auth'], [], []]);
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
    assert.deepEqual(await leaks(folder), []);
  });

  await step('not after the browser was closed', async () => {
    await person.close();
    assert.deepEqual(await leaks(folder), []);
    // A text without protection is found on the disk.
    const control = await filesWith(folder, 'Контрольъщэвторой');
    assert.ok(control.some(isOfSessions) && control.some(isOfStorage), control.join('\n'));
  });
});
