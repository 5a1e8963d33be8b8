import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays, shown } from '#e2e/dates.ts';
import { lead } from '#e2e/lead.ts';
import { weekly } from '#e2e/series-practice.ts';

const kabinet = onKabinet();

test('where a series is seen', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'series-places');
  const { client, at } = await weekly(elena, { name: 'Анна Ковальчук', from: 2, count: 4 });
  const day = Temporal.PlainDate.from(inDays(2)).toLocaleString('ru', { weekday: 'long' });
  const rule = `${day}, 10:00, раз в неделю`;
  const dialog = page.getByRole('dialog');
  const main = page.getByRole('main');

  await step('SERIES-08 lists, calendar and details name an occurrence’s rule', async () => {
    await page.goto('/dashboard/sessions');
    const upcoming = page.getByRole('region', { name: 'Предстоящие' });
    await upcoming.getByRole('img', { name: rule }).first().waitFor();
    await lead(page, `/dashboard/calendar?view=week&date=${inDays(2)}`);
    await main.getByRole('button', { name: /^10:00 Анна Ковальчук/, description: rule }).waitFor();
    // A day of the month has no room for what most sessions are.
    await lead(page, `/dashboard/calendar?view=month&date=${inDays(2)}`);
    await main.getByRole('gridcell').getByText('Анна').first().waitFor();
    assert.equal(await main.getByRole('img', { name: rule }).count(), 0);
    await lead(page, `/dashboard?client=${client}`);
    await dialog.getByRole('group', { name: /10:00/ }).getByText(rule).waitFor();
  });

  await step('SERIES-04 the calendar says beyond which day series without an end have no sessions yet', async () => {
    const told = main.getByText(/^Серии без\sдаты окончания поставлены до\s\d+\s\S+\s\d{4}\.$/);
    const look = (view: string, days: number) => lead(page, `/dashboard/calendar?view=${view}&date=${inDays(days)}`);
    const title = page.getByRole('heading', { level: 1 });
    await look('month', 400);
    await title.filter({ hasText: inDays(400).slice(0, 4) }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await told.count(), 0);
    const { client: vera } = await weekly(elena, { name: 'Вера Лунина', from: 2, time: '12:00' });
    await told.waitFor();
    for (const view of ['day', 'week']) {
      await look(view, 340);
      await told.waitFor({ state: 'detached' });
      await look(view, 400);
      await told.waitFor();
    }
    await elena.api.collection('clients').delete(vera);
    await told.waitFor({ state: 'detached' });
  });

  await step('SESSION-14 what the series plans itself is not offered to be repeated', async () => {
    const repeat = dialog.getByRole('button', { name: 'Повторить через неделю' });
    await lead(page, `/dashboard/sessions?session=${at(3)}`);
    await repeat.waitFor();
    await lead(page, `/dashboard/sessions?session=${at(0)}`);
    await dialog.getByRole('button', { name: 'Отменить сессию' }).waitFor();
    assert.equal(await repeat.count(), 0);
  });

  await step('SERIES-07 new days off list the sessions that they meet, and leave them to the person', async () => {
    const statuses = async () =>
      (await elena.api.collection('sessions').getFullList({ sort: 'date' })).map(({ status }) => status);
    await lead(page, '/dashboard/availability-settings');
    await page.getByRole('button', { name: 'Добавить дни' }).click();
    const period = page.getByRole('group', { name: 'Период 1' });
    await period.getByLabel('Первый день').fill(shown(inDays(9)));
    await period.getByLabel('Последний день').fill(shown(inDays(16)));
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
    const rows = dialog.getByRole('listitem');
    await rows.filter({ hasText: shown(inDays(9)) }).waitFor();
    assert.equal(await rows.count(), 2);
    assert.deepEqual(await statuses(), ['scheduled', 'scheduled', 'scheduled', 'scheduled']);
    await rows
      .filter({ hasText: shown(inDays(16)) })
      .getByRole('button', { name: /^Отменить/ })
      .click();
    await becomes(statuses, ['scheduled', 'scheduled', 'canceled', 'scheduled']);
  });
});
