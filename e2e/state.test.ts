import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { inDays, journey, listening, moscow, onKabinet, slowLine } from '#e2e/kabinet.ts';
import { chooseStatus } from '#e2e/session-form.ts';

const kabinet = onKabinet();

const LONG = 'Отказ пока звучит как оправдание, и это новый шаг после долгого молчания.';

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('kabinet-draft:')).length);

/** Confirms the browser's own question before a page is left, and counts how often it appears. */
function agreeToLeave(page: Page): { asked: number } {
  const count = { asked: 0 };
  page.on('dialog', (dialog) => {
    count.asked += 1;
    void dialog.accept();
  });
  return count;
}

test('nothing typed is lost on the way out', async (t) => {
  const elena = await kabinet.practitioner('ways-out@kabinet.example');
  t.after(() => elena.browser.close());
  const client = await elena.api
    .collection('clients')
    .create({ user: elena.id, name: 'Мария Соловьёва', phone: '+7 925 118-66-07' });
  const session = await elena.api.collection('sessions').create({
    user: elena.id,
    client: client.id,
    date: moscow(`${inDays(-2)}T15:00`),
    duration: 60,
    status: 'completed',
  });
  const page = await elena.browser.newPage();
  const leaving = agreeToLeave(page);
  const step = journey(t, 'state', () => [elena.browser]);
  const dialog = page.getByRole('dialog');
  const question = dialog.filter({ hasText: 'Уйти без сохранения?' });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name });

  await step('NOTE-01 a note asks before a link and before the way back, and is there after a reload', async () => {
    await page.goto('/dashboard/notes');
    await page.getByRole('link', { name: 'Новая заметка' }).click();
    const text = page.getByLabel('Текст', { exact: true });
    await text.click();
    await page.keyboard.type(LONG);
    await menu('Клиенты').click();
    await question.getByText('Введённое останется здесь черновиком').waitFor();
    await dialog.getByRole('button', { name: 'Остаться' }).and(page.locator(':focus')).waitFor();
    await press('Остаться');
    await question.waitFor({ state: 'detached' });
    assert.match(page.url(), /note=new/);
    await page.goBack();
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.match(page.url(), /note=new/);
    await page.reload();
    await becomes(() => text.inputValue(), LONG);
    await page.getByText('Черновик сохранён в').waitFor();
    assert.equal(leaving.asked, 1);
    await page.goBack();
    await press('Уйти');
    await page.getByText('Заметок пока нет').waitFor();
    await page.getByRole('link', { name: 'Новая заметка' }).click();
    await becomes(() => text.inputValue(), LONG);
  });

  await step(
    'CLIENT-04 A11Y-01 Esc in a dialog asks, and the form comes back with its text and the focus',
    async () => {
      await menu('Клиенты').click();
      await press('Уйти');
      await page.getByRole('button', { name: 'Добавить клиента' }).click();
      const about = dialog.getByLabel('Описание');
      await about.fill(LONG);
      await page.keyboard.press('Escape');
      await question.waitFor();
      await becomes(() => dialog.count(), 1);
      await press('Остаться');
      await about.and(page.locator(':focus')).waitFor();
      await becomes(() => about.inputValue(), LONG);
      await page.reload();
      await page.getByRole('button', { name: 'Добавить клиента' }).click();
      await becomes(() => about.inputValue(), LONG);
    },
  );

  await step('CLIENT-04 «Отмена» asks before it throws away a long text, and not for a few letters', async () => {
    await press('Отмена');
    await dialog.getByText('Удалить введённое?').waitFor();
    await press('Вернуться к форме');
    await dialog.getByRole('button', { name: 'Отмена' }).and(page.locator(':focus')).click();
    await press('Удалить');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await becomes(() => dialog.getByLabel('Описание').inputValue(), '');
    await dialog.getByLabel('Имя').fill('Пётр');
    await press('Отмена');
    await dialog.waitFor({ state: 'detached' });
  });

  await step('CLIENT-04 a form that was left by the way forward opens again', async () => {
    await page.getByRole('button', { name: /Мария Соловьёва/ }).click();
    await dialog.getByRole('heading', { name: 'Мария Соловьёва' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await dialog.getByLabel('Имя').fill('Пётр');
    await page.goForward();
    await press('Уйти');
    await dialog.getByRole('heading', { name: 'Мария Соловьёва' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await becomes(() => dialog.getByLabel('Имя').inputValue(), 'Пётр');
    await press('Отмена');
    await dialog.waitFor({ state: 'detached' });
  });

  await step('SESSION-04 SESSION-07 a session keeps its texts, in the dialog and on its page', async () => {
    await page.goto(`/dashboard/sessions?session=${session.id}`);
    await dialog.getByLabel('Продолжительность, мин').fill('90');
    await press('Далее');
    await dialog.getByLabel('Мысли о сессии').fill(LONG);
    await page.keyboard.press('Escape');
    await question.getByText('Тексты останутся здесь черновиком').waitFor();
    await press('Остаться');
    await dialog.getByLabel('Мысли о сессии').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await press('Уйти');
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`/dashboard/sessions/edit/${session.id}`);
    await becomes(() => page.getByLabel('Продолжительность, мин').inputValue(), '60');
    await page.getByRole('button', { name: 'Далее' }).click();
    await becomes(() => page.getByLabel('Мысли о сессии').inputValue(), LONG);
    await page.getByLabel('Новости клиента').fill('Сон лучше');
    await page.reload();
    await page.getByRole('button', { name: 'Далее' }).click();
    await becomes(() => page.getByLabel('Новости клиента').inputValue(), 'Сон лучше');
    await menu('Календарь').click();
    await question.waitFor();
    await press('Остаться');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Сессия обновлена').waitFor();
    const stored = await elena.api.collection('sessions').getOne(session.id);
    assert.deepEqual([stored['news'], stored['thoughts'], stored['duration']], ['Сон лучше', LONG, 60]);
  });

  await step('SESSION-05 thoughts left with «Состоялась» come back with it, and a save takes them along', async () => {
    const planned = await elena.api.collection('sessions').create({
      user: elena.id,
      client: client.id,
      date: moscow(`${inDays(-1)}T15:00`),
      duration: 60,
      status: 'scheduled',
    });
    await page.goto(`/dashboard/sessions?session=${planned.id}`);
    await chooseStatus(dialog, 'Состоялась');
    await press('Далее');
    await dialog.getByLabel('Мысли о сессии').fill(LONG);
    await page.keyboard.press('Escape');
    await question.getByText('Введённое останется здесь черновиком').waitFor();
    await press('Уйти');
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`/dashboard/sessions?session=${planned.id}`);
    await dialog.getByLabel('Продолжительность, мин').fill('90');
    await press('Далее');
    await becomes(() => dialog.getByLabel('Мысли о сессии').inputValue(), LONG);
    // Text that this status does not save stays as a draft instead of being lost unnoticed.
    await press('Назад');
    await chooseStatus(dialog, 'Отмена');
    await press('Далее');
    await dialog.getByText('написанное здесь не сохранится').waitFor();
    await press('Сохранить');
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`/dashboard/sessions?session=${planned.id}`);
    await chooseStatus(dialog, 'Состоялась');
    await press('Далее');
    await becomes(() => dialog.getByLabel('Мысли о сессии').inputValue(), LONG);
    await press('Сохранить');
    await dialog.waitFor({ state: 'detached' });
    const stored = await elena.api.collection('sessions').getOne(planned.id);
    assert.deepEqual([stored['thoughts'], stored['duration'], stored['status']], [LONG, 90, 'completed']);
  });

  await step(
    'AVAIL-01 weekly hours and rules are there after a reload, and are left only after a question',
    async () => {
      await page.goto('/dashboard/availability-settings');
      await page.getByRole('switch', { name: 'Понедельник' }).click();
      await page.getByLabel('Понедельник, начало').fill('10:30');
      await page.getByRole('combobox', { name: 'Перерыв между сессиями' }).click();
      await page.getByRole('option', { name: '15 минут' }).click();
      await page.getByText('Изменения ещё не\u00A0сохранены').waitFor();
      await page.reload();
      await becomes(() => page.getByLabel('Понедельник, начало').inputValue(), '10:30');
      assert.match(await page.getByRole('combobox', { name: 'Перерыв между сессиями' }).inputValue(), /^15.минут$/);
      await menu('Сессии').click();
      await question.getByText('Изменения не сохранятся.').waitFor();
      await press('Уйти');
      await page.goto('/dashboard/availability-settings');
      await page.getByRole('switch', { name: 'Понедельник' }).waitFor();
      assert.equal(await page.getByLabel('Понедельник, начало').count(), 0);
    },
  );

  await step('AUTH-06 signing out asks where a draft would go, and takes the drafts of every tab along', async () => {
    const other = await elena.browser.newPage();
    await other.goto('/dashboard/notes?note=new');
    await other.getByLabel('Заголовок', { exact: true }).fill('В другой вкладке');
    const third = await elena.browser.newPage();
    await third.goto('/dashboard/notes');
    await third.getByRole('button', { name: 'Выйти' }).click();
    await third.getByText('В другой вкладке есть черновик').waitFor();
    await third.getByRole('button', { name: 'Остаться' }).click();
    await page.getByRole('button', { name: 'Выйти' }).click();
    await dialog.getByText('В этой вкладке есть черновик').waitFor();
    assert.ok((await drafts(page)) > 0);
    await press('Выйти');
    await Promise.all([page.waitForURL('/'), other.waitForURL('/auth')]);
    assert.deepEqual(await Promise.all([drafts(page), drafts(other)]), [0, 0]);
  });
});

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
    await page.goto(`/dashboard/sessions/edit/${session.id}`);
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
    await page.goto(`/dashboard/notes?note=${note.id}`);
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
    await page.goto(`/dashboard/notes?note=${note.id}`);
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
    await page.goto(`/dashboard/sessions?session=${session.id}`);
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

test('a lost connection is told, and nothing more comes of it', async (t) => {
  const elena = await kabinet.practitioner('connection@kabinet.example');
  t.after(() => elena.browser.close());
  const page = await elena.browser.newPage();
  await page.addInitScript(() => {
    window.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        window.line = this;
      }
    };
  });
  const step = journey(t, 'state-line', () => [elena.browser]);
  const banner = page.getByRole('status').filter({ hasText: 'Нет связи с сервером.' });

  await step(
    'NOTE-01 an idle screen says so, a save can be repeated from its message, once and under one id',
    async () => {
      const ids: unknown[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/blog_posts/')) ids.push(request.postDataJSON().id);
      });
      const heard = listening(page);
      await page.goto('/dashboard/notes?note=new');
      await heard;
      await page.getByLabel('Заголовок', { exact: true }).fill('О границах');
      await page.getByLabel('Текст', { exact: true }).fill(LONG);
      await kabinet.kill();
      await banner.waitFor();
      await page.getByRole('button', { name: 'Сохранить' }).click();
      const failure = page.getByRole('alert').filter({ hasText: 'Ошибка при создании поста' });
      await failure.waitFor();
      // The retry sends the text typed after the failure.
      await page.getByLabel('Заголовок', { exact: true }).fill('О границах и отказе');
      await kabinet.revive();
      await banner.waitFor({ state: 'detached' });
      await failure.getByRole('button', { name: 'Повторить' }).click();
      await page.getByText('Заметка добавлена').waitFor();
      const [stored, ...others] = await elena.api.collection('blog_posts').getFullList();
      assert.deepEqual([stored?.['title'], others.length], ['О границах и отказе', 0]);
      assert.equal(ids.length, 2);
      assert.equal(ids[0], ids[1]);
    },
  );

  await step('AUTH-08 a screen that cannot be fetched waits in its place and opens by itself', async () => {
    await kabinet.kill();
    await page.getByRole('navigation').getByRole('link', { name: 'Профиль' }).click();
    await page.getByText('Не удалось открыть экран').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Заметки' }).waitFor();
    await kabinet.revive();
    await page.getByRole('heading', { name: 'Профиль', level: 1 }).waitFor();
  });

  await step('PROFILE-01 what happens while the stream is cut and the server is there is read afterwards', async () => {
    const id = (await elena.api.collection('profiles').getFirstListItem('')).id;
    await page.evaluate(() => window.line.close());
    await elena.api.collection('profiles').update(id, { name: 'Елена Викторовна' });
    const again = listening(page);
    await page.evaluate(() => window.line.dispatchEvent(new Event('error')));
    await again;
    await becomes(() => page.getByLabel('Имя').inputValue(), 'Елена Викторовна');
    assert.equal(await banner.count(), 0);
  });

  await step('AUTH-08 a gateway that responds for a server that is away is a lost connection', async () => {
    await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await page.getByRole('navigation').getByRole('link', { name: 'Сессии' }).click();
    await banner.waitFor();
    await page.unroute('**/api/**');
    await banner.waitFor({ state: 'detached' });
    await page.getByText('Сессии не найдены').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Профиль', level: 1 }).waitFor();
  });

  await step('BOOK-04 a line that could not be opened at first tells a new request once', async () => {
    const signedIn = await page.evaluate(() => localStorage.getItem('pocketbase_auth') ?? '');
    const person = await kabinet.person();
    t.after(() => person.close());
    const [late, tab] = [await person.newPage(), await person.newPage()];
    await Promise.all([late.goto('/'), tab.goto('/')]);
    await Promise.all([late, tab].map((one) => one.getByRole('heading', { level: 1 }).waitFor()));
    await person.setOffline(true);
    const refused = late.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/realtime'));
    await tab.evaluate((token) => localStorage.setItem('pocketbase_auth', token), signedIn);
    await refused;
    const heard = listening(late);
    await person.setOffline(false);
    await heard;
    await late.getByRole('link', { name: 'Клиенты' }).first().click();
    await late.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
    const hours = { user: elena.id, start_time: '09:00', end_time: '18:00', is_available: true };
    const day = Temporal.PlainDate.from(inDays(3)).dayOfWeek % 7;
    await elena.api.collection('availability_settings').create({ ...hours, day_of_week: day });
    await kabinet.ask(elena.link, `${inDays(3)}T12:00`, { name: 'Пётр Семёнов', phone: '+7 903 771-40-12' });
    await late.getByText('Новая заявка').first().waitFor();
    assert.equal(await late.getByText('Новая заявка').count(), 1);
  });

  await step('AUTH-09 a new password leaves the other tab of this browser where it is', async () => {
    const other = await elena.browser.newPage();
    const heard = listening(other);
    await other.goto('/dashboard/notes');
    await heard;
    await page.getByRole('button', { name: 'Изменить пароль' }).click();
    await page.getByRole('dialog').getByLabel('Текущий пароль').fill(elena.password);
    await page.getByRole('dialog').getByLabel('Новый пароль').fill('другая-тихая-комната-8');
    const again = listening(other);
    await page.getByRole('dialog').getByRole('button', { name: 'Изменить пароль' }).click();
    await page.getByText('Пароль изменён.').waitFor();
    await again;
    assert.match(other.url(), /\/dashboard\/notes$/);
    await other.getByRole('link', { name: 'Новая заметка' }).click();
    await other.getByLabel('Заголовок', { exact: true }).waitFor();
  });
});

declare global {
  interface Window {
    /** The newest stream of events of this page. */
    line: EventSource;
  }
}
