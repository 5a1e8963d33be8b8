import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { agreeToLeave, drafts } from '#e2e/leaving.ts';
import { inDays, journey, listening, moscow, onKabinet, slowLine } from '#e2e/kabinet.ts';

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

  await step('SESSION-03 a session deleted elsewhere keeps what was written until it is given up', async () => {
    await Promise.all([listening(page), page.goto(`/dashboard/sessions?session=${session.id}`)]);
    await choose('Далее');
    await dialog.getByLabel('Мысли о сессии').fill(LONG);
    await api.collection('sessions').delete(session.id);
    await dialog.getByText('Эту сессию удалили в другом месте.').waitFor();
    await becomes(() => dialog.getByLabel('Мысли о сессии').inputValue(), LONG);
    assert.ok(await dialog.getByRole('button', { name: 'Сохранить' }).isDisabled());
    await page.keyboard.press('Escape');
    await choose('Уйти');
    await dialog.waitFor({ state: 'detached' });
    await becomes(() => drafts(page), 0);
  });
});

test('what is typed outlives a slow save, and no draft is promised in vain', async (t) => {
  const elena = await kabinet.practitioner('slow-save@kabinet.example');
  t.after(() => elena.browser.close());
  const { api } = elena;
  const page = await elena.browser.newPage();
  agreeToLeave(page);
  const step = journey(t, 'state-save', () => [elena.browser]);
  const dialog = page.getByRole('dialog');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

  await step('CLIENT-04 what is typed while a client is added is saved with it', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await dialog.getByLabel('Имя').fill('Анна');
    await dialog.getByLabel('Телефон').fill('+7 916 204-18-35');
    kabinet.freeze();
    await press('Добавить');
    await dialog.getByLabel('Описание').fill('Тревога');
    kabinet.thaw();
    await dialog.waitFor({ state: 'detached' });
    const stored = await api.collection('clients').getFullList();
    assert.deepEqual(
      stored.map((one) => one['description']),
      ['Тревога'],
    );
    await becomes(() => drafts(page), 0);
  });

  await step('AVAIL-01 a switch pressed while hours are saved stays pressed for the next save', async () => {
    await page.goto('/dashboard/availability-settings');
    const day = (name: string) => page.getByRole('switch', { name });
    await day('Понедельник').click();
    const fast = await slowLine(page, 500);
    const sent = page.waitForRequest((request) => ['POST', 'PATCH'].includes(request.method()));
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await sent;
    await day('Среда').click();
    await page.getByText('Настройки расписания сохранены').waitFor();
    await fast();
    await becomes(() => day('Среда').isChecked(), true);
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).and(page.locator(':disabled')).waitFor();
    const week = await api
      .collection('availability_settings')
      .getFullList({ filter: 'is_available = true', sort: 'day_of_week' });
    assert.deepEqual(
      week.map((one) => one['day_of_week']),
      [1, 3],
    );
  });

  await step('NOTE-01 where the browser keeps nothing, no draft is spoken of', async () => {
    await page.goto('/dashboard/notes?note=new');
    await page.evaluate(() => {
      for (let size = 2 ** 22; size >= 1; size /= 2) {
        try {
          for (let part = 0; part < 3; part += 1) sessionStorage.setItem(`full-${size}-${part}`, 'я'.repeat(size));
        } catch {
          // The storage has no room for this size.
        }
      }
    });
    await page.getByLabel('Текст', { exact: true }).fill(LONG);
    await page.getByRole('navigation').getByRole('link', { name: 'Клиенты' }).click();
    await dialog.getByText('Изменения не сохранятся.').waitFor();
    assert.equal(await page.getByText('Черновик сохранён').count(), 0);
    await press('Уйти');
    await dialog.waitFor({ state: 'detached' });
  });
});
