import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { filesWith, isOfSessions, leaks, profileFolder, untilWritten } from '#e2e/profile-folder.ts';

const kabinet = onKabinet();

/** Unique texts; each is one word that no compressor's dictionary contains. */
const TEXTS = {
  client: 'Шъюописание',
  content: 'Рэъщтекстзаметки',
  draft: 'Ъшцчерновик',
  later: 'Ыъюпозднее',
};

test('nothing of the records can be read on the disk of a browser that locked', async (t) => {
  const folder = await profileFolder(t);
  const elena = await kabinet.practitioner('lock-disk@kabinet.example');
  await elena.browser.close();
  const { id: user, api } = elena;
  const client = await api
    .collection('clients')
    .create({ user, name: 'Анна', phone: '+7 900 000-00-01', description: TEXTS.client });
  const note = await api
    .collection('blog_posts')
    .create({ user, title: 'О границах', content: TEXTS.content, date: '2026-11-20' });
  const person = await kabinet.personWithProfile(folder);
  t.after(() => person.close());
  const page = person.pages()[0] ?? (await person.newPage());
  page.on('dialog', (dialog) => void dialog.accept());
  const step = journey(t, 'lock-disk', () => [person]);
  const title = page.getByLabel('Заголовок', { exact: true });
  const locked = page.getByRole('heading', { name: 'Кабинет заблокирован' });

  const enter = async () => {
    await page.getByLabel('Email').fill(elena.email);
    await page.getByLabel('Пароль', { exact: true }).fill(elena.password);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
  };

  await step(
    'SEAL-04 not after it was locked by hand, with a draft; a text of before the lock is found there',
    async () => {
      await page.goto('/auth');
      await enter();
      await page.waitForURL('/');
      await page.goto(`/dashboard?client=${client.id}`);
      await page.getByText(TEXTS.client).waitFor();
      await page.goto(`/dashboard/notes?note=${note.id}`);
      await page.getByText(TEXTS.content).waitFor();
      await page.goto('/dashboard/notes?note=new');
      await title.fill(TEXTS.draft);
      await page.getByText('Черновик сохранён').waitFor();
      await untilWritten(page, folder, 'Контрольшъюпервый');
      await page.getByRole('button', { name: 'Заблокировать' }).click();
      await locked.waitFor();
      await untilWritten(page, folder, 'Контрольшъювторой');
      assert.ok((await filesWith(folder, 'Контрольшъюпервый')).some(isOfSessions));
      assert.deepEqual(await leaks(folder, TEXTS), []);
    },
  );

  await step('SEAL-04 nor after the time of one’s choice, and the draft comes back with the password', async () => {
    // The page is loaded again behind a lock.
    await page.getByLabel('Email').waitFor();
    await page.clock.install();
    await enter();
    await page.waitForURL('/dashboard/notes?note=new');
    await becomes(() => title.inputValue(), TEXTS.draft);
    await page.goto('/dashboard/profile?section=access');
    await page.getByRole('combobox', { name: 'На этом устройстве' }).click();
    await page.getByRole('option', { name: 'Через 5 минут без действий' }).click();
    await page.goto('/dashboard/notes?note=new');
    await becomes(() => title.inputValue(), TEXTS.draft);
    await title.fill(TEXTS.later);
    await page.clock.runFor('00:02');
    await page.getByText('Черновик сохранён').waitFor();
    await page.clock.runFor('05:30');
    await locked.waitFor();
    await untilWritten(page, folder, 'Контрольшъютретий');
    assert.deepEqual(await leaks(folder, TEXTS), []);
  });

  await step('SEAL-04 nor once the browser was closed', async () => {
    await person.close();
    assert.deepEqual(await leaks(folder, TEXTS), []);
    assert.ok((await filesWith(folder, 'Контрольшъютретий')).some(isOfSessions));
  });
});
