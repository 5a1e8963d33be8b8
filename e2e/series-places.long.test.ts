import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Request } from 'playwright';
import type PocketBase from 'pocketbase';
import type { SeriesPreview } from '#domain/series/series.ts';
import { axeFindings } from '#e2e/axe.ts';
import { becomes } from '#e2e/becomes.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { DESKTOP, onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays, shown } from '#e2e/dates.ts';
import { narrowFindings } from '#e2e/narrow.ts';
import { toast } from '#e2e/toast.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

/** The first occurrence is today's: it stands on every list. */
const FIRST = Temporal.PlainDate.from(inDays(0));
const weekday = FIRST.toLocaleString('ru', { weekday: 'long' });
const RULE = `${weekday}, 23:30, раз в неделю`;

/** Makes a series of a client by the calls of the program. */
async function repeat(api: PocketBase, wish: object): Promise<string> {
  const post = (path: string, body: object) => api.send(path, { method: 'POST', body });
  const { digest }: SeriesPreview = await post('/api/series/preview', wish);
  const { series }: { series: { id: string } } = await post('/api/series', { ...wish, digest });
  return series.id;
}

test('where series are seen', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'series-places');
  const client = async (name: string, digit: number) =>
    (await elena.api.collection('clients').create({ user: elena.id, name, phone: `+7 916 204-18-3${digit}` })).id;
  const [anna, pavel] = await Promise.all([client('Анна Ковальчук', 1), client('Павел Дёмин', 2)]);
  const series = await repeat(elena.api, {
    client: anna,
    start: `${FIRST.toString()}T23:30`,
    every_weeks: 1,
    duration: 25,
  });
  const sessions = await elena.api.collection('sessions').getFullList({ sort: 'date' });
  const dialog = page.getByRole('dialog');
  const marks = (within: Pick<Page, 'getByRole'> = page) => within.getByRole('img', { name: RULE });

  await step('SERIES-08 lists and calendar mark an occurrence, named by its rule', async () => {
    await page.goto('/');
    const today = page.getByRole('region', { name: /^Сегодня, / });
    await today.getByRole('link', { name: /Анна Ковальчук.*раз в/ }).waitFor();
    await page.goto('/dashboard/sessions');
    await marks(today).waitFor();
    const upcoming = page.getByRole('region', { name: 'Предстоящие' });
    await marks(upcoming.getByRole('button', { name: RULE }).first()).waitFor();
    await page.goto(`/dashboard/calendar?view=week&date=${FIRST.toString()}`);
    const name = '23:30 Анна Ковальчук, 25 минут, Запланирована';
    await marks(page.getByRole('main').getByRole('button', { name, description: RULE })).waitFor();
  });

  await step('SERIES-08 a client’s details name the usual time of each series that has not ended', async () => {
    const done = { user: elena.id, client: anna, duration: 60, status: 'completed' };
    for (let made = 0; made < 240; made += 40) {
      const batch = elena.api.createBatch();
      for (let day = made; day < made + 40; day += 1) {
        batch.collection('sessions').create({ ...done, date: `${inDays(-10 - day)} 09:00:00.000Z` });
      }
      await batch.send();
    }
    const fortnightly = { client: anna, start: `${inDays(3)}T08:00`, every_weeks: 2, duration: 60 };
    await repeat(elena.api, { ...fortnightly, until: inDays(20) });
    await repeat(elena.api, { client: anna, start: `${inDays(5)}T07:00`, every_weeks: 1, duration: 60, count: 3 });
    const over = await repeat(elena.api, { client: anna, start: `${inDays(4)}T08:00`, every_weeks: 1, duration: 60 });
    await elena.api.send(`/api/series/${over}/end`, { method: 'POST', body: { from: inDays(0) } });
    await elena.api
      .collection('sessions')
      .create({ user: elena.id, client: pavel, date: `${inDays(1)} 09:00:00.000Z` });
    await page.goto(`/dashboard?client=${anna}`);
    await dialog.getByText('Обычное время').waitFor();
    const rules = dialog.locator('dd [role="group"] > p:first-child');
    const until = Temporal.PlainDate.from(inDays(20)).toLocaleString('ru', { day: 'numeric', month: 'long' });
    const day = Temporal.PlainDate.from(inDays(3)).toLocaleString('ru', { weekday: 'long' });
    // Ended from here, in place of the details, which come back.
    const third = dialog.getByRole('group', { name: /07:00/ });
    await third.getByRole('button', { name: 'Серия' }).click();
    await third.getByRole('button', { name: /^Завершить серию с/ }).click();
    await dialog.getByText('Удалятся 3 сессии').waitFor();
    await dialog.getByRole('button', { name: 'Завершить серию', exact: true }).click();
    await dialog.getByText('Дата регистрации').waitFor();
    await becomes(
      async () => (await rules.allInnerTexts()).map((text) => text.trim().replaceAll('\u00A0', ' ')),
      // Each begins a line.
      [RULE, `${day}, 08:00, раз в две недели, до ${until} ${inDays(20).slice(0, 4)}`].map((text) =>
        text.replace(/^./, (letter) => letter.toUpperCase()),
      ),
    );
    assert.deepEqual(await axeFindings(page, 'usual time'), []);
    assert.deepEqual(await narrowFindings(page, 'usual time'), []);
    await page.setViewportSize(DESKTOP);
    await dialog.getByRole('button', { name: 'Все сессии' }).click();
    // The next session's mark, and those of the rows in sight.
    await marks(dialog).nth(4).waitFor();
    // A question covers the details: the long list is there again as it was, and reads nothing more.
    const rows = dialog.locator('li[aria-posinset]');
    const row = dialog.getByRole('group', { name: /23:30/ }).getByRole('button', { name: 'Серия' });
    await row.scrollIntoViewIfNeeded();
    let before = 0;
    const isDrawn = async (): Promise<boolean> => {
      before = await rows.count();
      for (let look = 0; look < 20; look += 1) if ((await rows.count()) !== before) return false;
      return before > 0;
    };
    await becomes(isDrawn, true);
    let [reads, most] = [0, 0];
    const countReads = (request: Request) => (reads += Number(request.url().includes('/sessions/records?')));
    page.on('request', countReads);
    await row.click();
    await dialog.getByRole('button', { name: /^Завершить серию с/ }).click();
    await dialog.getByText(/Удал/).first().waitFor();
    // A pixel more or less at the edge of what is in sight is a row more or less.
    const isAsBefore = (count: number): boolean => Math.abs(count - before) <= 1;
    assert.ok(isAsBefore(await page.locator('li[aria-posinset]').count()));
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    await dialog.getByText('Дата регистрации').waitFor();
    for (let look = 0; look < 20; look += 1) most = Math.max(most, await rows.count());
    assert.ok(isAsBefore(await rows.count()) && isAsBefore(most), `${await rows.count()} ${most}`);
    page.off('request', countReads);
    assert.ok(reads < 3, `${reads} reads`);
    await page.goto(`/dashboard?client=${pavel}`);
    await dialog.getByText('Дата регистрации').waitFor();
    assert.equal(await dialog.getByText('Обычное время').count(), 0);
    assert.equal(await dialog.getByRole('img', { name: /раз в/ }).count(), 0);
  });

  const [late, last] = sessions.slice(-2).map(({ occurrence }): string => occurrence);
  const notice = page.getByRole('region', { name: 'Что изменилось' });
  /** One row names all that the job skipped in one go. */
  const skipped = notice.getByRole('link', { name: 'Пропущены сессии серии: Анна Ковальчук' });

  await step('SERIES-04 NEWS-01 what the job skips stands on the day’s screens until it is seen', async () => {
    const [profile] = await elena.api.collection('profiles').getFullList();
    await elena.api.collection('profiles').update(profile?.id ?? '', { days_off: [{ from: last, to: last }] });
    const beside = { user: elena.id, client: pavel, date: sessions.at(-2)?.['date'], allowOverlap: true };
    await elena.api.collection('sessions').create(beside);
    // Two weeks have passed since the job ran.
    await kabinet.kill();
    server.change('delete from sessions where series = ? and occurrence >= ?', series, late ?? '');
    server.change("update series set made_until = date(?, '-1 day') where id = ?", late ?? '', series);
    await kabinet.revive();
    await page.goto('/dashboard/sessions');
    await notice.waitFor();
    const days = [late, last].map((date) => Number((date ?? '').slice(8)));
    assert.match(await skipped.innerText(), new RegExp(days.map((day) => `\\b${day}\u00A0`).join('.*')));
    assert.deepEqual(await axeFindings(page, 'skipped'), []);
    assert.deepEqual(await narrowFindings(page, 'skipped'), []);
    await page.setViewportSize(DESKTOP);
    await page.goto('/');
    await notice.getByRole('button', { name: 'Всё понятно' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.goto('/dashboard/sessions');
    await marks().first().waitFor();
    await page.goto(`/dashboard?client=${anna}`);
    await dialog.getByText(`Пропущены ${shown(late ?? '')} (время занято), ${shown(last ?? '')} (выходной)`).waitFor();
  });

  await step('SERIES-04 a toast names what the job skips while a screen is open, and no skip of a person', async () => {
    // The job runs once an hour: events of its kind are put into the stream of the screen.
    await page.addInitScript(() => {
      const { EventSource } = window;
      const Stream = class extends EventSource {
        constructor(url: string | URL, options?: EventSourceInit) {
          super(url, options);
          window.addEventListener('skips', (event) => {
            if (!(event instanceof CustomEvent)) return;
            for (const data of event.detail) this.dispatchEvent(new MessageEvent('series_skips/*', { data }));
          });
        }
      };
      window.EventSource = Stream;
    });
    const events = [
      ['chosen', '2027-01-05'],
      ['taken', '2027-01-12'],
    ].map(([reason, occurrence]) =>
      JSON.stringify({
        action: 'create',
        record: { id: 'skip', collectionName: 'series_skips', reason, occurrence },
      }),
    );
    await page.goto('/dashboard/notes');
    const toasts = toast(page, 'Серия');
    // Events before the subscription have no listener.
    for (let patience = 10; patience > 0 && (await toasts.count()) === 0; patience -= 1) {
      await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('skips', { detail })), events);
      await toasts
        .first()
        .waitFor({ timeout: 2000 })
        .catch(() => null);
    }
    assert.match(await toasts.first().innerText(), /^Серия: пропущена сессия 12\.01\.2027, время занято$/);
  });

  const save = page.getByRole('button', { name: 'Сохранить', exact: true });
  const met = () => {
    const filter = `date > '${inDays(6)}' && date < '${inDays(22)}'`;
    return elena.api.collection('sessions').getFullList({ filter, sort: 'date' });
  };
  const statuses = async (): Promise<unknown[]> => (await met()).map(({ status }) => status);
  const takeOff = async (period: number, from: number, to: number) => {
    await page.getByRole('button', { name: 'Добавить дни' }).click();
    const row = page.getByRole('group', { name: `Период ${period}` });
    await row.getByLabel('Первый день').fill(shown(inDays(from)));
    await row.getByLabel('Последний день').fill(shown(inDays(to)));
    await save.click();
  };
  const row = (days: number) => dialog.getByRole('listitem').filter({ hasText: shown(inDays(days)) });
  const all = dialog.getByRole('button', { name: 'Отменить все' });

  const press = (days: number, name: RegExp) => row(days).getByRole('button', { name }).click();

  await step('SERIES-07 new days off list the sessions that they meet, and leave them', async () => {
    const single = { user: elena.id, client: pavel, date: `${inDays(8)} 07:00:00.000Z` };
    await elena.api.collection('sessions').create(single);
    await page.goto('/dashboard/availability-settings');
    // These meet nothing, and keep nothing of the next from being listed.
    await takeOff(2, 25, 25);
    await page.getByText('Настройки расписания сохранены').waitFor();
    assert.equal(await dialog.count(), 0);
    await takeOff(3, 28, 28);
    await dialog.getByRole('listitem').waitFor();
    await dialog.getByRole('button', { name: 'Оставить' }).click();
    await dialog.waitFor({ state: 'detached' });
    await takeOff(4, 7, 21);
    await all.waitFor();
    const words = (text: string) => text.split(/\s+/).slice(0, 3).join(' ');
    assert.deepEqual((await dialog.getByRole('listitem').allInnerTexts()).map(words), [
      `${shown(inDays(7))} 23:30 Анна`,
      `${shown(inDays(8))} 10:00 Павел`,
      `${shown(inDays(14))} 23:30 Анна`,
      `${shown(inDays(17))} 08:00 Анна`,
      `${shown(inDays(21))} 23:30 Анна`,
    ]);
    assert.deepEqual(await statuses(), ['scheduled', 'scheduled', 'scheduled', 'scheduled', 'scheduled']);
    assert.deepEqual(await axeFindings(page, 'days off'), []);
    assert.deepEqual(await narrowFindings(page, 'days off'), []);
    await page.setViewportSize(DESKTOP);
  });

  await step('SERIES-07 they are cancelled one by one, and the rest in one go that a failure interrupts', async () => {
    const [, single, , , last21] = await met();
    await press(7, /^Отменить/);
    await press(7, /^Вернуть/);
    await press(7, /^Отменить/);
    await row(7).getByText('Отмена', { exact: true }).waitFor();
    // Two rows at once: neither waits for the other.
    const held = Promise.withResolvers<void>();
    await page.route('**/sessions/records/*', async (route) => {
      await held.promise;
      await route.continue();
    });
    for (const days of [14, 17]) {
      await press(days, /^Отменить/);
      await becomes(() => row(days).getByRole('button').getAttribute('aria-busy'), 'true');
    }
    held.resolve();
    for (const days of [14, 17]) await press(days, /^Вернуть/);
    await becomes(statuses, ['canceled', 'scheduled', 'scheduled', 'scheduled', 'scheduled']);
    await page.unroute('**/sessions/records/*');
    for (const days of [14, 17]) await row(days).getByText('Отмена', { exact: true }).waitFor({ state: 'detached' });
    // Planned elsewhere meanwhile: not on the list, and not cancelled with it.
    const unseen = { user: elena.id, client: pavel, date: `${inDays(9)} 07:00:00.000Z` };
    await elena.api.collection('sessions').create(unseen);
    await elena.api.collection('sessions').delete(single?.id ?? '');
    await row(8).getByText('Изменена').waitFor();
    let writes = 0;
    await page.route('**/api/batch', async (route) => {
      writes += 1;
      if (writes === 1) return route.abort();
      // Another window, meanwhile: of what was sent at once, only this one stays.
      if (writes === 2) await elena.api.collection('sessions').update(last21?.id ?? '', { status: 'completed' });
      return route.continue();
    });
    await all.click();
    await dialog
      .getByRole('alert')
      .getByText(/Отменено 0 из\s3/)
      .waitFor();
    assert.deepEqual(await statuses(), ['canceled', 'scheduled', 'scheduled', 'scheduled', 'scheduled']);
    await all.click();
    const canceled = toast(page, 'Отменено: 2 сессии');
    await canceled.waitFor();
    assert.deepEqual(await statuses(), ['canceled', 'scheduled', 'canceled', 'canceled', 'completed']);
    await dialog.waitFor({ state: 'detached' });
    await canceled.getByRole('button', { name: 'Вернуть' }).click();
    await becomes(statuses, ['canceled', 'scheduled', 'scheduled', 'scheduled', 'completed']);
    assert.equal(writes, 3, 'one request for all, and one for the way back');
  });
});
