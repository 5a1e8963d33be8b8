import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Page, Route } from 'playwright';
import type { FreeSlots } from '#domain/booking/booking.ts';
import { axeFindings } from '#e2e/axe.ts';
import { becomes } from '#e2e/becomes.ts';
import { choose, times } from '#e2e/booking-form.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { listen, untilHeard } from '#e2e/heard.ts';
import { onKabinet, PHONE, type Practitioner } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { narrowFindings } from '#e2e/narrow.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

const DAY = inDays(4);
const NEXT = inDays(5);
const HOUR = 3_600_000;
const PHONES = '+7 495 000-00-00, доб.\u00A012,\u00A0после\u00A019:00';
const TOO_MUCH = /психолог|терап|сесси/i;

test('a client opens the link of a visit', async (t) => {
  const elena = await kabinet.practitioner('visit@kabinet.example');
  const visitor = await kabinet.person({ viewport: PHONE, timezoneId: 'Asia/Yekaterinburg' });
  t.after(() => Promise.all([elena.browser.close(), visitor.close()]));
  const step = journey(t, 'visit', () => [visitor]);
  const longStep = longSteps(step);
  const page = await visitor.newPage();
  const ear = await listen(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const focused = (name: string) => heading(name).and(page.locator(':focus')).waitFor();
  /** The response is lost on its way. */
  const lose = (deed: string) =>
    page.route(`**/api/visit/${deed}`, (route) => route.fetch().then(() => route.abort()), { times: 1 });
  /** In the long form returns what axe finds on the phone, and what leaves the page where it is narrow. */
  const longLook = async (where: string): Promise<string[]> => {
    if (!LONG_FORM) return [];
    const found = [...(await axeFindings(page, where, [PHONE])), ...(await narrowFindings(page, where))];
    await page.setViewportSize(PHONE);
    return found;
  };
  const visit = await practiceOf(elena);
  const session = await visit(`${DAY}T12:00`);
  const stored = () => elena.api.collection('sessions').getOne(session);
  let url = await linkTo(elena, session);

  await step(
    'VISIT-01 who, when by both clocks, and what may be done until when; the link leaves the address',
    async () => {
      const response = await page.goto(url);
      await heading(`${inWords(DAY)}, 12:00`).waitFor();
      const { 'x-robots-tag': robots, 'cache-control': cache, 'referrer-policy': referrer } = response?.headers() ?? {};
      assert.deepEqual([robots, cache, referrer], ['noindex', 'no-store', 'no-referrer']);
      await page.getByText('Елена Рудакова').waitFor();
      await page.getByText('по московскому времени, у вас 14:00').waitFor();
      await page.getByText(`Отменить или перенести можно до ${dayOf(inDays(3))}, 12:00 (у вас 14:00).`).waitFor();
      await page.reload();
      await button('Перенести').waitFor();
      assert.equal(page.url(), `${kabinet.url}/visit`);
      const token = url.slice(url.indexOf('=') + 1);
      assert.deepEqual(
        asked.filter((request) => request.includes(token)),
        [],
      );
      assert.doesNotMatch(`${await page.title()} ${await page.innerText('body')}`, TOO_MUCH);
      assert.deepEqual(await longLook('visit'), []);
    },
  );

  await longStep('VISIT-03 free times that cannot be read are read again; the visit’s own is none', async () => {
    server.breakTable('availability_settings');
    await button('Перенести').click();
    await focused('Новое время встречи');
    await page.getByText('Не удалось загрузить свободное время').waitFor();
    server.mend();
    await button('Повторить').click();
    await choose(page, DAY);
    await times(page).first().waitFor();
    assert.equal(await page.getByRole('button', { name: /^12:00/ }).count(), 0);
    await button('Оставить прежнее время').click();
    await focused(`${inWords(DAY)}, 12:00`);
  });

  await longStep('VISIT-03 the next free date is shown again where it is chosen already', async () => {
    const first = Temporal.PlainDate.from(DAY).with({ day: 1 }).add({ months: 1 }).toString();
    await page.route('**/api/visit/slots', async (route) => {
      const slots: FreeSlots = await (await route.fetch()).json();
      for (const day of slots.days) if (day.date < first) day.slots = [];
      await route.fulfill({ json: slots });
    });
    await button('Перенести').click();
    const next = page.getByRole('button', { name: /^Следующая свободная дата/ }).first();
    await next.click();
    await button('Предыдущий месяц').click();
    await next.click();
    await page.locator(`[data-date="${first}"]:focus`).waitFor();
    await page.unroute('**/api/visit/slots');
    await button('Оставить прежнее время').click();
  });

  await step('VISIT-03 a time that somebody else takes first is replaced; the old one is kept until then', async () => {
    await button('Перенести').click();
    await choose(page, NEXT);
    await page.getByRole('button', { name: /^14:00/ }).click();
    await page.getByText(`Было: ${inWords(DAY).toLowerCase()}, 12:00`).waitFor();
    assert.deepEqual(await longLook('moving'), []);
    await visit(`${NEXT}T14:00`);
    await button('Перенести встречу').click();
    const lost = page.getByRole('group', { name: 'Это время только что заняли.' });
    await lost.getByText('Встреча осталась на прежнем времени.').waitFor();
    // Its name is all that a reader says of what has the focus.
    await lost.and(page.locator(':focus')).waitFor();
    assert.equal((await stored())['date'], moscow(`${DAY}T12:00`));
    await lost.getByRole('button', { name: /^15:00/ }).click();
    await page.locator('[data-times] :focus').and(times(page)).filter({ hasText: '15:00' }).waitFor();
  });

  await step('VISIT-03 a response that is lost and a double click count once', async () => {
    await page.route('**/api/visit/move', (route) => route.abort(), { times: 1 });
    await lose('move');
    await page.route('**/api/visit', (route) => route.abort(), { times: 2 });
    for (let press = 0; press < 2; press += 1) {
      await button('Перенести встречу').click();
      await page.locator(':focus').getByText('Нет связи с сервером.').waitFor();
      await page.getByText(`Было: ${inWords(DAY).toLowerCase()}, 12:00`).waitFor();
    }
    // On a slow machine the second press would meet the next screen.
    const pressed = Promise.withResolvers<void>();
    const answer = (route: Route) => pressed.promise.then(() => route.continue());
    await page.route('**/api/visit/move', answer, { times: 1 });
    await button('Перенести встречу').dblclick();
    pressed.resolve();
    await focused('Встреча перенесена');
    await page.getByText(`${inWords(NEXT)}, 15:00`).waitFor();
    assert.deepEqual([(await stored())['date'], (await stored())['moves']], [moscow(`${NEXT}T15:00`), 1]);
  });

  await step('VISIT-03 who leaves the free times after a lost response sees the time as it is', async () => {
    await button('Перенести').click();
    await page.getByRole('button', { name: /^17:00/ }).click();
    await lose('move');
    await page.route('**/api/visit', (route) => route.abort(), { times: 1 });
    await button('Перенести встречу').click();
    await page.getByRole('group', { name: 'Нет связи с сервером.' }).waitFor();
    await button('Оставить прежнее время').click();
    await heading(`${inWords(NEXT)}, 17:00`).waitFor();
    await page.getByRole('group', { name: 'Время встречи изменилось.' }).waitFor();
  });

  await step('VISIT-05 what the practitioner moves meanwhile shows the new time and asks again', async () => {
    await untilHeard(page);
    await button('Отменить встречу').click();
    await ear.untilSaid('Отменить встречу? Не отменять');
    await button('Не отменять').and(page.locator(':focus')).click();
    await button('Отменить встречу').and(page.locator(':focus')).click();
    await elena.api.collection('sessions').update(session, { date: moscow(`${NEXT}T16:30`) });
    await button('Да, отменить').click();
    await page.getByRole('group', { name: 'Время встречи изменилось.' }).waitFor();
    await heading(`${inWords(NEXT)}, 16:30`).waitFor();
    await page.getByRole('group', { name: 'Отменить встречу?' }).waitFor();
    assert.equal((await stored())['status'], 'scheduled');
  });

  await step('VISIT-03 a cancellation that fails is repeated, then told; the link says so ever after', async () => {
    server.refuseWrites('sessions');
    await button('Да, отменить').click();
    await page.getByRole('group', { name: 'Не получилось.' }).waitFor();
    server.mend();
    await lose('cancel');
    await button('Да, отменить').click();
    await focused('Встреча отменена');
    assert.deepEqual([(await stored())['status'], (await stored())['outcome']], ['canceled', 'client']);
    await page.reload();
    await heading('Встреча отменена').waitFor();
    assert.equal(await page.getByRole('button').count(), 0);
    const again = page.getByRole('link', { name: 'Выбрать другое время' });
    assert.match((await again.getAttribute('href')) ?? '', /^\/booking\/\w+$/);
    assert.deepEqual(await longLook('cancelled'), []);
  });

  const profile = await elena.api.collection('profiles').getFirstListItem('');
  const rules = (values: object) => elena.api.collection('profiles').update(profile.id, values);
  const second = await visit(`${DAY}T10:00`);

  await step(
    'VISIT-01 VISIT-05 a limit that passes while the page is open, and another link in the same tab',
    async () => {
      await rules({ public_phone: PHONES });
      await page.clock.install();
      await page.reload();
      url = await linkTo(elena, second);
      await page.evaluate((hash) => (location.hash = hash), new URL(url).hash);
      await button('Перенести').waitFor();
      await rules({ cancel_hours: 400, move_hours: 400 });
      // Five minutes before the beginning, whatever the time of day is now.
      await page.clock.fastForward(Date.parse(moscow(`${DAY}T10:00`)) - Date.now() - HOUR / 12);
      const call = page.getByRole('paragraph').filter({ hasText: 'Отменить можно только по телефону' });
      await becomes(() => call.getByRole('link').getAttribute('href'), 'tel:+74950000000');
      assert.deepEqual(await call.evaluate(widthsOfLoneStops), []);
      assert.equal(await page.getByRole('button').count(), 0);
      await page.goBack();
      await heading('Встреча отменена').waitFor();
      await page.goForward();
      await call.waitFor();
    },
  );

  await step('VISIT-03 a late cancellation is said to be one before it is pressed', async () => {
    await rules({ late_cancel: 'note', cancel_hours: 0 });
    await page.reload();
    await button('Отменить встречу').click();
    const question = page.getByRole('group', { name: 'Отменить встречу?' });
    await question.waitFor();
    assert.equal(await page.getByText('поздн').count(), 0);
    await rules({ cancel_hours: 400 });
    await question.getByRole('button', { name: 'Да, отменить' }).click();
    await page.getByRole('group', { name: 'Условия отмены изменились.' }).waitFor();
    assert.equal((await elena.api.collection('sessions').getOne(second))['status'], 'scheduled');
    await question.getByText('Отмена будет считаться поздней.', { exact: true }).waitFor();
    assert.equal(await page.getByText('оплатить').count(), 0);
    await rules({ late_paid: true });
    await question.getByRole('button', { name: 'Да, отменить' }).click();
    await page.getByRole('group', { name: 'Условия отмены изменились.' }).waitFor();
    await question.getByText('Отмена будет считаться поздней, и встречу нужно будет оплатить.').waitFor();
    await question.getByRole('button', { name: 'Да, отменить' }).click();
    await focused('Встреча отменена');
    await page.getByText('Отмена отмечена как поздняя.').waitFor();
    assert.equal((await elena.api.collection('sessions').getOne(second))['outcome'], 'late');
  });

  await step(
    'MONEY-07 the page says how to pay where the practitioner has that said, and never what is owed',
    async () => {
      const pay = {
        pay_text: 'Перевод на карту\n2200 7001',
        pay_link: 'https://bank.example/elena?to=1',
        price: 350_000,
      };
      await rules(pay);
      const paid = await visit(`${DAY}T11:00`);
      await page.goto(await linkTo(elena, paid));
      await heading(`${inWords(DAY)}, 11:00`).waitFor();
      assert.equal(await page.getByText('Как оплатить').count(), 0, 'switched off');
      await rules({ pay_in_letters: true });
      await page.reload();
      const said = page.getByRole('paragraph').filter({ hasText: 'Как оплатить' });
      await said.waitFor();
      // WebKit breaks the lines on the screen, and not in `innerText`.
      assert.equal(await said.evaluate((one) => getComputedStyle(one).whiteSpaceCollapse), 'preserve-breaks');
      assert.equal(
        (await said.textContent())?.replaceAll('\u00A0', ' '),
        'Как оплатить: 3 500 ₽. Перевод на карту\n2200 7001\nhttps://bank.example/elena?to=1',
      );
      const link = said.getByRole('link');
      assert.deepEqual(
        [await link.getAttribute('href'), await link.getAttribute('rel'), await link.getAttribute('target')],
        [pay.pay_link, 'noopener noreferrer', '_blank'],
      );
      assert.doesNotMatch(await page.innerText('body'), TOO_MUCH);
      assert.deepEqual(await longLook('pay'), []);
      await elena.api.collection('sessions').update(paid, { price: 0 });
      await page.reload();
      await heading(`${inWords(DAY)}, 11:00`).waitFor();
      assert.equal(await page.getByText('Как оплатить').count(), 0, 'a free one');
      await elena.api.collection('sessions').delete(paid);
      await page.goto(url);
      await heading('Встреча отменена').waitFor();
    },
  );

  await longStep('VISIT-01 a page that cannot be read is read again', async () => {
    server.breakTable('profiles');
    await page.reload();
    await heading('Не удалось открыть страницу').waitFor();
    await page.route('**/api/visit', (route) => route.fulfill({ status: 429, json: {} }), { times: 1 });
    await button('Повторить').click();
    await page.getByText('Слишком много запросов подряд.').waitFor();
    server.mend();
    await button('Повторить').click();
    await heading('Встреча отменена').waitFor();
  });

  await step('VISIT-05 one that is over says so with the phone, and a revoked one is no link', async () => {
    const third = await visit(`${DAY}T17:00`);
    url = await linkTo(elena, third);
    server.change('update sessions set date = ? where id = ?', moscow(`${inDays(-1)}T10:00`), third);
    await page.goto(url);
    await heading('Эта встреча уже прошла').waitFor();
    await page.getByRole('link', { name: PHONES }).waitFor();
    assert.deepEqual(await longLook('over'), []);
    await elena.api.send(`/api/sessions/${third}/visit-link`, { method: 'DELETE' });
    await page.reload();
    await heading('Ссылка не работает').waitFor();
    assert.doesNotMatch(await page.innerText('body'), TOO_MUCH);
  });

  await step(
    'VISIT-02 VISIT-05 moves that got fewer while free times are chosen are said before one is used; a link revoked then ends the page',
    async () => {
      await rules({ move_hours: 24 });
      const fourth = await visit(`${DAY}T16:00`);
      await page.goto(`${await linkTo(elena, fourth)}».`);
      await page.getByText('Осталось переносов: 2.').waitFor();
      await button('Перенести').click();
      await choose(page, NEXT);
      await times(page).first().click();
      await rules({ max_moves: 1 });
      await button('Перенести встречу').click();
      await page.getByRole('group', { name: 'Условия переноса изменились.' }).waitFor();
      await page.getByText('Осталось переносов: 1.').waitFor();
      assert.equal((await elena.api.collection('sessions').getOne(fourth))['moves'], 0);
      await elena.api.send(`/api/sessions/${fourth}/visit-link`, { method: 'DELETE' });
      await button('Следующий месяц').click();
      await focused('Ссылка не работает');
      assert.equal(await page.evaluate(() => history.state), null);
    },
  );

  /** A request with a link to it. */
  const requested = async (time: string) => {
    const booking = await kabinet.ask(elena.link, time, { name: 'Олег', phone: '+7 921 640-02-77' });
    const token = randomBytes(16).toString('base64url');
    const columns = 'session, booking, hash, user, created, revoked';
    const hash = createHash('sha256').update(token).digest('hex');
    const link = `insert into visit_links (${columns}) values (null, ?, ?, ?, ?, null)`;
    server.change(link, booking, hash, elena.id, moscow(`${inDays(0)}T00:00`));
    return { booking, token };
  };

  await step('VISIT-03 VISIT-05 a request that waits is withdrawn', async () => {
    const { booking, token } = await requested(`${DAY}T15:00`);
    await page.goto(`/visit#token=${token}`);
    await page.getByText('Заявка ждёт подтверждения.').waitFor();
    assert.equal(await button('Перенести').count(), 0);
    await button('Отозвать заявку').click();
    await button('Да, отозвать').click();
    await focused('Заявка отозвана');
    assert.equal((await elena.api.collection('booking').getOne(booking))['withdrawn'], true);
  });

  await step('NEWS-01 what was done meanwhile stands on home and above the sessions until it is seen', async () => {
    const [home, sessions] = [await elena.browser.newPage(), await elena.browser.newPage()];
    const strip = (where: Page) => where.getByRole('region', { name: 'Что изменилось' });
    const rows = (where: Page) => strip(where).getByRole('listitem');
    const told = await elena.api.collection('news').getFullList({ filter: 'seen = false' });
    server.breakTable('news');
    await home.goto('/');
    await strip(home).getByRole('alert').getByRole('button', { name: 'Повторить' }).waitFor();
    // The strip reads again by itself too: the button can be gone before it is pressed.
    server.mend();
    await home.reload();
    const more = strip(home).getByRole('button', { name: /^Показать ещё/ });
    await more.waitFor();
    const few = await rows(home).count();
    await more.press('Enter');
    await becomes(() => rows(home).count(), told.length);
    await rows(home).nth(few).getByRole('link').and(home.locator(':focus')).waitFor();
    const first = rows(home).first();
    assert.match(
      await first.innerText(),
      /^Посетитель отозвал заявку: Олег\s+\S+, \d+\s\S+, 15:00, (?:только что|\d+\s\S+ назад)\s+Понятно$/,
    );
    assert.match(
      (await rows(home).allInnerTexts()).join('\n'),
      /Клиент перенёс сессию: Мария\s+\S+, \d+\s\S+, 12:00 → /,
    );
    await sessions.goto('/dashboard/sessions');
    await rows(sessions).first().waitFor();
    // The row below moves up under the second press.
    await first.getByRole('button', { name: 'Понятно' }).dblclick();
    await rows(home).first().getByRole('button', { name: 'Понятно' }).and(home.locator(':focus')).waitFor();
    await becomes(() => rows(home).count(), told.length - 1);
    await becomes(async () => (await rows(sessions).first().innerText()).startsWith('Новая заявка: Олег'), true);
    const marked = await elena.api.collection('news').getFullList({ filter: 'seen = true' });
    assert.deepEqual(
      marked.map(({ kind }) => kind),
      ['request_withdrawn'],
    );
    server.refuseWrites('news');
    await rows(home).first().getByRole('button', { name: 'Понятно' }).click();
    await home.getByText('Не удалось отметить').waitFor();
    await becomes(() => rows(home).count(), told.length - 1);
    server.mend();
    await rows(sessions)
      .getByRole('link', { name: /^Клиент отменил сессию: Мария/ })
      .first()
      .click();
    await sessions.getByRole('dialog').getByText('Мария').first().waitFor();
    await sessions.keyboard.press('Escape');
    const before = new Map([
      [sessions, await rows(sessions).count()],
      [home, await rows(home).count()],
    ]);
    // More than are loaded.
    server.change(
      `insert into news (id, created, updated, user, kind)
        with recursive one (n) as (select 100 union all select n + 1 from one where n < 160)
        select 'oldnews' || n || '00000', '2020-01-01 10:00:00.000Z', '2020-01-01 10:00:00.000Z', ?, 'import_done' from one`,
      elena.id,
    );
    const unseen = async () =>
      (await elena.api.collection('news').getList(1, 1, { filter: 'seen = false' })).totalItems;
    const all = await unseen();
    await strip(sessions).getByRole('button', { name: 'Всё понятно' }).click();
    for (const where of [sessions, home]) await strip(where).waitFor({ state: 'detached' });
    assert.equal(await unseen(), 0);
    await sessions.getByRole('button', { name: 'Вернуть' }).click();
    await becomes(unseen, all);
    server.change("delete from news where id like 'oldnews%'");
    for (const where of [sessions, home]) await where.reload();
    for (const [where, count] of before) await becomes(() => rows(where).count(), Math.min(count, few));
    await strip(sessions).getByRole('button', { name: 'Всё понятно' }).click();
    for (const where of [sessions, home]) await strip(where).waitFor({ state: 'detached' });
    assert.equal((await elena.api.collection('news').getList(1, 1, { filter: 'seen = false' })).totalItems, 0);
    const atHome = await listen(home);
    await home.reload();
    await home.getByRole('link', { name: /^Сессии/ }).waitFor();
    assert.equal(await strip(home).count(), 0);
    await untilHeard(home);
    const { token } = await requested(`${NEXT}T11:00`);
    await rows(home).filter({ hasText: 'Новая заявка: Олег' }).waitFor();
    const seen = Temporal.Instant.from(moscow(`${NEXT}T11:00`)).toString();
    await kabinet.guest().send('/api/visit/cancel', { method: 'POST', body: { token, seen } });
    await rows(home).filter({ hasText: 'Посетитель отозвал заявку: Олег' }).waitFor();
    await atHome.untilSaid('Посетитель отозвал заявку: Олег');
  });

  await step('NEWS-02 the link of a letter leads to its request, behind the sign-in too', async () => {
    const withdrawn = await elena.api.collection('news').getFirstListItem("kind = 'request_withdrawn'");
    const reader = await kabinet.person();
    t.after(() => reader.close());
    const screen = await reader.newPage();
    const address = `/dashboard/online-booking?request=${withdrawn['booking']}`;
    await screen.goto(address);
    await screen.getByLabel('Email').fill(elena.email);
    await screen.getByLabel('Пароль', { exact: true }).fill(elena.password);
    await screen.getByRole('button', { name: 'Войти', exact: true }).click();
    await screen.waitForURL(address);
    await screen.getByText('Олег', { exact: true }).and(screen.locator(':focus')).waitFor();
  });
});

/** Works every day; returns how to arrange a visit at a time in Moscow. */
async function practiceOf({ api, id }: Practitioner) {
  for (let day = 0; day < 7; day += 1) {
    const hours = { user: id, day_of_week: day, start_time: '09:00', end_time: '18:00', is_available: true };
    await api.collection('availability_settings').create(hours);
  }
  const { id: client } = await api.collection('clients').create({ user: id, name: 'Мария', phone: '+79161234567' });
  const visit = async (time: string): Promise<string> => {
    const session = { user: id, client, date: moscow(time), duration: 60, status: 'scheduled' };
    return (await api.collection('sessions').create(session)).id;
  };
  return visit;
}

async function linkTo({ api }: Practitioner, session: string): Promise<string> {
  return (await api.send<{ url: string }>(`/api/sessions/${session}/visit-link`, { method: 'POST' })).url;
}

/** Returns the widths at which the full stop behind a paragraph's link begins a line of its own. */
function widthsOfLoneStops(paragraph: HTMLElement): number[] {
  const link = paragraph.querySelector('a');
  const stop = document.createRange();
  stop.selectNode(link?.nextSibling ?? paragraph);
  const found: number[] = [];
  for (let width = 200; width < 340; width += 1) {
    paragraph.style.width = `${width}px`;
    const end = link?.getClientRects()[link.getClientRects().length - 1]?.right ?? Infinity;
    if (stop.getBoundingClientRect().left < end - 1) found.push(width);
  }
  paragraph.style.width = '';
  return found;
}

/** 'Среда, 25 ноября' */
function inWords(date: string): string {
  const words = new Date(date).toLocaleString('ru', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function dayOf(date: string): string {
  return new Date(date).toLocaleString('ru', { day: 'numeric', month: 'long', timeZone: 'UTC' });
}
