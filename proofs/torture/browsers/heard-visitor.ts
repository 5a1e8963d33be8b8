import type { Page } from 'playwright';
import { choose, times } from '#e2e/booking-form.ts';
import { inDays } from '#e2e/dates.ts';
import type { Practitioner } from '#e2e/kabinet.ts';
import { linkTo } from '#e2e/letters-practice.ts';
import type { Demo } from '#proofs/torture/browsers/demo-in.ts';
import type { Step } from '#proofs/torture/browsers/heard-step.ts';

export async function publicPage(page: Page, { elena }: Demo): Promise<Step[]> {
  const date = await workday(elena);
  const button = page.getByRole('button', { name: 'Записаться на консультацию' });
  const day = page.getByRole('button', { name: /есть свободное время/ });
  await page.goto(elena.link);
  return [
    {
      what: 'a day and that it is free',
      // A month with more than one free day.
      arrange: () => choose(page, date).then(() => day.nth(1).focus()),
      // By Tab Orca comes to let the arrows through to the grid.
      keys: ['shift+Tab', 'Tab', 'Left', 'Right'],
      words: /есть свободное время|свободного времени нет/,
    },
    {
      what: 'a day that is chosen, and how many times it has',
      // Not the day that is chosen already: pressed again, it is let go.
      arrange: () => page.locator('[aria-pressed="false"]').and(day).first().focus(),
      keys: ['Return'],
      words: /свободно \d+ /,
    },
    {
      what: 'a time',
      arrange: () => times(page).first().focus(),
      // The arrows read letter by letter outside of forms and grids.
      keys: ['Tab'],
      words: /\d\d:\d\d/,
    },
    {
      what: 'a request without a time: which choice is missing',
      arrange: () => button.focus(),
      keys: ['Return'],
      words: /Выберите (время|дату)/,
    },
    {
      what: 'a request without a name',
      arrange: async () => {
        await times(page).first().click();
        await button.focus();
      },
      keys: ['Return'],
      words: /Укажите имя/,
    },
    {
      what: 'a field that nobody has touched is not called wrong',
      arrange: () => page.reload().then(() => page.getByLabel('Имя').focus()),
      keys: ['shift+Tab', 'Tab'],
      words: /^(?![\s\S]*неверный ввод)[\s\S]*Имя/,
    },
    {
      what: 'a time that somebody else took meanwhile',
      arrange: () => takenMeanwhile(page, elena.link, date),
      keys: ['Return'],
      words: /Это время только что заняли/,
    },
    {
      what: 'a request that was sent',
      arrange: async () => {
        await times(page).first().click();
        await button.focus();
      },
      keys: ['Return'],
      words: /Заявка отправлена/,
    },
  ];
}

/** Returns a date of hers, some days ahead, that visitors can have. */
async function workday({ api }: Practitioner): Promise<string> {
  const hours = await api.collection('availability_settings').getFullList({ filter: 'is_available = true' });
  const date = [5, 6, 7, 8]
    .map(inDays)
    .find((one) => hours.some((day) => day['day_of_week'] === Temporal.PlainDate.from(one).dayOfWeek % 7));
  if (date === undefined) throw new Error('the demo has no working hours');
  return date;
}

/** Leaves the focus on the button that sends a request for a time which is not free any more. */
async function takenMeanwhile(page: Page, link: string, date: string): Promise<void> {
  await choose(page, date);
  await times(page).nth(1).click();
  await page.getByLabel('Имя').fill('Борис');
  await page.getByLabel('Телефон').fill('8 916 204 18 35');
  const start = await page.evaluate(
    () => document.querySelector('[data-times] [aria-pressed="true"]')?.textContent ?? '',
  );
  const time = /\d\d:\d\d/.exec(start)?.[0] ?? '';
  const answer = await fetch(link.replace('/booking/', '/api/booking-page/'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      start: new Date(`${date}T${time}:00+03:00`).toISOString(),
      name: 'Олег',
      phone: '+7 905 318-44-20',
    }),
  });
  if (!answer.ok) throw new Error(`the time was not taken: ${answer.status}`);
  await page.getByRole('button', { name: 'Записаться на консультацию' }).focus();
}

export async function visitLink(page: Page, { elena }: Demo): Promise<Step[]> {
  const { api } = elena;
  const [session] = await api.collection('sessions').getFullList({
    filter: api.filter("date > {:now} && status = 'scheduled'", { now: `${inDays(3)} 00:00:00.000Z` }),
    sort: 'date',
  });
  if (session === undefined) throw new Error('the demo has no session to come');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(await linkTo(elena, session.id));
  return [
    {
      what: 'until when a visit can be moved, by arrows',
      arrange: () => page.getByRole('heading', { level: 1 }).waitFor(),
      // By Tab the reading ends: until then Orca stays where the arrows led it, wherever the focus goes.
      keys: ['ctrl+Home', ...Array.from({ length: 12 }, () => 'Down'), 'Tab'],
      words: /(Отменить|перенести) можно до|Отменить или перенести/,
    },
    {
      what: 'the question before a visit is cancelled',
      arrange: () => button('Отменить встречу').focus(),
      keys: ['Return'],
      words: /Отменить встречу\?/,
    },
    {
      what: 'the free times of a visit that is moved',
      arrange: () =>
        button('Не отменять')
          .click()
          .then(() => button('Перенести').focus()),
      keys: ['Return'],
      words: /Выберите|Перенести|свободно/,
    },
    {
      what: 'a visit that was cancelled',
      arrange: () =>
        page
          .reload()
          .then(() => button('Отменить встречу').click())
          .then(() => button('Да, отменить').focus()),
      keys: ['Return'],
      words: /Встреча отменена/,
    },
  ];
}
