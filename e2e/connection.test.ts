import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { choose, send } from '#e2e/booking-form.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays } from '#e2e/dates.ts';
import { hearing, listening } from '#e2e/network.ts';
import { longSteps } from '#e2e/long-steps.ts';

const kabinet = onKabinet();
const LONG = 'Отказ пока звучит как оправдание, и это новый шаг после долгого молчания.';

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
  const longStep = longSteps(step);
  const banner = page.locator('[aria-live]').filter({ hasText: 'Нет связи с сервером.' });

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
    // The page loads itself again; the next step cuts the stream of the new one.
    const reloaded = page.waitForEvent('domcontentloaded', { timeout: 60_000 }).then(() => listening(page));
    await Promise.all([reloaded, kabinet.revive()]);
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

  await step('NOTE-01 what happens between the first lists and the subscription is read afterwards', async () => {
    const person = await kabinet.person({ stored: elena.stored });
    t.after(() => person.close());
    const other = await person.newPage();
    await other.route('**/api/realtime', async (route) => {
      if (route.request().method() === 'POST') {
        await elena.api.collection('blog_posts').create({ title: 'Меж двух запросов', content: LONG, date: inDays(0) });
      }
      await route.continue();
    });
    await other.goto('/dashboard/notes');
    await other.getByText('Меж двух запросов').waitFor();
    await other.close();
  });

  await longStep('AUTH-08 a gateway that responds for a server that is away is a lost connection', async () => {
    await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await page.getByRole('navigation').getByRole('link', { name: 'Сессии' }).click();
    const card = page.getByRole('main').getByRole('alert');
    await card.getByText('Нет связи с сервером. Когда она вернётся, экран обновится сам.').waitFor();
    await becomes(() => banner.count(), 0);
    await page.unroute('**/api/**');
    await page.getByText('Сессии не найдены').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Профиль', level: 1 }).waitFor();
  });

  await longStep('BOOK-04 a line that could not be opened at first tells a new request once', async () => {
    const signedIn = await page.evaluate(() => localStorage.getItem('pocketbase_auth') ?? '');
    const person = await kabinet.person();
    t.after(() => person.close());
    const [tab, late] = [await person.newPage(), await person.newPage()];
    await Promise.all([late.goto('/'), tab.goto('/')]);
    await Promise.all([late, tab].map((one) => one.getByRole('heading', { level: 1 }).waitFor()));
    const stream = '**/api/realtime';
    await person.route(stream, (route) => route.abort());
    const refused = person.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/realtime'));
    await tab.evaluate((token) => localStorage.setItem('pocketbase_auth', token), signedIn);
    await refused;
    const heard = hearing(person);
    await person.unroute(stream);
    await heard;
    await late.getByRole('link', { name: 'Клиенты' }).first().click();
    await late.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
    const hours = { user: elena.id, start_time: '09:00', end_time: '18:00', is_available: true };
    const day = Temporal.PlainDate.from(inDays(3)).dayOfWeek % 7;
    await elena.api.collection('availability_settings').create({ ...hours, day_of_week: day });
    await kabinet.ask(elena.link, `${inDays(3)}T12:00`, { name: 'Пётр Семёнов', phone: '+7 903 771-40-12' });
    await late.getByText('Новая заявка', { exact: true }).first().waitFor();
    assert.equal(await late.getByText('Новая заявка', { exact: true }).count(), 1);
  });

  await longStep('AUTH-09 a new password leaves the other tab of this browser where it is', async () => {
    const other = await elena.browser.newPage();
    await other.goto('/dashboard/notes');
    await other.getByText('Меж двух запросов').waitFor();
    await page.bringToFront();
    await page.getByRole('link', { name: 'Вход и безопасность' }).click();
    await page.getByRole('button', { name: 'Изменить пароль' }).click();
    await page.getByRole('dialog').getByLabel('Текущий пароль').fill(elena.password);
    await page.getByRole('dialog').getByLabel('Новый пароль').fill('другая-тихая-комната-8');
    await page.getByRole('dialog').getByRole('button', { name: 'Изменить пароль' }).click();
    await page.getByText('Пароль изменён.').waitFor();
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

test('PUBLIC-06 a page that many ask for a time takes one more request, after a little work', async () => {
  const busy = await kabinet.practitioner('busy@kabinet.example');
  const [day, next] = [inDays(5), inDays(6)];
  for (const date of [day, next]) {
    const hours = { user: busy.id, start_time: '10:00', end_time: '20:00', is_available: true };
    const day_of_week = Temporal.PlainDate.from(date).dayOfWeek % 7;
    await busy.api.collection('availability_settings').create({ ...hours, day_of_week });
  }
  for (let hour = 10; hour < 20; hour += 1) {
    await kabinet.ask(busy.link, `${day}T${hour}:00`, { name: 'Посетитель', phone: '+79167703105' });
  }
  const visitor = await kabinet.person();
  const page = await visitor.newPage();
  const asked = page.waitForResponse((response) => response.status() === 429);
  await page.goto(busy.link);
  await choose(page, next);
  await page.getByRole('button', { name: '10:00', exact: true }).click();
  await send(page, 'Нина Белова', '+7 905 318 44 21');
  await Promise.all([asked, page.getByRole('heading', { name: 'Заявка отправлена!' }).waitFor()]);
  await visitor.close();
});
