import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Route } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { DAY, furnish, rename } from '#e2e/calendar-practice.ts';
import { countCommits } from '#e2e/count-commits.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { toast } from '#e2e/toast.ts';
import { journey } from '#e2e/journey.ts';
import { moscow } from '#e2e/dates.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { edges } from '#e2e/forced-colours.ts';

const kabinet = onKabinet();

test('a practitioner plans and moves sessions in the week', async (t) => {
  const elena = await kabinet.practitioner('week@kabinet.example');
  t.after(() => elena.browser.close());
  const [, , moved = ''] = await furnish(elena, [...DAY, { at: '2026-11-22T22:00', client: 2 }]);
  const page = await elena.browser.newPage();
  await page.addInitScript(countCommits);
  const step = journey(t, 'calendar-week', () => [elena.browser]);
  const longStep = longSteps(step);
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
    await page.getByRole('radio', { name: 'Неделя', exact: true }).check();
    await page.waitForURL('**/dashboard/calendar?view=week&date=2026-11-18');
    await page.getByRole('heading', { name: '16–22 ноября', level: 1 }).waitFor();
    await page.getByRole('columnheader').getByRole('button', { name: 'среда, 18 ноября, 4 сессии' }).waitFor();
    await becomes(
      async () => times(await page.getByRole('cell').nth(2).getByRole('button').allInnerTexts()),
      ['10:00', '12:00', '15:00', '18:00'],
    );
    const blocks = page
      .getByRole('cell')
      .nth(2)
      .getByRole('button', { name: /^\d\d:00 / });
    assert.deepEqual(new Set(await edges(blocks)), new Set(['border']), 'with the system’s own few colours');
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

  await step('CAL-02 a session of the week opens its dialog', async () => {
    await anna.click();
    await dialog.getByRole('button', { name: 'Изменить', exact: true }).waitFor();
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

  await step('SESSION-10 a move and its undo leave alone what another window has changed meanwhile', async () => {
    const [from, elsewhere] = [moscow('2026-11-18T15:00'), moscow('2026-11-20T09:00')];
    const refusal = toast(page, 'Сессию изменили в другом месте');
    const isRefused = async (press: () => Promise<void>) => {
      const meanwhile = async (route: Route) => {
        await elena.api.collection('sessions').update(moved, { date: elsewhere });
        await route.continue();
      };
      await page.route(`**/sessions/records/${moved}`, meanwhile, { times: 1 });
      await press();
      await refusal.waitFor();
      assert.equal(await startOf(), elsewhere);
      await page.getByRole('button', { name: /^09:00 Ковальчук/ }).waitFor();
      await refusal.getByRole('button', { name: 'Закрыть уведомление' }).click();
      await elena.api.collection('sessions').update(moved, { date: from });
      await page.getByRole('button', { name: /^15:00 Ковальчук/ }).waitFor();
    };
    await page.getByText('Сессия снова на прежнем месте').waitFor({ state: 'detached' });
    await isRefused(async () => {
      await dragTo(3, 16.5);
      await page.mouse.up();
    });
    await isRefused(async () => {
      await anna.focus();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Enter');
    });
    await dragTo(3, 16.5);
    await page.mouse.up();
    await isRefused(() => page.getByRole('button', { name: 'Вернуть' }).click());
    assert.equal(await page.getByText('Сессия снова на прежнем месте').count(), 0);
  });

  await step('SESSION-10 Esc puts a dragged session back at once', async () => {
    await dragTo(4, 11);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await becomes(() => startOf(), moscow('2026-11-18T15:00'));
    await page.getByRole('button', { name: /^15:00 Ковальчук/ }).waitFor();
  });

  await longStep('SESSION-10 a window that loses the pointer puts a dragged session back', async () => {
    for (const event of ['blur', 'pointercancel']) {
      await dragTo(4, 11);
      await page.getByText(/^11:00\s*Ковальчук Анна$/).waitFor();
      await page.evaluate((name) => window.dispatchEvent(new Event(name)), event);
      await page.getByText(/^11:00\s*Ковальчук Анна$/).waitFor({ state: 'detached' });
      await page.mouse.up();
    }
    await becomes(() => startOf(), moscow('2026-11-18T15:00'));
  });

  await longStep('CAL-02 a pointer that moves within a half hour renders nothing', async () => {
    // A toast that closes meanwhile is a commit of its own.
    await page.getByRole('status').filter({ hasText: 'прежнем месте' }).waitFor({ state: 'detached' });
    const { x, y } = await pointOf(0, 16.5);
    await page.mouse.move(x, y);
    await page.mouse.move(x + 1, y);
    await page.evaluate(() => (window.commits = 0));
    for (let at = 0; at < 20; at += 1) await page.mouse.move(x + at, y + (at % 5));
    assert.equal(await page.evaluate(() => window.commits), 0);
    await page.mouse.move(x, y + 40);
    await page.waitForFunction(() => window.commits > 0);
  });

  await step('CAL-04 a pointer over other times and a dragged session render no day anew', async () => {
    /** Moves the pointer to each time in turn; the middle count, because a toast that closes is a commit of its own. */
    const usuallyRendered = async (day: number, hours: number[], shown: (time: string) => Locator) => {
      const counts = [];
      for (const hour of hours) {
        const { x, y } = await pointOf(day, hour);
        await page.mouse.move(x, y);
        await shown(`${Math.floor(hour)}:${hour % 1 === 0 ? '00' : '30'}`).waitFor();
        counts.push(await page.evaluate(() => window.rendered));
      }
      return counts.slice(1).toSorted((one, other) => one - other)[1] ?? Infinity;
    };
    const hovering = await usuallyRendered(0, [16.5, 17.5, 16.5, 17.5], (time) =>
      page.getByText(time, { exact: true }),
    );
    assert.ok(hovering <= 6, `hovering: ${hovering}`);
    await dragTo(3, 16.5);
    const carried = (time: string) => page.getByText(new RegExp(`^${time}\\s*Ковальчук Анна$`));
    const dragging = await usuallyRendered(3, [16.5, 17, 16.5, 17], carried);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    assert.ok(dragging <= 24, `dragging: ${dragging}`);
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
    await dialog.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focused.waitFor();
  });

  await step('SESSION-10 a press on an empty half hour plans a session there', async () => {
    const { x, y } = await pointOf(0, 16.5);
    await page.mouse.click(x, y);
    await dialog.getByRole('heading', { name: 'Понедельник, 16 ноября, 16:30' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
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

  await step('CAL-03 what reaches over midnight stands on both days, and is carried by either part', async () => {
    const client = await rename(elena, 'Орлова Вера Павловна', 'Полночная Вера');
    const night = { user: elena.id, client, duration: 90, status: 'scheduled', date: moscow('2026-11-15T23:00') };
    const { id } = await elena.api.collection('sessions').create(night);
    const on = (day: number, name: RegExp) => page.getByRole('cell').nth(day).getByRole('button', { name });
    const left = on(0, /^с 23:00 до 00:30 Полночная Вера, 90 минут/);
    await left.waitFor();
    await page.getByRole('button', { name: 'понедельник, 16 ноября, 1 сессия' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByText('с 23:00 до 00:30', { exact: true }).waitFor();
    await page.emulateMedia({ media: null });
    await left.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('Сессия перенесена: понедельник, 16 ноября, 23:00').waitFor();
    await on(0, /^23:00 Полночная/).waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    const from = await box(on(1, /^с 23:00 до 00:30/));
    await page.mouse.move(from.x + 20, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 40, { steps: 3 });
    const to = await box(page.getByRole('cell').nth(2));
    await page.mouse.move(to.x + 20, from.y + 8 + 32, { steps: 3 });
    await page.mouse.up();
    await becomes(async () => (await elena.api.collection('sessions').getOne(id))['date'], moscow('2026-11-17T23:30'));
    await on(2, /^с 23:30 до 01:00/).waitFor();
    await elena.api.collection('sessions').delete(id);
    await on(2, /^с 23:30/).waitFor({ state: 'detached' });
  });

  await step('A11Y-01 one stop crosses the week, and arrows lead from session to session', async () => {
    const focused = page.locator(':focus');
    const name = () => focused.evaluate((one) => one.ariaLabel ?? one.textContent);
    await page.getByRole('link', { name: /^Запланировать: / }).focus();
    await page.keyboard.press('Shift+Tab');
    assert.ok(await focused.and(page.getByRole('table').locator('*')).isVisible());
    const blocks = page.getByRole('table').getByRole('listitem').locator('button, a');
    assert.ok((await blocks.count()) > 2);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await focused.and(page.getByRole('table').locator('*')).count(), 0);
    await page.keyboard.press('Tab');
    const before = await name();
    await page.keyboard.press('Home');
    assert.ok(await focused.and(page.getByRole('columnheader').locator('*')).isVisible());
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await name(), before);
    assert.ok(await focused.and(blocks).isVisible());
    await page.keyboard.press('Tab');
    await page
      .getByRole('link', { name: /^Запланировать: / })
      .and(focused)
      .waitFor();
    await page.keyboard.press('Shift+Tab');
    assert.ok(await focused.and(blocks).isVisible(), 'the stop remains where the arrows led');
  });

  await step('SESSION-10 A11Y-01 the keyboard plans with one link that the arrows move', async () => {
    await page.getByRole('link', { name: /^Запланировать: / }).focus();
    await page.keyboard.press('Home');
    for (let day = 0; day < 7; day += 1) await page.keyboard.press('ArrowLeft');
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await page.getByRole('link', { name: 'Запланировать: вторник, 17 ноября, 10:30' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Вторник, 17 ноября, 10:30' }).waitFor();
  });
});

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  assert.ok(found);
  return found;
}

function times(texts: string[]): string[] {
  return texts.map((text) => text.slice(0, 5));
}
