import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { axeFindings } from '#e2e/axe.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { DAY, furnish, rename } from '#e2e/calendar-practice.ts';
import { countCommits } from '#e2e/count-commits.ts';
import { DESKTOP, inDays, journey, moscow, onKabinet, PHONE, slowLine } from '#e2e/kabinet.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

test('a practitioner looks at the month', async (t) => {
  const elena = await kabinet.practitioner('month@kabinet.example');
  t.after(() => elena.browser.close());
  const [, first = ''] = await furnish(elena, [...DAY, { at: '2026-12-06T22:00', client: 2 }]);
  const page = await elena.browser.newPage();
  const step = journey(t, 'calendar-month', () => [elena.browser]);
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  const wednesday = page.getByRole('button', { name: 'среда, 18 ноября, 4 сессии' });
  const dialog = page.getByRole('dialog');

  await step('CAL-01 the month stands in weeks from Monday, with counts and the first sessions', async () => {
    await page.goto('/dashboard/calendar?date=2026-11-18');
    await heading('Ноябрь 2026');
    const weekdays = page.getByRole('columnheader');
    await weekdays.first().waitFor();
    await becomes(() => weekdays.allInnerTexts(), ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']);
    await becomes(() => page.getByRole('gridcell').count(), 42);
    await page.getByRole('gridcell').first().getByRole('button', { name: 'понедельник, 26 октября' }).waitFor();
    await wednesday.waitFor();
    assert.equal(
      (await wednesday.innerText()).replaceAll(/\s+/g, ' '),
      '18 4 10:00 Орлова 12:00 Ковальчук 15:00 Ковальчук',
    );
    await page.getByRole('button', { name: 'четверг, 19 ноября, сессий нет' }).waitFor();
    await page.getByRole('gridcell').last().getByRole('button', { name: 'воскресенье, 6 декабря, 1 сессия' }).waitFor();
  });

  await step('CAL-01 arrows lead to the neighbouring months and «Сегодня» back, and the address follows', async () => {
    await page.getByRole('button', { name: 'Следующий месяц' }).click();
    await heading('Декабрь 2026');
    await page.waitForURL('**/dashboard/calendar?view=month&date=2026-12-18');
    await page.getByRole('button', { name: 'Следующий месяц' }).click();
    await heading('Январь 2027');
    await page.getByRole('button', { name: 'Предыдущий месяц' }).click();
    await heading('Декабрь 2026');
    await page.getByRole('button', { name: 'Сегодня' }).click();
    const today = Temporal.PlainDate.from(inDays(0));
    await heading(capital(`${today.toLocaleString('ru', { month: 'long' })} ${today.year}`));
    const current = page.locator('[aria-current="date"]');
    await becomes(() => current.getAttribute('data-date'), today.toString());
    assert.match((await current.getAttribute('aria-label')) ?? '', /, сегодня$/);
    await page.reload();
    await current.waitFor();
  });

  await step('CAL-01 one day is in the tab order, and the keys lead from it into other months', async () => {
    await page.goto('/dashboard/calendar?date=2026-11-18');
    await wednesday.focus();
    await page.keyboard.press('ArrowDown');
    await focusedDay(page, '2026-11-25');
    await page.keyboard.press('End');
    await focusedDay(page, '2026-11-29');
    await page.keyboard.press('PageDown');
    await heading('Декабрь 2026');
    await focusedDay(page, '2026-12-29');
    await becomes(() => page.locator('[data-date][tabindex="0"]').count(), 1);
  });

  await step('CAL-01 SESSION-01 the add button leads to planning a session', async () => {
    await page.getByRole('link', { name: 'Новая сессия' }).click();
    await page.waitForURL('/dashboard/sessions/new');
    await page.goBack();
    await heading('Декабрь 2026');
  });

  await step('CAL-02 a day opens its sessions by time, and Esc returns to it', async () => {
    await page.goto('/dashboard/calendar?date=2026-11-18');
    await wednesday.click();
    await dialog.getByRole('heading', { name: 'Среда, 18 ноября' }).waitFor();
    await dialog.getByText('4 сессии, 4 часа').waitFor();
    const cards = dialog.getByRole('listitem');
    const texts = await cards.allInnerTexts();
    assert.deepEqual(
      texts.map((text) => /18\.11\.2026 (\d\d:\d\d)/.exec(text)?.[1]),
      ['10:00', '12:00', '15:00', '18:00'],
    );
    await cards.nth(0).getByText('Состоялась').waitFor();
    await cards.nth(3).getByText('Бронь').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focusedDay(page, '2026-11-18');
  });

  await step('CAL-02 SESSION-05 a card is edited in two steps, its news are saved whatever the status', async () => {
    await wednesday.click();
    await dialog.getByRole('button', { name: /Орлова Вера Павловна/ }).click();
    await dialog.getByText('Шаг 1: Информация').waitFor();
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByLabel('Новости клиента').fill('Вышла на работу.');
    await dialog.getByRole('button', { name: 'Назад' }).click();
    await dialog.getByText('Отмена', { exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByText('Сессия готова к сохранению').waitFor();
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Сессия обновлена').waitFor();
    await dialog.getByRole('heading', { name: 'Среда, 18 ноября' }).waitFor();
    await dialog.getByText('4 сессии, 3 часа, 1 отмена').waitFor();
    const { status, news } = await elena.api.collection('sessions').getOne(first);
    assert.deepEqual({ status, news }, { status: 'canceled', news: 'Вышла на работу.' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await step('CAL-02 what another device changes appears by itself', async () => {
    await elena.api.collection('sessions').update(first, { date: moscow('2026-11-19T10:00') });
    await page.getByRole('button', { name: 'среда, 18 ноября, 3 сессии' }).waitFor();
    await page.getByRole('button', { name: 'четверг, 19 ноября, 1 сессия' }).waitFor();
  });

  await step('CAL-02 SESSION-04 a session whose client is gone says so', async () => {
    server.change('delete from clients where user = ?', elena.id);
    await page.reload();
    await page.getByRole('button', { name: 'среда, 18 ноября, 3 сессии' }).click();
    await dialog.getByText('Клиент удален').nth(2).waitFor();
    await dialog.getByText('Клиент удален').first().click();
    await dialog.getByRole('heading', { name: 'Клиент не найден' }).waitFor();
  });

  await step('CAL-01 the sessions are being read, cannot be read, and are read again', async () => {
    const restore = await slowLine(page, 600);
    await page.goto('/dashboard/calendar?date=2025-03-10');
    await page.getByText('Загрузка сессий...').waitFor();
    await page.getByText('Загрузка сессий...').waitFor({ state: 'detached' });
    await restore();
    server.breakTable('sessions');
    await page.getByRole('radio', { name: 'Месяц' }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Следующий месяц' }).click();
    await page.getByRole('button', { name: 'Следующий месяц' }).click();
    await page.getByRole('heading', { name: 'Ошибка при загрузке сессий' }).waitFor();
    server.mend();
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page.getByRole('grid', { name: 'Май 2025' }).waitFor();
  });
});

test('days are the practitioner’s own', async (t) => {
  const elena = await kabinet.practitioner('zones@kabinet.example', { timezoneId: 'Asia/Vladivostok' });
  t.after(() => elena.browser.close());
  await furnish(elena, [
    { at: '2026-10-26T01:30', client: 0, duration: 30 },
    { at: '2026-10-26T02:00', client: 1, duration: 30 },
    { at: '2027-01-01T01:30', client: 0, duration: 30 },
    { at: '2027-01-01T02:00', client: 1, duration: 30 },
  ]);
  const page = await elena.browser.newPage();
  const step = journey(t, 'calendar-zones', () => [elena.browser]);
  const live = async (timeZone: string) => {
    const [profile] = await elena.api.collection('profiles').getFullList({ filter: `user = '${elena.id}'` });
    await elena.api.collection('profiles').update(profile?.id ?? '', { time_zone: timeZone });
  };
  const october = (day: string) => page.getByRole('gridcell').getByRole('button', { name: day });

  await step('CAL-03 in Berlin the day of the clock change ends an hour later than its 24 hours', async () => {
    await live('Europe/Berlin');
    await page.goto('/dashboard/calendar?date=2026-10-25');
    await october('воскресенье, 25 октября, 1 сессия').click();
    await page.getByRole('dialog').getByText('25.10.2026 23:30').waitFor();
    await page.keyboard.press('Escape');
    await october('понедельник, 26 октября, 1 сессия').click();
    await page.getByRole('dialog').getByText('26.10.2026 00:00').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  await step('CAL-03 in Berlin the year ends between the two sessions of New Year’s night', async () => {
    await page.goto('/dashboard/calendar?date=2026-12-31');
    await october('четверг, 31 декабря, 1 сессия').waitFor();
    await october('пятница, 1 января, 1 сессия').waitFor();
  });

  for (const [timeZone, days] of [
    ['Asia/Kathmandu', ['понедельник, 26 октября, 2 сессии', 'воскресенье, 25 октября, сессий нет']],
    ['America/St_Johns', ['воскресенье, 25 октября, 2 сессии', 'понедельник, 26 октября, сессий нет']],
  ] as const) {
    await step(`CAL-03 the same sessions lie on the days of ${timeZone}`, async () => {
      await live(timeZone);
      await page.goto('/dashboard/calendar?date=2026-10-25');
      for (const day of days) await october(day).waitFor();
    });
  }
});

test('a practitioner plans and moves sessions in the week', async (t) => {
  const elena = await kabinet.practitioner('week@kabinet.example');
  t.after(() => elena.browser.close());
  const [, , moved = ''] = await furnish(elena, [...DAY, { at: '2026-11-22T22:00', client: 2 }]);
  const page = await elena.browser.newPage();
  await page.addInitScript(countCommits);
  const step = journey(t, 'calendar-week', () => [elena.browser]);
  const anna = page.getByRole('button', { name: /Ковальчук Анна Сергеевна, 60 минут, Запланирована/ });
  const startOf = async () => (await elena.api.collection('sessions').getOne(moved))['date'];
  const dialog = page.getByRole('dialog');
  /** Returns the screen position of a time on a weekday; Monday is 0. */
  const pointOf = async (day: number, hour: number) => {
    const [column, reference] = await Promise.all([
      box(page.getByRole('cell').nth(day)),
      box(page.getByRole('button', { name: /^10:00 Орлова/ })),
    ]);
    return { x: column.x + column.width / 2, y: reference.y + (hour - 10) * 64 + 8 };
  };
  const dragTo = async (day: number, hour: number) => {
    const from = await box(anna);
    const to = await pointOf(day, hour);
    await page.mouse.move(from.x + 20, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 30);
    await page.mouse.move(to.x, to.y, { steps: 3 });
  };

  await step('CAL-01 the week is a table of days by the clock, one press away from the month', async () => {
    await page.goto('/dashboard/calendar?date=2026-11-18');
    await page.getByText('Неделя', { exact: true }).click();
    await page.waitForURL('**/dashboard/calendar?view=week&date=2026-11-18');
    await page.getByRole('heading', { name: '16–22 ноября', level: 1 }).waitFor();
    await page.getByRole('columnheader').getByRole('button', { name: 'среда, 18 ноября, 4 сессии' }).waitFor();
    await becomes(
      async () => times(await page.getByRole('cell').nth(2).getByRole('button').allInnerTexts()),
      ['10:00', '12:00', '15:00', '18:00'],
    );
    await page
      .getByRole('cell')
      .nth(6)
      .getByRole('button', { name: /^22:00 Дёмин/ })
      .waitFor();
    await page.getByRole('button', { name: 'Следующая неделя' }).click();
    await page.getByRole('heading', { name: '23–29 ноября', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: '16–22 ноября', level: 1 }).waitFor();
  });

  await step('CAL-02 a session of the week opens the edit dialog', async () => {
    await anna.click();
    await dialog.getByText('Шаг 1: Информация').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await step('SESSION-10 a dragged session shows its new time, is moved, and put back', async () => {
    await dragTo(3, 16.5);
    await page.getByText(/^16:30\s*Ковальчук Анна$/).waitFor();
    await page.mouse.up();
    await page.getByText('Сессия перенесена: четверг, 19 ноября, 16:30').waitFor();
    await becomes(() => startOf(), moscow('2026-11-19T16:30'));
    await page.getByRole('button', { name: 'Вернуть' }).click();
    await page.getByText('Сессия снова на прежнем месте').waitFor();
    await becomes(() => startOf(), moscow('2026-11-18T15:00'));
    assert.equal(await dialog.count(), 0);
  });

  await step('SESSION-10 Esc puts a dragged session back at once', async () => {
    await dragTo(4, 11);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await becomes(() => startOf(), moscow('2026-11-18T15:00'));
    await page.getByRole('button', { name: /^15:00 Ковальчук/ }).waitFor();
  });

  await step('SESSION-10 a window that loses the pointer puts a dragged session back', async () => {
    for (const event of ['blur', 'pointercancel']) {
      await dragTo(4, 11);
      await page.getByText(/^11:00\s*Ковальчук Анна$/).waitFor();
      await page.evaluate((name) => window.dispatchEvent(new Event(name)), event);
      await page.getByText(/^11:00\s*Ковальчук Анна$/).waitFor({ state: 'detached' });
      await page.mouse.up();
    }
    await becomes(() => startOf(), moscow('2026-11-18T15:00'));
  });

  await step('CAL-02 a pointer that moves within a half hour renders nothing', async () => {
    const { x, y } = await pointOf(0, 16.5);
    await page.mouse.move(x, y);
    await page.mouse.move(x + 1, y);
    await page.evaluate(() => (window.commits = 0));
    for (let at = 0; at < 20; at += 1) await page.mouse.move(x + at, y + (at % 5));
    assert.equal(await page.evaluate(() => window.commits), 0);
    await page.mouse.move(x, y + 40);
    await page.waitForFunction(() => window.commits > 0);
  });

  await step('SESSION-10 a failed move leaves the session where a later one has put it', async () => {
    const [first, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waits = [first, later];
    await page.route(`**/sessions/records/${moved}`, async (route) => {
      const wait = waits.shift();
      await wait?.promise;
      return wait === first
        ? route.fulfill({ status: 500, json: { status: 500, message: '', data: {} } })
        : route.continue();
    });
    for (const at of ['15:15', '15:30']) {
      await anna.focus();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: new RegExp(`^${at} Ковальчук`) }).waitFor();
    }
    let reads = 0;
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/sessions/records?')) reads += 1;
    });
    first.resolve();
    await page.getByRole('alert').getByText('Ошибка при обновлении сессии').waitFor();
    await page.getByRole('button', { name: /^15:30 Ковальчук/ }).waitFor();
    assert.equal(reads, 0, 'nothing is read before the later move is stored');
    later.resolve();
    await becomes(() => startOf(), moscow('2026-11-18T15:30'));
    await page.unroute(`**/sessions/records/${moved}`);
    await page.getByRole('button', { name: 'Вернуть' }).last().click();
    await becomes(() => startOf(), moscow('2026-11-18T15:15'));
    await elena.api.collection('sessions').update(moved, { date: moscow('2026-11-18T15:00') });
    await page.getByRole('button', { name: /^15:00 Ковальчук/ }).waitFor();
  });

  await step('SESSION-10 over time that is taken it asks, and saves the overlap on purpose', async () => {
    await dragTo(2, 12.5);
    await page.mouse.up();
    await dialog.getByRole('heading', { name: 'Это время уже занято' }).waitFor();
    await dialog.getByText('12:00–13:00').waitFor();
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    await dialog.waitFor({ state: 'detached' });
    await becomes(() => startOf(), moscow('2026-11-18T15:00'));
    await dragTo(2, 12.5);
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Перенести с пересечением' }).click();
    await page.getByText('Сессия перенесена: среда, 18 ноября, 12:30').waitFor();
    await becomes(() => startOf(), moscow('2026-11-18T12:30'));
    const [under, over] = await Promise.all([box(page.getByRole('button', { name: /^12:00 / })), box(anna)]);
    assert.ok(under.x + under.width <= over.x || over.x + over.width <= under.x);
  });

  await step('SESSION-10 A11Y-01 the keyboard carries a session too, and the focus goes along with it', async () => {
    const focused = anna.and(page.locator(':focus'));
    const at = page.getByRole('main').getByRole('status');
    await anna.focus();
    for (const key of ['Shift+ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await at.getByText('четверг, 19 ноября, 13:00').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await at.getByText('четверг').waitFor({ state: 'detached' });
    assert.equal(await dialog.count(), 0);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('Сессия перенесена: четверг, 19 ноября, 12:30').waitFor();
    await becomes(() => startOf(), moscow('2026-11-19T12:30'));
    await focused.waitFor();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Это время уже занято' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focused.waitFor();
  });

  await step('SESSION-10 a press on an empty half hour plans a session there', async () => {
    const { x, y } = await pointOf(0, 16.5);
    await page.mouse.click(x, y);
    await page.waitForURL(planning('2026-11-16', '16:30'));
    await page.goBack();
    await anna.waitFor();
  });

  await step('CAL-01 a session of three quarters of an hour cuts no line of its name in two', async () => {
    const client = await rename(elena, 'Дёмин Павел', 'Преображенская Александрина');
    const session = { user: elena.id, client, duration: 45, status: 'scheduled' };
    await elena.api.collection('sessions').create({ ...session, date: moscow('2026-11-20T10:00') });
    const block = page.getByRole('button', { name: /^10:00 Преображенская/ });
    await block.waitFor();
    assert.ok(await block.evaluate((shown) => shown.scrollHeight <= shown.clientHeight));
  });

  await step('SESSION-10 A11Y-01 the keyboard plans with one link that the arrows move', async () => {
    await page.getByRole('link', { name: /^Запланировать: / }).focus();
    await page.keyboard.press('Home');
    for (let day = 0; day < 7; day += 1) await page.keyboard.press('ArrowLeft');
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await page.getByRole('link', { name: 'Запланировать: вторник, 17 ноября, 10:30' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(planning('2026-11-17', '10:30'));
  });
});

test('a practitioner looks at the calendar on the phone', async (t) => {
  const elena = await kabinet.practitioner('pocket@kabinet.example', {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'no-preference',
  });
  t.after(() => elena.browser.close());
  await furnish(elena, DAY);
  const page = await elena.browser.newPage();
  const step = journey(t, 'calendar-phone', () => [elena.browser]);
  const main = page.getByRole('main');

  await step('CAL-01 CAL-02 the month shows numbers and counts, and the chosen day’s cards beneath', async () => {
    await page.goto('/dashboard/calendar?date=2026-11-16');
    await main.getByText('Сессий в этот день нет.').waitFor();
    await page.getByRole('button', { name: 'среда, 18 ноября, 4 сессии' }).tap();
    await page.getByRole('region', { name: 'Среда, 18 ноября' }).getByText('Дёмин Павел').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('button', { name: /Орлова Вера Павловна/ }).tap();
    await page.getByRole('dialog').getByText('Шаг 1: Информация').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  await step('CAL-01 the day stands under its week, the week is a list by day', async () => {
    await page.getByText('День', { exact: true }).tap();
    await page.getByRole('button', { name: /^15:00 Ковальчук Анна Сергеевна/ }).waitFor();
    await page.getByRole('button', { name: 'четверг, 19 ноября, сессий нет' }).tap();
    await page.getByRole('button', { name: /^15:00 Ковальчук/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Предыдущая неделя' }).tap();
    await page.getByRole('button', { name: 'четверг, 12 ноября, сессий нет', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Следующая неделя' }).tap();
    await page.getByText('Неделя', { exact: true }).tap();
    await page.getByRole('region', { name: 'Среда, 18 ноября' }).getByText('Дёмин Павел').waitFor();
    await becomes(() => page.getByRole('region').count(), 7);
  });

  await step('AUTH-11 with motion the menu, a dialog and a toast come and go too', async () => {
    const menu = page.getByRole('navigation', { name: 'Главное меню' });
    await page.getByRole('button', { name: 'Меню' }).tap();
    await menu.getByRole('link', { name: 'Клиенты' }).tap();
    await page.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
    await menu.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Меню' }).tap();
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: 'detached' });
    await page.goForward();
    await page.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('button', { name: /Орлова Вера Павловна/ }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Редактировать' }).tap();
    await dialog.getByLabel('Описание').fill('Бессонница');
    await dialog.getByRole('button', { name: 'Сохранить' }).tap();
    const saved = page.getByRole('status').filter({ hasText: 'Данные клиента обновлены' });
    await saved.getByRole('button', { name: 'Закрыть уведомление' }).tap();
    await saved.waitFor({ state: 'detached' });
    await dialog.getByText('Бессонница').waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
  });

  await step('A11Y-01 nothing is wider than the screen', async () => {
    for (const view of ['day', 'week', 'month']) {
      await page.goto(`/dashboard/calendar?view=${view}&date=2026-11-18`);
      await main
        .getByText(/Орлова|18/)
        .first()
        .waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), view);
    }
    const name = 'Константинопольская-Преображенская Александрина Святополковна';
    const client = await rename(elena, 'Дёмин Павел', name);
    const session = { user: elena.id, client, duration: 60, status: 'scheduled' };
    await elena.api.collection('sessions').create({ ...session, date: moscow(`${inDays(1)}T10:00`) });
    await page.goto('/dashboard/sessions');
    await page.getByRole('region', { name: 'Ближайшая сессия' }).getByText(name).waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
  });
});

test('A11Y-01 axe finds nothing in the calendar', async (t) => {
  const elena = await kabinet.practitioner('axe@kabinet.example');
  t.after(() => elena.browser.close());
  await furnish(elena, [
    ...DAY,
    { at: '2026-11-19T10:00', client: 0, status: 'canceled' },
    { at: '2026-11-19T10:30', client: 1, duration: 15 },
  ]);
  const page = await elena.browser.newPage();
  const found: string[] = [];
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    for (const view of ['month', 'week', 'day']) {
      await page.goto(`/dashboard/calendar?view=${view}&date=2026-11-18`);
      await page.getByText('10:00').first().waitFor({ state: 'attached' });
      found.push(...(await axeFindings(page, view, [viewport])));
    }
  }
  await page.setViewportSize(DESKTOP);
  await page.goto('/dashboard/calendar?view=month&date=2026-11-18&day=2026-11-18');
  await page.getByRole('dialog').getByText('4 сессии, 4 часа').waitFor();
  found.push(...(await axeFindings(page, 'day of the month', [DESKTOP])));
  assert.deepEqual(found, []);
});

/** Returns the address at which a session is planned at a time. */
function planning(date: string, time: string) {
  return ({ pathname, searchParams }: URL) =>
    pathname === '/dashboard/sessions/new' && searchParams.get('date') === date && searchParams.get('time') === time;
}

async function focusedDay(page: Page, date: string): Promise<void> {
  await page.waitForFunction((day) => document.activeElement?.getAttribute('data-date') === day, date);
}

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  assert.ok(found);
  return found;
}

function times(texts: string[]): string[] {
  return texts.map((text) => text.slice(0, 5));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
