import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { DAY, furnish } from '#e2e/calendar-practice.ts';
import { lead } from '#e2e/lead.ts';
import { longLook, longSteps } from '#e2e/long-steps.ts';
import { DESKTOP, onKabinet, PHONE } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { listening, loseAnswer } from '#e2e/network.ts';
import { oneLine } from '#e2e/one-line.ts';

const kabinet = onKabinet();

test('a practitioner plans from the calendar and comes back to it', async (t) => {
  const elena = await kabinet.practitioner('plan@kabinet.example');
  t.after(() => elena.browser.close());
  await furnish(elena, DAY);
  const page = await elena.browser.newPage();
  const step = journey(t, 'calendar-plan', () => [elena.browser]);
  const longStep = longSteps(step);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const find = page.getByPlaceholder('Поиск по имени или телефону...');

  await step('CAL-01 the frame of the week is there while its sessions load, and does not move', async () => {
    await page.goto('/dashboard/notes');
    await page.getByRole('heading', { name: 'Заметки', level: 1 }).waitFor();
    const loaded = Promise.withResolvers<void>();
    await page.route(/collections\/(sessions|availability_settings)\//, async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Календарь' }).click();
    await page.getByRole('radio', { name: 'Неделя', exact: true }).check();
    await main.getByText('Загрузка сессий...').waitFor();
    const head = page.getByRole('columnheader').getByRole('button').nth(2);
    const before = await head.boundingBox();
    assert.ok(before);
    assert.ok(((await page.getByRole('cell').first().boundingBox())?.height ?? 0) >= 9 * 64);
    loaded.resolve();
    await main.getByText('Загрузка сессий...').waitFor({ state: 'detached' });
    assert.deepEqual(await head.boundingBox(), before);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await step('CAL-04 a week without a session says that an empty place can be pressed', async () => {
    await lead(page, '/dashboard/calendar?view=week&date=2026-11-25');
    await main.getByText('Нажмите на свободное место, чтобы запланировать сессию.').waitFor();
    assert.equal(await main.getByText(/Сессию переносят/).count(), 0);
  });

  await step('CAL-04 a pressed empty place stays in sight on the picker, and leads back', async () => {
    await page
      .getByRole('cell')
      .nth(4)
      .click({ position: { x: 40, y: 6 * 64 + 10 } });
    await dialog.getByRole('heading', { name: 'Пятница, 27 ноября, 15:00' }).waitFor();
    // How many clients there are is read with the picker, not with the button that depends on it.
    const counted = page.waitForResponse(/\/clients\/records\?(?=.*perPage=1&)/);
    await dialog.getByRole('link', { name: 'Новый клиент' }).click();
    await counted;
    await main.getByText('Пятница, 27 ноября, 15:00').waitFor();
    await main.getByText('Выберите клиента для создания новой сессии', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Назад к календарю' }).click();
    await page.waitForURL('/dashboard/calendar?view=week&date=2026-11-27');
    await page.goBack();
    await main.getByText('Пятница, 27 ноября, 15:00').waitFor();
  });

  await step('CAL-04 CLIENT-03 at the limit of clients the picker says so', async () => {
    await find.fill('марина левченко');
    const add = page.getByRole('button', { name: 'Добавить клиента «марина левченко»' });
    await add.waitFor();
    const cut = await add.evaluate((button) =>
      [button, ...button.querySelectorAll('span')].some((one) => one.scrollWidth > one.clientWidth + 1),
    );
    assert.equal(cut, false, 'its words have room');
    await add.click();
    await main
      .getByText(/Достигнут лимит|перейдите в профиль/)
      .first()
      .waitFor();
    assert.equal(await dialog.count(), 0);
  });

  await longStep('CAL-04 CLIENT-04 a draft of another client is put aside, and brought back by a press', async () => {
    const [pavel] = await elena.api.collection('clients').getFullList({ filter: "name ~ 'Дёмин'" });
    await elena.api.collection('clients').delete(pavel?.id ?? '');
    await page.reload();
    await becomes(() => find.inputValue(), '');
    await find.fill('+7 905');
    await page.getByRole('button', { name: 'Добавить клиента «+7 905»' }).click();
    await main.getByText(/перейдите в профиль/).waitFor({ state: 'detached' });
    await becomes(() => dialog.getByLabel('Телефон').inputValue(), '+7 905');
    await dialog.getByLabel('Описание').fill('Отпуск');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await find.fill('марина левченко');
    await page.getByRole('button', { name: 'Добавить клиента «марина левченко»' }).click();
    await becomes(() => dialog.getByLabel('Имя').inputValue(), 'Марина Левченко');
    assert.equal(await dialog.getByLabel('Телефон').inputValue(), '');
    assert.equal(await dialog.getByLabel('Описание').inputValue(), '');
    await page
      .getByRole('paragraph')
      .filter({ hasText: 'Черновик другого клиента убран' })
      .getByRole('button', { name: 'Вернуть' })
      .click();
    await becomes(() => dialog.getByLabel('Описание').inputValue(), 'Отпуск');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await step('CAL-04 a client added from the picker gets the session at the pressed time', async () => {
    const [pavel] = await elena.api.collection('clients').getFullList({ filter: "name ~ 'Дёмин'" });
    if (pavel) await elena.api.collection('clients').delete(pavel.id);
    await page.reload();
    // The stored search can come back between the two halves of `fill`, which selects and inserts.
    await becomes(async () => {
      await find.fill('марина левченко');
      return find.inputValue();
    }, 'марина левченко');
    await page.getByRole('button', { name: 'Добавить клиента «марина левченко»' }).click();
    await main.getByText(/перейдите в профиль/).waitFor({ state: 'detached' });
    await becomes(() => dialog.getByLabel('Имя').inputValue(), 'Марина Левченко');
    await dialog.getByLabel('Телефон').fill('+7 905 318-44-20');
    await dialog.getByRole('button', { name: 'Добавить' }).click();
    await main.getByText(/^Марина Левченко, /).waitFor();
    await becomes(() => page.getByLabel('Дата').inputValue(), '27.11.2026');
    await becomes(() => page.getByRole('combobox', { name: 'Время' }).inputValue(), '15:00');
  });

  await step('SESSION-08 a plan as the form gave it, a lost answer and a reload make one session', async () => {
    await loseAnswer(page, 'sessions');
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText(/^Ошибка при создании сессии/).waitFor();
    await page.reload();
    await becomes(() => page.getByRole('combobox', { name: 'Время' }).inputValue(), '15:00');
  });

  await step('CAL-04 after saving the week is there with the new session on it', async () => {
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.waitForURL('/dashboard/calendar?view=week&date=2026-11-27');
    await page
      .getByRole('cell')
      .nth(4)
      .getByRole('button', { name: /^15:00 Марина Левченко/ })
      .evaluate((block) => getComputedStyle(block).animationName)
      .then((marked) => assert.match(marked, /mark/));
    await main.getByText(/Сессию переносят/).waitFor();
    const filter = `date = '${moscow('2026-11-27T15:00')}'`;
    assert.equal((await elena.api.collection('sessions').getFullList({ filter })).length, 1);
  });

  await step('CAL-04 a session is planned at a free place by two presses, and a weekly series by four', async () => {
    const planned = async () => {
      const found = await elena.api
        .collection('sessions')
        .getFullList({ filter: `date >= '${moscow(`${inDays(0)}T00:00`)}'`, sort: 'date' });
      return found.map((one) => one['date']);
    };
    const before = await planned();
    const free = inDays(14);
    const column = Temporal.PlainDate.from(free).dayOfWeek - 1;
    const place = (hours: number) => ({ position: { x: 40, y: hours * 64 + 10 } });
    const whose = dialog.getByPlaceholder('Имя или телефон клиента');
    const match = dialog.getByRole('option', { selected: true });
    await lead(page, `/dashboard/calendar?view=week&date=${free}`);
    const cell = page.getByRole('cell').nth(column);
    await cell.click(place(1));
    const foot = async () => (await dialog.getByRole('button', { name: 'Назначить' }).boundingBox())?.y;
    await whose.waitFor();
    await dialog.evaluate((box) =>
      Promise.all((box.closest('[data-layer]') ?? box).getAnimations({ subtree: true }).map((one) => one.finished)),
    );
    const stood = await foot();
    await dialog.getByRole('button', { name: 'Назначить' }).click();
    await dialog.getByText('Выберите клиента').waitFor();
    const client = await elena.api.collection('clients').getFirstListItem("name = 'Марина Левченко'");
    await elena.api.collection('clients').update(client.id, { email: 'marina@example.org', reminders: 'email' });
    // Nothing is asked once the client stands there: what a press sends is said with them.
    const asked: string[] = [];
    page.on(
      'request',
      (request) => /collections\/clients\/records\?.*id%20%3D/.test(request.url()) && asked.push(request.url()),
    );
    await whose.fill('марина');
    await match.getByText('Марина Левченко').waitFor();
    assert.match(await dialog.innerText(), /Клиенту уйдёт письмо о\sзаписи: marina@example\.org/);
    assert.deepEqual([await foot(), asked], [stood, []]);
    assert.deepEqual(await longLook(page, 'a session planned from the week'), []);
    await elena.api.collection('clients').update(client.id, { reminders: 'none', email: '' });
    await dialog.getByText(/^Клиенту уйдёт письмо/).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Назначить' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    await cell.getByRole('button', { name: /Марина Левченко/ }).waitFor();
    const one = (await planned()).filter((date) => !before.includes(date));
    assert.equal(one.length, 1);

    await cell.click(place(4));
    await whose.fill('марина');
    await match.getByText('Марина Левченко').waitFor();
    await dialog.getByRole('switch', { name: 'Каждую неделю' }).check();
    await dialog.getByRole('button', { name: 'Проверить даты' }).click();
    await dialog.getByRole('button', { name: /^Создать \d+/ }).click();
    await page.getByText(/^Серия создана: \d+/).waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.ok((await planned()).length > before.length + 40);
    const { items } = await elena.api.collection('series').getList(1, 1);
    await elena.api.send(`/api/series/${items[0]?.id}/end`, { method: 'POST', body: { from: inDays(0) } });
    const { id } = await elena.api.collection('sessions').getFirstListItem(`date = '${String(one[0])}'`);
    await elena.api.collection('sessions').delete(id);
    await lead(page, '/dashboard/calendar?view=week&date=2026-11-27');
    await page
      .getByRole('cell')
      .nth(4)
      .getByRole('button', { name: /^15:00 Марина Левченко/ })
      .waitFor();
  });

  const paper = async (): Promise<string> => (await main.innerText()).replaceAll(/[\s\u00A0]+/g, ' ');

  await step('CAL-05 a week on paper is a list with whole names and statuses in words', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { name: '23–29 ноября 2026', level: 1 }).waitFor();
    const friday = 'Пятница, 27 ноября 1 сессия, 1 час 15:00–16:00 Марина Левченко Запланирована';
    const empty = (day: string) => `${day} ноября сессий нет`;
    const days = ['Понедельник, 23', 'Вторник, 24', 'Среда, 25', 'Четверг, 26'].map(empty);
    const weekend = ['Суббота, 28', 'Воскресенье, 29'].map(empty);
    await becomes(paper, ['23–29 ноября 2026', ...days, friday, ...weekend].join(' '));
    await becomes(() => page.getByRole('button').or(page.getByRole('navigation')).count(), 0);
    await page.emulateMedia({ media: null });
  });

  await longStep('CAL-05 a day on paper is a list too', async () => {
    await lead(page, '/dashboard/calendar?view=day&date=2026-11-18');
    await page.getByRole('button', { name: /^10:00 Орлова/ }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { name: 'Среда, 18 ноября 2026', level: 1 }).waitFor();
    await main.getByText('Состоялась').first().waitFor();
    assert.match(await paper(), /^Среда, 18 ноября 2026 .*10:00–11:00 Орлова Вера Павловна Состоялась/);
    await page.emulateMedia({ media: null });
  });

  await step('CAL-04 a cancelled plan leads back to the day of the month', async () => {
    await lead(page, '/dashboard/calendar?view=month&date=2026-11-26');
    await page.getByRole('button', { name: /26 ноября, сессий нет/ }).click();
    await dialog.getByRole('link', { name: 'Новая сессия' }).click();
    await main.getByText('Четверг, 26 ноября', { exact: true }).waitFor();
    await page.getByRole('link', { name: /Марина Левченко/ }).click();
    await page.getByRole('button', { name: 'Отмена' }).click();
    await page.waitForURL('/dashboard/calendar?view=month&date=2026-11-26');
  });

  await longStep('CAL-04 the month and the day of the phone keep theirs', async () => {
    // Messages with an action stay for half a minute, on a phone over the head of the screen.
    const close = page.getByRole('button', { name: 'Закрыть уведомление' });
    await close.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
    await page.setViewportSize(PHONE);
    await page.getByRole('link', { name: 'Новая сессия' }).click();
    await main.getByText('Четверг, 26 ноября', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Назад к календарю' }).click();
    await page.getByRole('radio', { name: 'День', exact: true }).check();
    await main.getByText('Нажмите на свободное место, чтобы запланировать сессию.').waitFor();
    await page.getByRole('link', { name: 'Новая сессия' }).click();
    await page.waitForURL('/dashboard/sessions/new?date=2026-11-26&view=day');
    await page.setViewportSize(DESKTOP);
  });
});

test('waiting requests stand in the calendar', async (t) => {
  const elena = await kabinet.practitioner('waiting@kabinet.example');
  t.after(() => elena.browser.close());
  const batch = elena.api.createBatch();
  for (let day_of_week = 0; day_of_week < 7; day_of_week += 1) {
    const hours = { day_of_week, start_time: '09:00', end_time: '18:00', is_available: true };
    batch.collection('availability_settings').create(hours);
  }
  await batch.send();
  const day = Temporal.PlainDate.from(inDays(5));
  const at = (time: string) => `${day.toString()}T${time}`;
  const named = day.toLocaleString('ru', { weekday: 'long', day: 'numeric', month: 'long' });
  await furnish(elena, [{ at: at('10:00'), client: 0 }]);
  await kabinet.ask(elena.link, at('14:00'), { name: 'Марина Левченко', phone: '+7 905 318-44-20' });
  const page = await elena.browser.newPage();
  const step = journey(t, 'calendar-waiting', () => [elena.browser]);
  const longStep = longSteps(step);
  const told = '14:00 Заявка: Марина Левченко, 60 минут, Ожидает';

  await step('CAL-04 a waiting request stands in the week, dashed, and appears by itself', async () => {
    await Promise.all([listening(page), page.goto(`/dashboard/calendar?view=week&date=${day.toString()}`)]);
    const block = page
      .getByRole('cell')
      .nth(day.dayOfWeek - 1)
      .getByRole('link', { name: told, exact: true });
    await becomes(() => block.evaluate((shown) => getComputedStyle(shown).borderTopStyle), 'dashed');
    await page
      .getByRole('columnheader')
      .getByRole('button', { name: `${named}, 1 сессия, 1 заявка` })
      .waitFor();
    await kabinet.ask(elena.link, at('16:00'), { name: 'Олег Журавлёв', phone: '+7 921 640-02-77' });
    await page.getByRole('link', { name: '16:00 Заявка: Олег Журавлёв, 60 минут, Ожидает' }).waitFor();
    await page
      .getByRole('columnheader')
      .getByRole('button', { name: `${named}, 1 сессия, 2 заявки` })
      .waitFor();
  });

  await step('CAL-04 nothing drags a request, and a press leads to it', async () => {
    const block = page.getByRole('link', { name: told });
    const { x, y } = (await block.boundingBox()) ?? assert.fail();
    await page.mouse.move(x + 20, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 20, y + 120, { steps: 3 });
    assert.equal(await page.locator('[data-ghost]').count(), 0);
    await page.mouse.up();
    assert.match(page.url(), /\/dashboard\/calendar\?/);
    await block.click();
    await page.waitForURL('**/dashboard/online-booking?request=*');
    const heading = page.getByRole('article', { name: 'Заявка: Марина Левченко' }).getByRole('heading');
    await becomes(() => heading.evaluate((shown) => shown === document.activeElement), true);
    await page.goBack();
  });

  await longStep('CAL-04 the month counts sessions alone, and the day has the request among its cards', async () => {
    await page.getByRole('radio', { name: 'Месяц', exact: true }).check();
    const cell = page.getByRole('button', { name: `${named}, 1 сессия, 2 заявки` });
    await becomes(
      async () => oneLine(await cell.innerText()),
      `${named}, 1 сессия, 2 заявки 2 1 10:00 Орлова 14:00 Заявка: Марина Левченко 16:00 Заявка: Олег Журавлёв`,
    );
    await cell.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 сессия, 1 час, 2 заявки').waitFor();
    await becomes(() => dialog.getByRole('listitem').count(), 3);
    await dialog.getByRole('link', { name: /14:00.*Ожидает.*Заявка: Марина Левченко/s }).click();
    await page.getByRole('article', { name: 'Заявка: Марина Левченко' }).waitFor();
    await page.goBack();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  await longStep('CAL-04 the phone’s day and list have it too, until it is decided on', async () => {
    await page.setViewportSize(PHONE);
    await page.getByRole('radio', { name: 'День', exact: true }).check();
    await page.getByRole('link', { name: told }).waitFor();
    await page.getByRole('button', { name: `${named}, 1 сессия, 2 заявки` }).waitFor();
    await page.getByRole('radio', { name: 'Неделя', exact: true }).check();
    const request = page.getByRole('region').getByRole('link', { name: /Заявка: Марина Левченко/ });
    await request.waitFor();
    const [waiting] = await elena.api.collection('booking').getFullList({ filter: "name ~ 'Марина'" });
    await elena.api.collection('booking').update(waiting?.id ?? '', { status: 'cancelled' });
    await request.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Заявка: Олег Журавлёв/ }).waitFor();
  });
});
