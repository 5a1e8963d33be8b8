import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page, Route } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { DESKTOP, onKabinet, PHONE, practice } from '#e2e/kabinet.ts';
import { addSeries } from '#e2e/series-practice.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { FIRST_LISTS } from '#e2e/network.ts';
import { lead } from '#e2e/lead.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { failureToast, toast } from '#e2e/toast.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

const TODAY = Temporal.PlainDate.from(inDays(0));
/** Midnight may pass while the journey runs. */
const day = (days: number) => TODAY.add({ days }).toString();
const HEAD = `Сегодня, ${TODAY.toLocaleString('ru', { weekday: 'long', day: 'numeric', month: 'long' })}`;
const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

test('a practitioner’s day', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'today');
  const longStep = longSteps(step);
  const [anna, pavel] = await Promise.all(
    ['Анна Ковальчук', 'Павел Дёмин'].map(async (name, index) => {
      const phone = `+7 916 204-18-3${index}`;
      return (await elena.api.collection('clients').create({ user: elena.id, name, phone })).id;
    }),
  );
  const add = async (at: string, parts: object = {}) => {
    const session = { user: elena.id, client: anna, duration: 60, status: 'scheduled', allowOverlap: true };
    return (await elena.api.collection('sessions').create({ ...session, date: moscow(at), ...parts })).id;
  };
  const statusOf = async (id: string): Promise<unknown> =>
    (await elena.api.collection('sessions').getOne(id, { fields: 'status' }))['status'];
  const today = page.getByRole('region', { name: HEAD });
  const rows = today.getByRole('listitem');
  const row = (time: string) => rows.filter({ hasText: time });
  const lit = today.locator('[aria-current="time"]');
  const waiting = page.getByRole('region', { name: 'Ждут отметки' });
  const undo = page.getByRole('status').getByRole('button', { name: 'Вернуть' });
  const dialog = page.getByRole('dialog');
  await page.addInitScript(setClock);
  const at = (time: string) => page.evaluate(moveClock, moscow(time));
  const open = (path: string, time: string) => page.goto(`${path}?at=${moscow(`${day(0)}T${time}`)}`);
  /** Without loading the page again. */
  const go = async (path: string, time: string) => {
    await at(`${day(0)}T${time}`);
    await lead(page, path);
  };

  await step('SESSION-12 AUTH-10 home claims nothing before it knows, and nothing false of an empty day', async () => {
    const held = Promise.withResolvers<void>();
    await page.route(FIRST_LISTS, (route) => route.abort());
    await page.route(/collections\/(booking|clients|sessions|blog_posts)\/records/, async (route) => {
      await held.promise;
      await route.continue().catch(() => null);
    });
    await open('/', '08:00');
    const links = page.getByRole('navigation', { name: 'Разделы' });
    await links.getByText('заявки по ссылке').waitFor();
    assert.equal(await page.getByText(/заявок нет|пока нет|сегодня нет|свободный день/).count(), 0);
    held.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await links.getByText('новых заявок нет').waitFor();
    await links.getByText('сегодня нет').waitFor();
    await links.getByText('2 клиента').waitFor();
    await links.getByText('пока нет').waitFor();
    await page.getByText(/^Пять шагов/).waitFor();
    await lead(page, '/dashboard/sessions');
    await page.getByRole('heading', { level: 1, name: 'Сессии' }).waitFor();
  });

  let backlog: string[] = [];
  const ids = {
    old: await add(`${day(-3)}T20:00`, { client: pavel, status: 'reserved' }),
    morning: await add(`${day(0)}T10:00`),
    noon: await add(`${day(0)}T12:00`, { client: pavel }),
    now: await add(`${day(0)}T13:00`, { duration: 45 }),
    evening: await add(`${day(0)}T18:00`, { client: pavel, status: 'reserved' }),
  };
  await add(`${day(0)}T15:00`, { status: 'canceled' });
  await add(`${day(0)}T09:00`, { status: 'completed' });

  await step('SESSION-12 home that was open before the first session comes back with the day', async () => {
    await row('18:00').waitFor();
    await lead(page, '/');
    await page.getByRole('heading', { level: 1, name: /Елена/ }).waitFor();
    await row('18:00').waitFor();
    assert.equal(await page.getByText(/^Пять шагов/).count(), 0);
    const named = TODAY.toLocaleString('ru', { day: 'numeric', month: 'long' });
    assert.equal(await page.getByText(named).filter({ visible: true }).count(), 1, 'the date stands there once');
  });

  await step('SESSION-12 today stands on top, by time, the current session lit, then the next one', async () => {
    await go('/dashboard/sessions', '13:40');
    await row('18:00').waitFor();
    await becomes(
      async () => (await rows.getByRole('time').allInnerTexts()).map(words),
      ['09:00', '10:00', '12:00', '13:00', '15:00', '18:00'],
    );
    // The figures of the typeface are not of one width.
    const lefts = await rows
      .locator('[title][translate="no"]')
      .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().left));
    assert.equal(new Set(lefts).size, 1, `names begin at ${lefts.join(', ')}`);
    await today.getByText('5 сессий, 4 часа 45 минут, 1 отмена').waitFor();
    await lit.getByText('идёт до 13:45').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Ближайшая сессия' }).count(), 0);
    const line = today.locator('li[aria-hidden]');
    await becomes(() => line.innerText(), '13:40');
    assert.ok(((await line.boundingBox())?.y ?? 0) > ((await row('13:00').boundingBox())?.y ?? Infinity));
    await at(`${day(0)}T13:50`);
    await lit.getByText('18:00').waitFor();
    await row('18:00').getByText('через 4 ч 10 мин').waitFor();
    await row('18:00')
      .getByRole('button', { name: /Павел Дёмин/ })
      .click();
    await dialog.getByRole('heading', { name: 'Павел Дёмин' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await step('SESSION-13 what waits for a mark is marked in its row, and the press is taken back', async () => {
    await becomes(() => waiting.getByRole('button').first().innerText().then(words), '1 сессия ждёт отметки');
    assert.equal(await row('09:00').getByRole('group').count(), 0);
    const marked = ({ pathname }: URL) => pathname.endsWith(`/sessions/records/${ids.morning}`);
    const pressed = Promise.withResolvers<void>();
    // The first mark cannot be through before the second press.
    await page.route(marked, (route) => pressed.promise.then(() => route.continue()), { times: 1 });
    await row('10:00').getByRole('button', { name: 'Состоялась' }).dblclick();
    pressed.resolve();
    await page.getByRole('status').getByText('Состоялась: 10:00, Анна Ковальчук').waitFor();
    await row('10:00').getByText('Состоялась').waitFor();
    await becomes(() => statusOf(ids.morning), 'completed');
    await becomes(() => page.evaluate(() => document.activeElement?.textContent?.slice(0, 5)), '10:00');
    await undo.click();
    await page.getByRole('status').getByText('Отметка снята').waitFor();
    await becomes(() => statusOf(ids.morning), 'scheduled');
    await row('12:00').getByRole('button', { name: 'Отмена' }).click();
    await becomes(() => statusOf(ids.noon), 'canceled');
    await today.getByText('4 сессии, 3 часа 45 минут, 2 отмены').waitFor();
    // Its time may be taken meanwhile: it comes back all the same.
    await add(`${day(0)}T12:00`, { status: 'completed' });
    await undo.last().click();
    await becomes(() => statusOf(ids.noon), 'scheduled');
  });

  await step('SESSION-13 a mark is not written over what another window has set a moment ago', async () => {
    const record = ({ pathname }: URL) => pathname.endsWith(`/sessions/records/${ids.morning}`);
    const meanwhile = async (route: Route) => {
      await elena.api.collection('sessions').update(ids.morning, { status: 'canceled' });
      await route.continue();
    };
    await page.route(record, meanwhile, { times: 1 });
    await row('10:00').getByRole('button', { name: 'Состоялась' }).click();
    const told = page.getByRole('status').filter({ hasText: 'Сессию изменили в другом месте' });
    await told
      .getByText(`Теперь там: ${shown(day(0))} 10:00, Анна Ковальчук, Отмена. Отметка не поставлена.`)
      .waitFor();
    assert.equal(await statusOf(ids.morning), 'canceled');
    await elena.api.collection('sessions').update(ids.morning, { status: 'scheduled' });
    await row('10:00').getByRole('button', { name: 'Состоялась' }).waitFor();
  });

  await longStep('SESSION-13 a press that fails keeps the row and says so', async () => {
    server.refuseWrites('sessions');
    await row('13:00').getByRole('button', { name: 'Состоялась' }).click();
    await failureToast(page, 'Ошибка при обновлении сессии').waitFor();
    server.mend();
    await row('13:00').getByRole('button', { name: 'Состоялась', disabled: false }).waitFor();
  });

  await step('SESSION-13 they are gathered with their dates, the newest first, and by the keyboard', async () => {
    await row('13:00').getByRole('button', { name: 'Состоялась' }).click();
    await becomes(() => statusOf(ids.now), 'completed');
    backlog = [await add(`${day(-2)}T12:00`, { status: 'reserved' }), await add(`${day(-2)}T09:00`, { client: pavel })];
    await becomes(() => waiting.getByRole('button').first().innerText().then(words), '3 сессии ждут отметки');
    const line = waiting.getByRole('button').first();
    await line.focus();
    await page.keyboard.press('Enter');
    const found = waiting.getByRole('listitem');
    await becomes(
      async () => (await found.allInnerTexts()).map((text) => words(text).slice(0, 16)),
      [`${shown(day(-2))} 12:00`, `${shown(day(-2))} 09:00`, `${shown(day(-3))} 20:00`],
    );
    await found.last().getByRole('button', { name: 'Отмена', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await becomes(() => statusOf(ids.old), 'canceled');
    await becomes(() => found.count(), 2);
    const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.innerText ?? '');
    await becomes(async () => words(await focused()).includes('09:00'), true);
  });

  await step('SESSION-13 a day is marked at once, today’s too, and taken back with what each was before', async () => {
    const all = (place: Locator) => place.getByRole('button', { name: /^Все состоялись/ });
    const statuses = () => Promise.all([...backlog, ids.morning, ids.noon].map(statusOf));
    // Another window is quicker with one of them.
    const batch = '**/api/batch';
    await page.route(
      batch,
      async (route) => {
        await elena.api.collection('sessions').update(backlog[0] ?? '', { status: 'canceled', outcome: 'no_show' });
        await route.continue();
      },
      { times: 1 },
    );
    await all(waiting).dblclick();
    await page
      .getByRole('status')
      .getByText(/^Состоялась 1\sсессия/)
      .waitFor();
    await page.getByRole('status').getByText('Сессию изменили в другом месте').waitFor();
    assert.deepEqual(await statuses(), ['canceled', 'completed', 'scheduled', 'scheduled']);
    await waiting.waitFor({ state: 'detached' });
    await all(today).click();
    await becomes(statuses, ['canceled', 'completed', 'completed', 'completed']);
    await becomes(() => all(today).count(), 0);
    await becomes(() => page.evaluate(() => document.activeElement?.closest('section') !== null), true);
    await page
      .getByRole('status')
      .getByText(/^Состоялись 2/)
      .waitFor();
    await undo.last().click();
    await becomes(statuses, ['canceled', 'completed', 'scheduled', 'scheduled']);
    await page
      .getByRole('status')
      .getByText(/^Отметка снята: 2/)
      .waitFor();
  });

  await step('SESSION-13 an undo that another window has forestalled says so, and counts nothing', async () => {
    const two = [ids.morning, ids.noon];
    const statuses = () => Promise.all(two.map(statusOf));
    const update = (values: object) =>
      Promise.all(two.map((id) => elena.api.collection('sessions').update(id, { allowOverlap: true, ...values })));
    const elsewhere = page.getByRole('status').getByText('Сессию изменили в другом месте');
    await elsewhere.waitFor({ state: 'detached' });
    await today.getByRole('button', { name: /^Все состоялись/ }).click();
    await becomes(statuses, ['completed', 'completed']);
    const marked = toast(page, /^Состоялись 2/);
    await marked.waitFor();
    await update({ status: 'canceled' });
    await marked.getByRole('button', { name: 'Вернуть' }).click();
    await elsewhere.waitFor();
    assert.equal(await page.getByText(/^Отметка снята: 0/).count(), 0);
    assert.deepEqual(await statuses(), ['canceled', 'canceled']);
    await update({ status: 'scheduled' });
    await row('10:00').getByRole('button', { name: 'Состоялась' }).waitFor();
  });

  await step('CLIENT-13 on a phone a long name leaves the digits of namesakes in sight', async () => {
    const name = 'Александра Константиновна Гусева-Воскресенская';
    const clients = elena.api.collection('clients');
    await clients.update(pavel ?? '', { name });
    const { id } = await clients.create({ user: elena.id, name, phone: '+7 916 555-18-35' });
    await add(`${day(0)}T20:00`, { client: id });
    await page.setViewportSize(PHONE);
    const shownName = row('20:00').getByText(/18-35$/);
    await shownName.waitFor();
    await becomes(() => shownName.evaluate((one) => one.scrollWidth - one.clientWidth), 0);
    await page.setViewportSize(DESKTOP);
    await clients.delete(id);
    await clients.update(pavel ?? '', { name: 'Павел Дёмин' });
    await row('20:00').waitFor({ state: 'detached' });
  });

  await step(
    'SESSION-13 SESSION-16 writing after a session takes two presses from home, and leads back there',
    async () => {
      await open('/', '13:55');
      const write = row('10:00').getByRole('link', { name: 'Записать' });
      // None of the four leaves the sheet of home.
      const right = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().right);
      for (const width of LONG_FORM ? [1280, 1024, 800] : [800]) {
        await page.setViewportSize({ ...DESKTOP, width });
        assert.ok((await right(write)) <= (await right(row('10:00'))), `${width} px`);
      }
      await page.setViewportSize(DESKTOP);
      await write.click();
      await dialog.getByLabel('Новости клиента').fill('Спала лучше.');
      await dialog.getByRole('button', { name: 'Сохранить' }).click();
      await page.getByText('Сессия обновлена').waitFor();
      await becomes(() => statusOf(ids.morning), 'completed');
      await dialog.waitFor({ state: 'detached' });
      // Where it was opened from.
      await page.waitForURL(({ pathname }) => pathname === '/');
    },
  );

  await step('SESSION-12 SESSION-14 the next session of a client is planned by two presses from home', async () => {
    await go('/', '14:00');
    await row('10:00')
      .getByRole('link', { name: /Анна Ковальчук/ })
      .click();
    await dialog.getByRole('button', { name: 'Повторить через неделю' }).click();
    const filter = `date = '${moscow(`${day(7)}T10:00`)}'`;
    await becomes(async () => (await elena.api.collection('sessions').getList(1, 1, { filter })).totalItems, 1);
    await page.keyboard.press('Escape');
  });

  await step('SESSION-16 a session planned from a client’s card leads back to the card', async () => {
    await lead(page, `/dashboard?client=${anna}`);
    await dialog.getByRole('link', { name: 'Новая сессия' }).click();
    await page.getByLabel('Дата').fill(shown(day(9)));
    // Free times of another day take more or fewer rows, and move what is below them.
    await page.getByRole('heading', { name: new RegExp(`, ${Temporal.PlainDate.from(day(9)).day}\\s`) }).waitFor();
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.getByRole('heading', { name: 'Анна Ковальчук' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/dashboard');
    for (const { id } of await elena.api.collection('sessions').getFullList({ filter: `date > '${day(9)}'` })) {
      await elena.api.collection('sessions').delete(id);
    }
  });

  await step('SESSION-12 the head line does not hide what waits for a mark when the day is over', async () => {
    await add(`${day(-4)}T10:00`);
    await go('/', '22:00');
    await page.getByText('На сегодня сессий больше нет.').waitFor();
    await page.getByRole('link', { name: '1 сессия ждёт отметки' }).click();
    await page.waitForURL(/sessions/);
    await waiting.waitFor();
  });

  await step('SESSION-12 midnight passes over the open page', async () => {
    const late = await add(`${day(0)}T23:30`);
    await go('/dashboard/sessions', '23:50');
    await lit.getByText('идёт до 00:30').waitFor();
    await at(`${day(1)}T00:10`);
    const tomorrow = page.getByRole('region', { name: /^Сегодня/ });
    await tomorrow.getByText(new RegExp(`${TODAY.add({ days: 1 }).day} [а-я]+$`)).waitFor();
    await tomorrow.locator('[aria-current="time"]').getByText('23:30').waitFor();
    await becomes(() => tomorrow.getByRole('listitem').count(), 1);
    await tomorrow.getByText('1 сессия, 30 минут').waitFor();
    await at(`${day(1)}T08:00`);
    await tomorrow.getByText('с 23:30').waitFor();
    await tomorrow.getByText('до 00:30').waitFor();
    await elena.api.collection('sessions').delete(late);
    await tomorrow.getByText('Сегодня свободный день').waitFor();
    // The next one, on another day.
    const next = page.getByRole('region', { name: 'Ближайшая сессия' });
    await next.getByText('10:00').waitFor();
    const named = TODAY.add({ days: 7 }).toLocaleString('ru', { weekday: 'long', day: 'numeric', month: 'long' });
    await next.getByText(new RegExp(named, 'i')).waitFor();
    await lead(page, '/');
    await page.getByRole('link', { name: new RegExp(`${named}.*, 10:00`) }).click();
    await dialog.getByRole('heading', { name: 'Анна Ковальчук' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Сегодня свободный день').waitFor();
  });

  await step('SESSION-12 past sessions are one press away, however many are planned', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, week) => add(`${day(8 + 7 * week)}T11:00`, { client: pavel })));
    await open('/dashboard/sessions', '14:00');
    await page.getByRole('button', { name: 'К прошедшим' }).focus();
    await page.keyboard.press('Enter');
    const past = page.getByRole('heading', { name: 'Прошедшие' });
    await becomes(() => past.evaluate((heading) => heading === document.activeElement), true);
    const top = async () => (await page.getByRole('region', { name: /^Прошедшие/ }).boundingBox())?.y ?? Infinity;
    await becomes(async () => (await top()) < DESKTOP.height, true);
    await page.keyboard.press('Tab');
    await becomes(
      () => page.evaluate(() => document.activeElement?.closest('section')?.querySelector('h2')?.innerText.slice(0, 9)),
      'Прошедшие',
    );
  });

  await step('SESSION-16 the nearest stand first, by day: two weeks, then more, as this browser keeps it', async () => {
    const order = (name: string) => page.getByRole('radio', { name });
    const upcoming = page.getByRole('region', { name: /^Предстоящие/ });
    const headings = async () => (await upcoming.getByRole('heading', { level: 3 }).allInnerTexts()).map(words);
    const named = (ahead: number) => {
      const date = TODAY.add({ days: ahead });
      const text = date.toLocaleString('ru', { weekday: 'long', day: 'numeric', month: 'long' });
      const year = date.year === TODAY.year ? '' : ` ${date.year}`;
      if (ahead <= 1) return `${ahead === 0 ? 'Сегодня' : 'Завтра'}, ${text}${year}`;
      return `${text[0]?.toUpperCase()}${text.slice(1)}${year}`;
    };
    // More than a page holds.
    const quarters = Array.from({ length: 70 }, (_, index) =>
      TODAY.add({ days: 1 })
        .toPlainDateTime()
        .add({ minutes: index * 15 })
        .toString({ smallestUnit: 'minute' }),
    );
    await Promise.all(quarters.map((start) => add(start, { duration: 15 })));
    await open('/dashboard/sessions', '14:00');
    await upcoming.waitFor();
    assert.ok(await order('Сначала новые').isChecked(), 'sessions that do not repeat begin with the newest');
    await order('Ближайшие').check();
    await becomes(headings, [0, 1, 7, 8].map(named));
    const tomorrow = upcoming.getByRole('list', { name: named(1) });
    assert.equal(await tomorrow.getByRole('listitem').count(), quarters.length);
    const first = (
      await upcoming
        .getByRole('button', { name: /\d\d:\d\d/ })
        .first()
        .innerText()
    ).split('\n')[0];
    assert.equal(words(first ?? ''), `${shown(day(0))} 15:00`);
    await upcoming.getByText(`Ещё 39 сессий, следующая ${TODAY.add({ days: 15 }).day}`).waitFor();
    await upcoming.getByRole('button', { name: 'Показать дальше' }).click();
    await becomes(headings, [0, 1, 7, 8, 15, 22].map(named));
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), named(15));
    await page.getByRole('button', { name: 'К прошедшим' }).click();
    await becomes(() => page.evaluate(() => document.activeElement?.textContent?.slice(0, 9)), 'Прошедшие');
    await page.getByPlaceholder('Поиск по клиенту или дате...').fill('демин');
    await becomes(headings, [0, 8].map(named));
    await page.reload();
    await becomes(headings, [0, 1, 7, 8].map(named));
    assert.ok(await order('Ближайшие').isChecked());
    await page.evaluate(() => localStorage.removeItem('kabinet-session-order'));
    await addSeries(elena, { client: anna, start: `${day(5)}T21:00`, every_weeks: 1, duration: 60, count: 3 });
    await open('/dashboard/sessions', '14:00');
    await becomes(headings, [0, 1, 5, 7, 8, 12].map(named));
    assert.ok(await order('Ближайшие').isChecked(), 'sessions that repeat begin with the nearest');
  });

  await step('SESSION-12 a session just saved is on the screen, wherever the list has it', async () => {
    const far = TODAY.add({ days: 100 });
    await lead(page, `/dashboard/sessions/new/${anna}?date=${far.toString()}&time=11:30`);
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.waitForURL('/dashboard/sessions');
    const date = far.toLocaleString('ru', { weekday: 'long', day: 'numeric', month: 'long' });
    const saved = page.getByRole('button', { name: `Сохранено: ${date}, 11:30, Анна Ковальчук` });
    await saved.click();
    await dialog.getByText(`${far.toLocaleString('ru', { day: 'numeric', month: 'long' })} ${far.year}`).waitFor();
    await page.keyboard.press('Escape');
    if (!LONG_FORM) return;
    await open('/dashboard/sessions', '14:00');
    await today.waitFor();
    assert.equal(await saved.count(), 0);
  });

  await longStep('SESSION-12 A11Y-01 nothing is wider than the phone, and what is pressed is 44 px high', async () => {
    await elena.api.collection('clients').update(anna ?? '', { name: 'Константинопольская-Преображенская А. С.' });
    for (const width of [PHONE.width, 320]) {
      await page.setViewportSize({ width, height: PHONE.height });
      for (const path of ['/', '/dashboard/sessions']) {
        await open(path, '22:00');
        await row('12:00').first().waitFor();
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${path} ${width}`);
        const small = await heights(page);
        assert.deepEqual(small, [], `${path} ${width}`);
      }
    }
  });
});

/** The texts of the buttons and links of the day that are too low for a thumb. */
function heights(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main section[aria-labelledby] ol :is(button, a)')]
      .filter((target) => target.getBoundingClientRect().height < 44)
      .map((target) => target.textContent ?? ''),
  );
}

declare global {
  interface Window {
    /** The page's clock is ahead by this many milliseconds. */
    ahead: number;
  }
}

/** Sets the page's clock to the instant that its address gives. */
function setClock(): void {
  const instant = Temporal.Now.instant.bind(Temporal.Now);
  const given = new URLSearchParams(location.search).get('at');
  window.ahead = given ? Date.parse(given) - Date.now() : 0;
  Temporal.Now.instant = () => instant().add({ milliseconds: window.ahead });
}

function moveClock(to: string): void {
  window.ahead = Date.parse(to) - Date.now();
  document.dispatchEvent(new Event('visibilitychange'));
}
