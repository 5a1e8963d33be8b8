import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { LONG_FORM, longTest } from '#proofs/support/long-form.ts';
import { becomes } from '#e2e/becomes.ts';
import { axeFindings } from '#e2e/axe.ts';
import { edges } from '#e2e/forced-colours.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { DAY, furnish } from '#e2e/calendar-practice.ts';
import { lead } from '#e2e/lead.ts';
import { oneLine } from '#e2e/one-line.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { DESKTOP, onKabinet, PHONE } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { slowLine } from '#e2e/network.ts';
import { edit } from '#e2e/session-form.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

test('a practitioner looks at the month', async (t) => {
  const elena = await kabinet.practitioner('month@kabinet.example');
  t.after(() => elena.browser.close());
  const { id: profile } = await elena.api.collection('profiles').getFirstListItem('');
  await elena.api.collection('profiles').update(profile, { days_off: [{ from: '2026-11-20', to: '2026-11-21' }] });
  const [, first = ''] = await furnish(elena, [...DAY, { at: '2026-12-06T22:00', client: 2 }]);
  const page = await elena.browser.newPage();
  const step = journey(t, 'calendar-month', () => [elena.browser]);
  const longStep = longSteps(step);
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
      oneLine(await wednesday.innerText()),
      'среда, 18 ноября, 4 сессии 4 10:00 Орлова, состоялась 12:00 Ковальчук, состоялась 15:00 Ковальчук 18:00 Дёмин, бронь',
    );
    await page.getByRole('button', { name: 'четверг, 19 ноября, сессий нет' }).waitFor();
    await page.getByRole('gridcell').last().getByRole('button', { name: 'воскресенье, 6 декабря, 1 сессия' }).waitFor();
  });

  await step('CAL-01 days off are marked in the month, and in the dialog of a day', async () => {
    const off = /^пятница, 20 ноября, выходной, сессий нет/;
    const weekday = page.getByRole('button', { name: 'четверг, 19 ноября, сессий нет' });
    const colour = (day: Locator) => day.evaluate((cell) => getComputedStyle(cell).backgroundColor);
    await page.getByRole('button', { name: off }).getByText('Выходной', { exact: true }).click();
    await dialog.getByRole('heading', { name: 'Пятница, 20 ноября' }).waitFor();
    await dialog.getByText('Выходной', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.notEqual(await colour(page.getByRole('button', { name: off })), await colour(weekday));
  });

  await longStep('CAL-01 days off are marked in the week and the day, and on the phone', async () => {
    const off = /^пятница, 20 ноября, выходной, сессий нет/;
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: off }).click();
    await page.getByRole('heading', { name: 'Пятница, 20 ноября выходной' }).waitFor();
    await page.getByRole('radio', { name: 'Неделя', exact: true }).check();
    await page.getByRole('heading', { name: /^Суббота, 21 ноября\s*выходной$/ }).waitFor();
    await page.setViewportSize(DESKTOP);
    const head = page.getByRole('columnheader', { name: off });
    await head.getByText('Выходной', { exact: true }).waitFor();
    await becomes(() => page.getByRole('cell').nth(4).evaluate(isShaded), true);
    await becomes(() => page.getByRole('cell').nth(3).evaluate(isShaded), false);
    await head.getByRole('button').click();
    await page.getByRole('columnheader', { name: off }).getByText('Выходной', { exact: true }).waitFor();
    await lead(page, '/dashboard/calendar?view=month&date=2026-11-18');
    await wednesday.waitFor();
  });

  await step('CAL-01 arrows lead to the neighbouring months and «Сегодня» back, and the address follows', async () => {
    await page.getByRole('button', { name: 'Следующий месяц' }).click();
    await heading('Декабрь 2026');
    await page.waitForURL('**/dashboard/calendar?view=month&date=2026-12-18');
    await page.getByRole('button', { name: 'Следующий месяц' }).click();
    await heading('Январь 2027');
    await page.getByRole('button', { name: 'Предыдущий месяц' }).click();
    await heading('Декабрь 2026');
    await page.getByRole('button', { name: 'Сегодня', exact: true }).click();
    const today = Temporal.PlainDate.from(inDays(0));
    await heading(capital(`${today.toLocaleString('ru', { month: 'long' })} ${today.year}`));
    const current = page.locator('[aria-current="date"]');
    await becomes(() => current.getAttribute('data-date'), today.toString());
    await page.getByRole('button', { name: /, сегодня$/ }).waitFor();
    assert.deepEqual(await edges(current), ['outline'], 'with the system’s own few colours');
    if (LONG_FORM) await page.reload();
    await current.waitFor();
  });

  await step('CAL-01 the title opens the months of any year, and years ago are a few presses away', async () => {
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    const choice = page.getByRole('dialog', { name: /^Месяц и\sгод$/ });
    for (let year = Temporal.PlainDate.from(inDays(0)).year; year > 2016; year -= 1) {
      await choice.getByText(String(year), { exact: true }).waitFor();
      await choice.getByRole('button', { name: 'Предыдущий год' }).click();
    }
    await choice.getByRole('button', { name: 'Ноябрь', exact: true }).click();
    await heading('Ноябрь 2016');
    await page.waitForURL('**/dashboard/calendar?view=month&date=2016-11-01');
    await choice.waitFor({ state: 'detached' });
    const title = page.getByRole('heading', { level: 1 }).getByRole('button');
    await title.press('Enter');
    await choice.waitFor();
    await page.keyboard.press('Escape');
    await choice.waitFor({ state: 'detached' });
    await becomes(() => title.evaluate((button) => button === document.activeElement), true);
  });

  await step('CAL-01 one day is in the tab order, and the keys lead from it into other months', async () => {
    await lead(page, '/dashboard/calendar?view=month&date=2026-11-18');
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
    await lead(page, '/dashboard/calendar?view=month&date=2026-11-18');
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
    await edit(dialog);
    await dialog.getByText('Шаг 1: Информация').waitFor();
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByLabel('Новости клиента').fill('Вышла на работу.');
    await dialog.getByRole('button', { name: 'Назад' }).click();
    await dialog.getByRole('radio', { name: 'Отмена' }).check();
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

  await longStep('CAL-01 the sessions are being read, cannot be read, and are read again', async () => {
    const restore = await slowLine(page, 600);
    await page.goto('/dashboard/calendar?view=month&date=2025-03-10');
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

  await step('CAL-01 the view that was chosen last stands there again', async () => {
    const shown = (name: string) => page.getByRole('radio', { name, exact: true, checked: true }).waitFor();
    await page.goto('/dashboard/calendar?view=month&date=2026-11-18');
    await page.getByRole('radio', { name: 'Неделя', exact: true }).check();
    await page.waitForURL(/view=week/);
    await page.goto('/dashboard/sessions');
    await page.getByRole('link', { name: 'Календарь' }).click();
    await shown('Неделя');
    // An address that names another one keeps its own.
    await lead(page, '/dashboard/calendar?view=day&date=2026-11-18');
    await shown('День');
    await lead(page, '/dashboard/calendar');
    await shown('Неделя');
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
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await october('понедельник, 26 октября, 1 сессия').click();
    await page.getByRole('dialog').getByText('26.10.2026 00:00').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  await step('CAL-03 in Berlin the year ends between the two sessions of New Year’s night', async () => {
    await lead(page, '/dashboard/calendar?date=2026-12-31');
    await october('четверг, 31 декабря, 1 сессия').waitFor();
    await october('пятница, 1 января, 1 сессия').waitFor();
  });

  await step(
    'CAL-04 where the browser shows another time the heads of calendar, lists and home name the zone',
    async () => {
      const notice = page.getByText(/^Время берлинское, у\sвас \d\d:\d\d/);
      const menu = page.getByRole('navigation', { name: 'Главное меню' });
      await notice.waitFor();
      for (const screen of ['Сессии', 'Онлайн-запись']) {
        await menu.getByRole('link', { name: screen }).click();
        await page.getByRole('heading', { name: screen, level: 1 }).waitFor();
        await notice.waitFor();
      }
      await lead(page, '/');
      await page.getByRole('heading', { name: /^Добр/ }).waitFor();
      await notice.waitFor();
      await live('Asia/Vladivostok');
      await notice.waitFor({ state: 'detached' });
    },
  );

  const zones = [
    ['Asia/Kathmandu', ['понедельник, 26 октября, 2 сессии', 'воскресенье, 25 октября, сессий нет']],
    ['America/St_Johns', ['воскресенье, 25 октября, 2 сессии', 'понедельник, 26 октября, сессий нет']],
  ] as const;
  for (const [timeZone, days] of LONG_FORM ? zones : zones.slice(1)) {
    await step(`CAL-03 the same sessions lie on the days of ${timeZone}`, async () => {
      await live(timeZone);
      await lead(page, '/dashboard/calendar?date=2026-10-25');
      for (const day of days) await october(day).waitFor();
    });
  }
});

longTest('A11Y-01 axe finds nothing in the calendar', async (t) => {
  const elena = await kabinet.practitioner('axe@kabinet.example');
  t.after(() => elena.browser.close());
  await furnish(elena, [
    ...DAY,
    { at: '2026-11-19T10:00', client: 0, status: 'canceled' },
    { at: '2026-11-19T10:30', client: 1, duration: 15 },
  ]);
  const page = await elena.browser.newPage();
  const found: string[] = [];
  for (const view of ['month', 'week', 'day']) {
    await page.setViewportSize(DESKTOP);
    await page.goto(`/dashboard/calendar?view=${view}&date=2026-11-18`);
    await page.getByText('10:00').first().waitFor({ state: 'attached' });
    found.push(...(await axeFindings(page, view)));
  }
  await page.setViewportSize(DESKTOP);
  await page.goto('/dashboard/calendar?view=month&date=2026-11-18&day=2026-11-18');
  await page.getByRole('dialog').getByText('4 сессии, 4 часа').waitFor();
  found.push(...(await axeFindings(page, 'day of the month', [DESKTOP])));
  assert.deepEqual(found, []);
});

async function focusedDay(page: Page, date: string): Promise<void> {
  await page.waitForFunction((day) => document.activeElement?.getAttribute('data-date') === day, date);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The whole day is outside working time. */
function isShaded(cell: Element): boolean {
  return [...cell.children].some((part) => {
    const covers = part.clientHeight > cell.clientHeight - 2;
    return covers && getComputedStyle(part).backgroundColor !== 'rgba(0, 0, 0, 0)';
  });
}
