import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright';

/** The day's button on the public page's calendar, where its month is shown. */
export function dayButton(page: Page, date: Temporal.PlainDate): Locator {
  const name = date.toLocaleString('ru', { day: 'numeric', month: 'long' });
  return page.getByRole('button', { name: new RegExp(`^${name} ${date.year},`) });
}

/** Leafs through the public page's calendar to a day, 'YYYY-MM-DD', and chooses it. */
export async function choose(page: Page, date: string): Promise<void> {
  const wanted = Temporal.PlainDate.from(date);
  const [back, next] = ['Предыдущий месяц', 'Следующий месяц'].map((name) => page.getByRole('button', { name }));
  assert.ok(back && next);
  await next.waitFor();
  // A reload comes back to the month of the day that was chosen before.
  while (await back.isEnabled()) await back.click();
  while ((await dayButton(page, wanted).count()) === 0) await next.click();
  await dayButton(page, wanted).click();
}

/** The times that are offered for the chosen day: the practitioner's and, where it differs, the visitor's own. */
export function times(page: Page): Locator {
  return page.getByRole('button', { name: /^\d\d:\d\d/ });
}

/** Fills in the visitor's name and phone and sends the request. */
export async function send(page: Page, name: string, phone: string): Promise<void> {
  await page.getByLabel('Имя').fill(name);
  await page.getByLabel('Телефон').fill(phone);
  await page.getByRole('button', { name: 'Записаться на консультацию' }).click();
}
