import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { choose, dayButton } from '#e2e/booking-form.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { lead } from '#e2e/lead.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { descriptionOf } from '#e2e/heard.ts';
import { onKabinet, type Practitioner } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { slowLine } from '#e2e/network.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);
let elena: Practitioner;

before(async () => {
  await kabinet.open();
  elena = await kabinet.practitioner('public@kabinet.example');
  const off = Temporal.PlainDate.from(OFF).dayOfWeek % 7;
  for (let day = 0; day < 7; day += 1) {
    await elena.api.collection('availability_settings').create({
      user: elena.id,
      day_of_week: day,
      start_time: '09:00',
      end_time: '18:00',
      is_available: day !== off,
    });
  }
});

const DAY = inDays(3);
const OFF = inDays(4);

test('a visitor asks for a consultation', async (t) => {
  const visitor = await kabinet.person();
  t.after(() => visitor.close());
  const page = await visitor.newPage();
  const step = journey(t, 'public', () => [visitor]);
  const longStep = longSteps(step);
  const time = (clock: string) => page.getByRole('button', { name: clock, exact: true });
  const submit = page.getByRole('button', { name: 'Записаться на консультацию' });
  const client = await elena.api
    .collection('clients')
    .create({ user: elena.id, name: 'Вера Орлова', phone: '+79175206419' });

  await step('PUBLIC-01 a link that nobody has', async () => {
    await page.goto('/booking/nobody');
    await page.getByRole('heading', { name: 'Психолог не найден' }).waitFor();
    await page.getByText('Проверьте правильность ссылки').waitFor();
    await page.getByRole('alert').getByText('Психолог с такой ссылкой не найден').waitFor();
  });

  await longStep('PUBLIC-01 a page that cannot be read says so, waits, and comes', async () => {
    server.breakTable('profiles');
    await page.goto(elena.link);
    await page.getByRole('heading', { name: 'Не удалось открыть страницу' }).waitFor();
    server.mend();
    const restore = await slowLine(page, 500);
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page.getByRole('status').filter({ hasText: 'Загрузка...' }).waitFor();
    await page.getByRole('heading', { name: 'Елена Рудакова' }).waitFor();
    await restore();
  });

  await step(
    'PUBLIC-01 PUBLIC-03 the form: whom one asks, three facts, and nothing else about the practice',
    async () => {
      const answers: Promise<string>[] = [];
      const hear = (answer: Awaited<ReturnType<Page['waitForResponse']>>) => {
        if (!answer.url().includes('/assets/')) answers.push(answer.text().catch(() => ''));
      };
      page.on('response', hear);
      await page.goto(elena.link);
      await page.getByRole('heading', { name: 'Елена Рудакова' }).waitFor();
      await page.getByText(/Заявку рассмотрят в\sтечение 24\sчасов/).waitFor();
      await page.getByText('Психолог позвонит вам, чтобы подтвердить запись').waitFor();
      await page.getByText(/Консультация длится 50–60\sминут/).waitFor();
      await page.getByText('Сначала выберите дату').waitFor();
      assert.match((await page.getByLabel('Телефон').getAttribute('placeholder')) ?? '', /^\+7 \(/);
      await becomes(() => page.getByLabel('Сообщение').getAttribute('rows'), '3');
      page.off('response', hear);
      const told = (await Promise.all(answers)).join('\n');
      assert.match(told, /Елена Рудакова/);
      for (const secret of [elena.email, elena.id, 'Вера Орлова', 'license', 'tokenKey'])
        assert.ok(!told.includes(secret), secret);
    },
  );

  await step('PUBLIC-01 PUBLIC-02 past days cannot be chosen, days off have no times and lead on', async () => {
    const today = Temporal.PlainDate.from(inDays(0));
    // On the last evening of a month the calendar begins with the next one.
    const back = page.getByRole('button', { name: 'Предыдущий месяц' });
    while (await back.isEnabled()) await back.click();
    await becomes(() => dayButton(page, today).getAttribute('aria-current'), 'date');
    // The weeks before this one are left out.
    if (today.day > 1 && today.dayOfWeek > 1)
      await becomes(() => dayButton(page, today.subtract({ days: 1 })).isDisabled(), true);
    const first = page.getByRole('grid').locator('[data-date]').first();
    const monday = today.subtract({ days: today.dayOfWeek - 1 });
    const shownFrom = monday.month === today.month ? monday : today.with({ day: 1 });
    await becomes(() => first.getAttribute('data-date'), shownFrom.toString());
    await becomes(() => back.getAttribute('aria-disabled'), 'true');
    await choose(page, OFF);
    await page.getByText('В выбранную дату нет доступных слотов для записи').waitFor();
    await page.getByRole('button', { name: /Следующая свободная дата/ }).click();
    await time('09:00').waitFor();
  });

  await step('PUBLIC-02 times that cannot be read say so, and are read again', async () => {
    server.breakTable('availability_settings');
    for (let leaf = 0; leaf < 2; leaf += 1) await page.getByRole('button', { name: 'Следующий месяц' }).click();
    await page.getByText('Не удалось загрузить свободное время').waitFor();
    server.mend();
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page
      .getByRole('button', { name: /есть свободное время/ })
      .first()
      .waitFor();
  });

  await step('PUBLIC-02 every half hour from nine to six, less what is taken by a session or a request', async () => {
    await elena.api.collection('sessions').create({
      user: elena.id,
      client: client.id,
      date: moscow(`${DAY}T12:00`),
      duration: 60,
      status: 'scheduled',
    });
    const canceled = { user: elena.id, client: client.id, duration: 60, status: 'canceled' };
    await elena.api.collection('sessions').create({ ...canceled, date: moscow(`${DAY}T09:00`) });
    await kabinet.ask(elena.link, `${DAY}T16:30`, { name: 'Олег Журавлёв', phone: '+79216400277' });
    await page.reload();
    await choose(page, DAY);
    await time('09:00').waitFor();
    const times = await page.getByRole('button', { name: /^\d\d:\d\d$/ }).allInnerTexts();
    assert.deepEqual(times, [
      '09:00',
      '09:30',
      '10:00',
      '10:30',
      '11:00',
      '13:00',
      '13:30',
      '14:00',
      '14:30',
      '15:00',
      '15:30',
      '17:30',
    ]);
    const list = time('09:00').locator('..');
    const { clientHeight, overflow } = await list.evaluate((element) => ({
      clientHeight: element.clientHeight,
      overflow: getComputedStyle(element).overflowY,
    }));
    assert.ok(clientHeight < 400 && overflow === 'auto', 'the list scrolls');
  });

  await step('PUBLIC-05 an incomplete form says so and shows where', async () => {
    await submit.click();
    await page.getByRole('alert').getByText('Пожалуйста, заполните все обязательные поля').waitFor();
    await time('09:00').and(page.locator(':focus')).waitFor();
    // What is missing is read with the button that has the focus, not with the group around it.
    assert.equal((await descriptionOf(time('09:00'))).trim(), 'Выберите время');
    await time('13:00').click();
    await choose(page, inDays(5));
    await page.getByText(/^Выбранное время снято\. .*: свободно/).waitFor();
    await choose(page, DAY);
    await time('13:00').click();
    await page.getByRole('alert').filter({ hasText: 'Пожалуйста' }).waitFor({ state: 'detached' });
    for (const [name, phone, missing] of [
      ['Марина', ' ', 'Телефон'],
      ['   ', '8 905 318 44 20', 'Имя'],
    ] as const) {
      await page.getByLabel('Имя').fill(name);
      await page.getByLabel('Телефон').fill(phone);
      await submit.click();
      await page.getByRole('alert').getByText('Пожалуйста, заполните все обязательные поля').waitFor();
      await page.getByLabel(missing).and(page.locator(':focus')).waitFor();
    }
  });

  await step(
    'LETTER-01 an address that letters cannot reach is named under its field, here and by the server',
    async () => {
      const email = page.getByLabel('Email');
      const mistyped = page.getByText('Проверьте email: похоже, в нём опечатка');
      await page.getByText(/Пришлём подтверждение и\sнапоминание/).waitFor();
      await page.getByLabel('Имя').fill('Марина');
      for (const byServer of [false, true]) {
        await email.fill(byServer ? 'marina@example.net' : 'marina@example,org');
        const refusal = { status: 400, data: { email: { code: 'validation_is_email', message: '' } } };
        if (byServer)
          await page.route('**/api/booking-page/*', (route) => route.fulfill({ status: 400, json: refusal }));
        await submit.click();
        await mistyped.waitFor();
        await email.and(page.locator(':focus')).waitFor();
        await email.fill('marina@example.org');
        await mistyped.waitFor({ state: 'detached' });
      }
      await page.unroute('**/api/booking-page/*');
    },
  );

  await step('PUBLIC-01 PUBLIC-05 while it is sent the button rests; a failure keeps everything', async () => {
    await page.getByLabel('Имя').fill('  Марина Левченко ');
    await page.getByLabel('Сообщение').fill('Почти не сплю после переезда.');
    // Before the freeze: a frozen program may hold the lock of its database.
    server.refuseWrites('booking');
    kabinet.freeze();
    await submit.click();
    const sending = page.getByRole('button', { name: 'Отправляем заявку...' });
    await sending.waitFor();
    assert.ok(await sending.isDisabled());
    kabinet.thaw();
    const alert = page.getByRole('alert').filter({ hasText: 'Не удалось отправить заявку. Попробуйте еще раз' });
    await alert.getByText('Ошибка', { exact: true }).waitFor();
    server.mend();
    await becomes(() => submit.isEnabled(), true);
    await becomes(() => page.getByLabel('Сообщение').inputValue(), 'Почти не сплю после переезда.');
  });

  await longStep('PUBLIC-05 a server that is away keeps everything too', async () => {
    await kabinet.kill();
    await submit.click();
    await page.getByRole('alert').filter({ hasText: 'Нет связи' }).getByText('Ошибка', { exact: true }).waitFor();
    await becomes(() => submit.isEnabled(), true);
    await becomes(() => page.getByLabel('Сообщение').inputValue(), 'Почти не сплю после переезда.');
    await kabinet.revive();
  });

  await step(
    'PUBLIC-04 PUBLIC-05 a time that has just gone: others are offered, and nothing typed is lost',
    async () => {
      await kabinet.ask(elena.link, `${DAY}T13:00`, { name: 'Сергей Котов', phone: '+79167703105' });
      await submit.click();
      const lost = page.getByRole('group', { name: 'Это время только что заняли.' });
      await lost.and(page.locator(':focus')).waitFor();
      await time('13:00').waitFor({ state: 'detached' });
      await becomes(() => page.getByLabel('Имя').inputValue(), '  Марина Левченко ');
      await becomes(() => page.getByLabel('Сообщение').inputValue(), 'Почти не сплю после переезда.');
      await lost.getByRole('button', { name: /^14:00/ }).click();
      await submit.click();
      await page.getByRole('heading', { name: 'Заявка отправлена!' }).waitFor();
    },
  );

  await step('PUBLIC-01 PUBLIC-05 LETTER-01 it was sent: what comes next, and what was stored', async () => {
    await page.getByText('Психолог свяжется с вами для подтверждения записи').waitFor();
    await page.getByText('Психолог: Елена Рудакова').waitFor();
    await page.getByRole('heading', { name: 'Что дальше' }).waitFor();
    await page.getByText('Заявка отправлена', { exact: true }).waitFor();
    await page.getByText(/Психолог рассмотрит её\sв\sтечение 24\sчасов/).waitFor();
    await page.getByText('Позвонит вам, чтобы подтвердить запись').waitFor();
    await page.getByText(/Подтверждение придёт и\sписьмом на\sm…\u2060?@example\.org/).waitFor();
    await page.getByText(/Телефон психолога указан в\sпрофиле специалиста/).waitFor();
    const { name, phone, email, message, date, status } = await elena.api
      .collection('booking')
      .getFirstListItem("name ~ 'Марина'");
    assert.deepEqual(
      { name, phone, email, message, date, status },
      {
        name: 'Марина Левченко',
        phone: '8 905 318 44 20',
        email: 'marina@example.org',
        message: 'Почти не сплю после переезда.',
        date: moscow(`${DAY}T14:00`),
        status: 'pending',
      },
    );
  });

  await step(
    'PUBLIC-06 who has two requests waiting is told to wait for an answer, and keeps what is typed',
    async () => {
      await page.getByRole('button', { name: 'Создать еще одну заявку' }).click();
      for (const clock of ['09:00', '10:00']) {
        await choose(page, inDays(8));
        await time(clock).click();
        await page.getByLabel('Имя').fill('Марина Левченко');
        await page.getByLabel('Телефон').fill('8 905 318 44 20');
        await submit.click();
        if (clock === '10:00') break;
        await page.getByRole('button', { name: 'Создать еще одну заявку' }).click();
      }
      const alert = page.getByRole('alert').filter({ hasText: 'Сейчас заявку отправить нельзя' });
      await alert.getByText('отвечает на прежние заявки').waitFor();
      await becomes(() => page.getByLabel('Имя').inputValue(), 'Марина Левченко');
      const [first] = await elena.api
        .collection('booking')
        .getFullList({ filter: "name ~ 'Марина'", sort: '-created' });
      await elena.api.send(`/api/booking/${first?.id}/reject`, { method: 'POST' });
      await submit.click();
      await page.getByRole('heading', { name: 'Заявка отправлена!' }).waitFor();
    },
  );

  await step('VISIT-04 without an e-mail the sent request has a link to its own page', async () => {
    await page.reload();
    await page.getByRole('link', { name: 'Страница заявки' }).click();
    await page.getByRole('button', { name: 'Отозвать заявку' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Заявка отправлена!' }).waitFor();
  });

  await step('PUBLIC-01 another request begins with an empty form', async () => {
    await page.getByRole('button', { name: 'Создать еще одну заявку' }).click();
    await page.getByText('Сначала выберите дату').waitFor();
    for (const label of ['Имя', 'Телефон', 'Email', 'Сообщение'])
      await becomes(() => page.getByLabel(label).inputValue(), '');
    assert.equal(await page.getByRole('button', { pressed: true }).count(), 0);
    await choose(page, DAY);
    await time('15:00').waitFor();
    assert.equal(await time('14:00').count(), 0);
  });
});

test('a visitor with a small phone asks for a consultation', async (t) => {
  const visitor = await kabinet.person({ viewport: { width: 360, height: 640 }, hasTouch: true });
  t.after(() => visitor.close());
  const page = await visitor.newPage();
  await page.clock.install();
  const step = journey(t, 'public-phone', () => [visitor]);
  const longStep = longSteps(step);
  const day = inDays(6);
  const chosen = page.getByRole('button', { name: '11:00', exact: true, pressed: true });
  const submit = page.getByRole('button', { name: 'Записаться на консультацию' });

  await page.goto(elena.link);
  await choose(page, day);

  await longStep(
    'PUBLIC-01 the times of a day come into sight, and neither they nor large text leave the page',
    async () => {
      const first = page.getByRole('button', { name: '09:00', exact: true });
      await first.waitFor();
      const isInSight = () => first.evaluate((button) => button.getBoundingClientRect().bottom < innerHeight);
      await becomes(isInSight, true);
      const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      const size = () => page.getByLabel('Имя').evaluate((field) => getComputedStyle(field).fontSize);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      await becomes(() => size(), '34px');
      await becomes(isWider, false);
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
      await page.setViewportSize({ width: 195, height: 640 });
      await becomes(isWider, false);
      await page.setViewportSize({ width: 360, height: 640 });
    },
  );

  await step('PUBLIC-05 LETTER-01 a reload keeps what was typed and chosen', async () => {
    await page.getByRole('button', { name: '11:00', exact: true }).click();
    await page.getByLabel('Имя').fill('Тимур Ахметов');
    await page.getByLabel('Email').fill('timur@example.org');
    await page.getByLabel('Сообщение').fill('Лучше по видеосвязи.');
    await page.reload();
    await chosen.waitFor();
    await becomes(() => page.getByLabel('Имя').inputValue(), 'Тимур Ахметов');
    await becomes(() => page.getByLabel('Email').inputValue(), 'timur@example.org');
    await becomes(() => page.getByLabel('Сообщение').inputValue(), 'Лучше по видеосвязи.');
    await kabinet.ask(elena.link, `${day}T11:00`, { name: 'Олег Журавлёв', phone: '+79216400277' });
    await page.reload();
    const lost = page.getByRole('group', { name: 'Это время только что заняли.' });
    await lost.getByRole('button', { name: /^12:00/ }).click();
  });

  const sent = page.getByRole('heading', { name: 'Заявка отправлена!' });
  const told = page.getByRole('status').locator('[data-kind]').filter({ hasText: 'Психолог свяжется с вами' });

  await step(
    'PUBLIC-05 a response that is lost and a second press make one request, whose confirmation outlives a reload',
    async () => {
      await page.getByLabel('Телефон').fill('+7 905 318-44-20');
      const ids: unknown[] = [];
      const storing = (url: URL) => url.pathname.startsWith('/api/booking-page/');
      await page.route(storing, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        ids.push(route.request().postDataJSON().id);
        // The first request is stored, but its response never reaches the visitor.
        if (ids.length > 1) return route.continue();
        await route.fetch();
        await route.abort();
      });
      await submit.click();
      await page.getByRole('alert').getByText('Нет связи').waitFor();
      await submit.click();
      await sent.waitFor();
      assert.equal(ids.length, 2);
      assert.equal(ids[0], ids[1]);
      await page.unroute(storing);
      if (LONG_FORM) await lookAtMessage();
      await page.reload();
      await sent.waitFor();
      await page.getByText(/, 12:00/).waitFor();
      assert.equal(await page.getByText('example.org').count(), 0);
    },
  );

  /** The message stands above the confirmation, or is for the ear alone, and waits for the pointer. */
  async function lookAtMessage(): Promise<void> {
    await page.setViewportSize({ width: 390, height: 640 });
    const toast = await told.boundingBox();
    const title = await sent.boundingBox();
    const lamp = 36 + 40;
    assert.ok(toast && title && toast.y + toast.height < title.y - lamp, 'the toast covers nothing');
    await page.setViewportSize({ width: 360, height: 640 });
    await becomes(async () => (await told.boundingBox())?.height, 1);
    await page.setViewportSize({ width: 390, height: 640 });
    // A pointer that comes onto the toast holds it for eight seconds.
    for (const dx of [1, 2]) {
      await page.mouse.move(toast.x + 40 + dx, toast.y + 20);
      await page.clock.runFor(3500);
      assert.equal(await told.getAttribute('data-leaving'), null);
    }
    await page.clock.runFor(1000);
    await told.waitFor({ state: 'detached' });
  }

  await longStep(
    'PUBLIC-01 the confirmation is there until another request is begun or the page is opened again',
    async () => {
      const sentStep = await page.evaluate(() => history.state);
      const link = page.url();
      const openAgain = async () => {
        await page.goto('about:blank');
        await page.goto(link);
      };
      await openAgain();
      await page.getByText('Сначала выберите дату').waitFor();
      await page.getByLabel('Имя').fill('Не отправлено');
      await openAgain();
      await becomes(() => page.getByLabel('Имя').inputValue(), 'Не отправлено');
      await page.evaluate((state) => history.replaceState(state, ''), sentStep);
      await page.reload();
      await page.getByRole('button', { name: 'Создать еще одну заявку' }).click();
      await page.getByLabel('Имя').fill('');
      await page.reload();
      await page.getByText('Сначала выберите дату').waitFor();
      await becomes(() => page.getByLabel('Имя').inputValue(), '');
    },
  );

  await longStep('A11Y-01 a message stays while the keyboard is on it', async () => {
    await submit.click();
    const message = page.getByRole('alert').filter({ hasText: 'Пожалуйста, заполните' });
    await message.getByRole('button', { name: 'Закрыть уведомление' }).focus();
    await page.clock.runFor(10_000);
    assert.equal(await message.getAttribute('data-leaving'), null);
    await page.getByLabel('Имя').focus();
    await page.clock.runFor(5000);
    await message.waitFor({ state: 'detached' });
  });
});

test('PUBLIC-02 PUBLIC-05 LETTER-01 a visitor in Yekaterinburg sees both clocks, and so does the practitioner, who gets address and zone', async (t) => {
  const visitor: BrowserContext = await kabinet.person({ timezoneId: 'Asia/Yekaterinburg' });
  t.after(() => Promise.all([visitor.close(), elena.browser.close()]));
  const page = await visitor.newPage();
  await page.goto(elena.link);
  await choose(page, inDays(5));
  await page.getByText(/По\sмосковскому времени\. У\sвас на\s2\sчаса больше/).waitFor();
  await page.getByRole('button', { name: /^12:00\s*у\sвас 14:00$/ }).click();
  await page.getByLabel('Имя').fill('Ксения Уварова');
  await page.getByLabel('Email').fill('ksenia@example.org');
  const phone = page.getByLabel('Телефон');
  const submit = page.getByRole('button', { name: 'Записаться на консультацию' });
  await phone.fill('12345');
  await submit.click();
  await phone.and(page.locator(':focus')).waitFor();
  await page.getByText('если он верен, отправьте ещё раз').waitFor();
  assert.equal((await elena.api.collection('booking').getList(1, 1, { filter: "name ~ 'Ксения'" })).totalItems, 0);
  await submit.click();
  await page.getByRole('heading', { name: 'Заявка отправлена!' }).waitFor();
  await page.getByText(/12:00 по\sмосковскому времени/).waitFor();
  const request = await elena.api.collection('booking').getFirstListItem("name ~ 'Ксения'");
  assert.equal(request['phone'], '12345');
  assert.equal(request['date'], moscow(`${inDays(5)}T12:00`));
  const cabinet = await elena.browser.newPage();
  await cabinet.goto('/dashboard/online-booking');
  const card = cabinet.getByRole('article', { name: 'Заявка: Ксения Уварова' });
  await card.getByText(/у\sпосетителя\s+14:00/).waitFor();
  const email = card.getByRole('link', { name: 'ksenia@example.org' });
  await becomes(() => email.getAttribute('href'), 'mailto:ksenia@example.org');
  await card.getByRole('button', { name: 'Подтвердить' }).click();
  await card.waitFor({ state: 'detached' });
  await lead(cabinet, '/dashboard');
  await cabinet.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
  await cabinet.getByRole('button', { name: /Ксения/ }).click();
  await cabinet.getByRole('dialog').getByRole('link', { name: 'ksenia@example.org' }).waitFor();
  await cabinet.getByRole('dialog').getByText('Екатеринбург, UTC+5').waitFor();
});

test('PUBLIC-04 PUBLIC-05 neither a lost answer nor an extension that fills in every field costs a visitor the time', async (t) => {
  const visitor = await kabinet.person();
  t.after(() => visitor.close());
  const page = await visitor.newPage();
  const submit = page.getByRole('button', { name: 'Записаться на консультацию' });
  const stored = () =>
    elena.api
      .collection('booking')
      .getFullList({ filter: elena.api.filter('name = {:name}', { name: 'Лия Соколова' }) });
  const day = inDays(7);
  await page.goto(elena.link);
  await choose(page, day);
  await page.getByRole('button', { name: /^10:00/ }).click();
  await page.locator('[name="b7"]').evaluate((field) => Object.assign(field, { value: 'https://example.com' }));
  let answers = 0;
  await page.route('**/api/booking-page/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const answer = await route.fetch();
    answers += 1;
    // The request without the trap is stored, and its answer does not come.
    return answer.ok() ? route.abort() : route.fulfill({ response: answer });
  });
  await page.getByLabel('Имя').fill('Лия Соколова');
  await page.getByLabel('Телефон').fill('+7 916 204-18-77');
  await submit.click();
  await page.getByRole('alert').filter({ hasText: 'Нет связи' }).waitFor();
  assert.deepEqual([answers, (await stored()).length], [2, 1]);

  await page.unroute('**/api/booking-page/*');
  await page.reload();
  await becomes(() => page.getByLabel('Имя').inputValue(), 'Лия Соколова');
  await submit.click();
  await page.getByRole('heading', { name: 'Заявка отправлена!' }).waitFor();
  assert.equal((await stored()).length, 1);
});
