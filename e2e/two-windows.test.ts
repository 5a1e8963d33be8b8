import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { beyond } from '#e2e/browser.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { drafts } from '#e2e/leaving.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { hearing, listening } from '#e2e/network.ts';

const kabinet = onKabinet();
const LONG = 'Отказ пока звучит как оправдание, и это новый шаг после долгого молчания.';

test('two windows edit the same without losing anything', async (t) => {
  const elena = await kabinet.practitioner('two-windows@kabinet.example');
  t.after(() => elena.browser.close());
  const { id: user, api } = elena;
  const client = await api.collection('clients').create({ user, name: 'Анна', phone: '+7 916 204-18-35' });
  const session = await api.collection('sessions').create({
    user,
    client: client.id,
    date: moscow(`${inDays(3)}T15:00`),
    duration: 60,
    status: 'completed',
    news: 'Сон лучше',
  });
  const note = await api
    .collection('blog_posts')
    .create({ user, title: 'План', content: 'Первая строка', date: `${inDays(0)} 00:00:00.000Z` });
  const page = await elena.browser.newPage();
  const step = journey(t, 'state-two', () => [elena.browser]);
  const dialog = page.getByRole('dialog');
  const choose = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await step('CLIENT-04 a name changed elsewhere shows in the open form and is not written over', async () => {
    const heard = listening(page);
    await page.goto(`/dashboard?client=${client.id}`);
    await choose('Редактировать');
    await heard;
    await dialog.getByLabel('Описание').fill('Тревога');
    await api.collection('clients').update(client.id, { name: 'Анна Ковальчук' });
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[role=dialog] input')].some(
        (field) => Reflect.get(field, 'value') === 'Анна Ковальчук',
      ),
    );
    await choose('Сохранить');
    await page.getByText('Данные клиента обновлены').waitFor();
    const stored = await api.collection('clients').getOne(client.id);
    assert.deepEqual([stored['name'], stored['description']], ['Анна Ковальчук', 'Тревога']);
  });

  await step('CLIENT-04 a save shows in another tab of this browser, and what comes meanwhile in both', async () => {
    const other = await elena.browser.newPage();
    await Promise.all([hearing(elena.browser), other.goto('/dashboard')]);
    await Promise.all([hearing(elena.browser), page.goto(`/dashboard?client=${client.id}`)]);
    await choose('Редактировать');
    await dialog.getByLabel('Имя').fill('Анна Первая');
    await page.route(
      `**/clients/records/${client.id}`,
      async (route) => {
        const answer = await route.fetch();
        // Stored already, and this tab does not know it yet.
        await api.collection('clients').create({ user, name: 'Пётр Второй', phone: '+7 903 771-40-12' });
        await route.fulfill({ response: answer });
      },
      { times: 1 },
    );
    await choose('Сохранить');
    await page.getByText('Данные клиента обновлены').waitFor();
    await page.keyboard.press('Escape');
    for (const tab of [page, other]) {
      await tab.getByRole('main').getByText('Анна Первая').waitFor();
      await tab.getByRole('main').getByText('Пётр Второй').waitFor();
    }
    await other.close();
  });

  await step('SESSION-04 news written in both windows are both to be seen, and joined', async () => {
    await Promise.all([listening(page), page.goto(`/dashboard/sessions/edit/${session.id}`)]);
    await choose('Далее');
    await page.getByLabel('Новости клиента').fill('Здесь: сон хуже');
    await api.collection('sessions').update(session.id, { news: 'Там: сон прежний', duration: 75 });
    await page.getByText('Изменено в другом месте: новости клиента.').waitFor();
    await page.getByText('Там: сон прежний').waitFor();
    await becomes(() => page.getByLabel('Новости клиента').inputValue(), 'Здесь: сон хуже');
    await choose('Соединить оба');
    await choose('Сохранить');
    await page.getByText('Сессия обновлена').waitFor();
    const stored = await api.collection('sessions').getOne(session.id);
    assert.deepEqual([stored['news'], stored['duration']], ['Там: сон прежний\n\nЗдесь: сон хуже', 75]);
  });

  await step('NOTE-01 a note changed unheard is not written over, and the person decides', async () => {
    await page.goto(`/dashboard/notes?note=${note.id}&edit=1`);
    const text = page.getByLabel('Текст', { exact: true });
    await text.fill('Вторая строка, здесь');
    // The page receives no event of the change: its stream is offline meanwhile.
    await elena.browser.setOffline(true);
    await api.collection('blog_posts').update(note.id, { content: 'Вторая строка, там' });
    await elena.browser.setOffline(false);
    await choose('Сохранить');
    await page.getByText('Вторая строка, там').waitFor();
    await page.getByRole('button', { name: 'Оставить моё' }).and(page.locator(':focus')).waitFor();
    await choose('Оставить моё');
    await choose('Сохранить');
    await page.getByText('Заметка обновлена').waitFor();
    const stored = await api.collection('blog_posts').getOne(note.id);
    assert.equal(stored['content'], 'Вторая строка, здесь');
  });

  await step('NOTE-01 a note deleted elsewhere leaves its text on the sheet, and is saved anew', async () => {
    await Promise.all([listening(page), page.goto(`/dashboard/notes?note=${note.id}&edit=1`)]);
    await page.getByLabel('Текст', { exact: true }).fill(LONG);
    await api.collection('blog_posts').delete(note.id);
    await page.getByText('Эту заметку удалили в другом месте.').waitFor();
    await becomes(() => page.getByLabel('Текст', { exact: true }).inputValue(), LONG);
    await choose('Сохранить как новую');
    await page.getByText('Заметка добавлена').waitFor();
    const stored = await api.collection('blog_posts').getFullList();
    assert.deepEqual(
      stored.map((one) => one['content']),
      [LONG],
    );
  });

  await step('PROFILE-01 a name changed on another device shows in the menu', async () => {
    const profile = await api.collection('profiles').getFirstListItem('');
    await api.collection('profiles').update(profile.id, { name: 'Елена Викторовна' });
    await page.getByRole('complementary').getByText('Елена Викторовна').waitFor();
  });

  await longSteps(step)(
    'SESSION-03 a session deleted elsewhere keeps what was written until it is given up',
    async () => {
      await Promise.all([listening(page), page.goto(`/dashboard/sessions?session=${session.id}&write=1`)]);
      await dialog.getByLabel('Мысли о сессии').fill(LONG);
      await api.collection('sessions').delete(session.id);
      await dialog.getByText('Эту сессию удалили в другом месте.').waitFor();
      await becomes(() => dialog.getByLabel('Мысли о сессии').inputValue(), LONG);
      assert.ok(await dialog.getByRole('button', { name: 'Сохранить' }).isDisabled());
      await page.keyboard.press('Escape');
      await choose('Уйти');
      await dialog.waitFor({ state: 'detached' });
      await becomes(() => drafts(page), 0);
    },
  );
});

test('six windows of one browser share one stream, and the next takes over when its window closes', async (t) => {
  beyond('webkit', 'tell which window of a browser sends a request');
  const elena = await kabinet.practitioner('six-windows@kabinet.example');
  t.after(() => elena.browser.close());
  const { id: user, api } = elena;
  const streams: string[] = [];
  elena.browser.on('request', (request) => {
    if (request.url().endsWith('/api/realtime') && request.method() === 'GET') streams.push(request.url());
  });
  const [first, ...others] = await Promise.all(Array.from({ length: 7 }, () => elena.browser.newPage()));
  assert.ok(first);
  await Promise.all([listening(first), first.goto('/dashboard')]);
  for (const page of others) {
    // The stream's window is asked where the account's events are.
    await Promise.all([listening(first), page.goto('/dashboard')]);
  }
  const shows = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).waitFor();
  await api.collection('clients').create({ user, name: 'Анна', phone: '+7 916 204-18-35' });
  await Promise.all([first, ...others].map((page) => shows(page, 'Анна')));
  assert.equal(streams.length, 1);

  await first.close();
  await api.collection('clients').create({ user, name: 'Борис', phone: '+7 916 204-18-36' });
  await Promise.all(others.map((page) => shows(page, 'Борис')));
  assert.equal(streams.length, 2);

  await others[0]?.getByRole('button', { name: 'Выйти' }).first().click();
  await Promise.all(others.map((page) => page.waitForURL(/\/(?:auth)?$/)));
});
