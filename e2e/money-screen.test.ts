import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHIFT } from '#bench/web/bars.ts';
import { becomes } from '#e2e/becomes.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { toast } from '#e2e/toast.ts';

const kabinet = onKabinet();

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');
const today = moscow(`${inDays(0)}T00:00`);
/** Of the chart alone. */
const FIRST_BAR = 'янв';

test('a practitioner with a client beside her writes down who has paid', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'money-screen');
  const { api } = elena;
  const clients = api.collection('clients');
  const payments = () => api.collection('payments').getFullList({ sort: 'created' });
  const { id: profile } = await api.collection('profiles').getFirstListItem(`user = '${elena.id}'`);
  await api.collection('profiles').update(profile, { price: 350_000 });
  const anna = await clients.create({ name: 'Анна Левина', phone: '+7 916 204-18-35', pay_way: 'card' });
  const other = await clients.create({ name: 'Анна Левина', phone: '+7 916 204-18-99' });
  const vera = await clients.create({ name: 'Вера Орлова', phone: '+7 916 204-18-37' });
  const hold = (client: string, date: string) =>
    api.collection('sessions').create({ client, date, duration: 60, status: 'completed', allowOverlap: true });
  await hold(anna.id, moscow(`${inDays(-20)}T10:00`));
  const part = await hold(other.id, today);
  const { id: paid } = await api
    .collection('payments')
    .create({ client: other.id, session: part.id, amount: 100_000, note: 'Перевела мама' });
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel('Сумма');
  const amountShown = async () => plain(await amount.inputValue());
  const debts = page.getByRole('region', { name: 'Кто должен' });
  const record = (whose: string) =>
    debts.getByRole('button', { name: `Записать оплату: Анна Левина ··\u00A0${whose}` });
  const close = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };

  await step('MONEY-06 «Кто должен» says what all owe together, and tells namesakes apart', async () => {
    await page.goto('/dashboard/money');
    await debts.getByText('Всего 6 000 ₽').waitFor();
    await becomes(
      async () => (await debts.getByRole('link').allInnerTexts()).map(plain),
      ['Анна Левина ·· 18-35', 'Анна Левина ·· 18-99'],
    );
    const rows = page.getByRole('list', { name: 'Оплаты' }).getByRole('listitem');
    await becomes(async () => plain(await rows.innerText()).includes('Анна Левина ·· 18-99'), true);
  });

  await step(
    'MONEY-03 MONEY-04 a payment begun from a debt begins at its amount, by the client’s usual way',
    async () => {
      await record('18-35').click();
      await dialog.getByText('Анна Левина ·· 18-35').waitFor();
      await becomes(amountShown, '3 500');
      await becomes(() => amount.evaluate((field) => field === document.activeElement), true);
      await becomes(() => dialog.getByRole('combobox', { name: 'Способ' }).inputValue(), 'Карта');
      await close();
      await record('18-99').click();
      await becomes(amountShown, '2 500');
      await becomes(() => dialog.getByRole('combobox', { name: 'Способ' }).inputValue(), 'Перевод');
      await close();
    },
  );

  await step('MONEY-04 one without a client begins there, chooses between namesakes, and is taken back', async () => {
    await page.getByRole('button', { name: 'Новая оплата' }).click();
    const choice = dialog.getByRole('combobox', { name: 'Клиент' });
    await becomes(() => choice.evaluate((field) => field === document.activeElement), true);
    assert.equal(await page.getByRole('option').count(), 0);
    await page.keyboard.type('левина');
    await becomes(
      async () => (await page.getByRole('option').allInnerTexts()).map((text) => text.slice(-5)).toSorted(),
      ['18-35', '18-99'],
    );
    await page.getByRole('option', { name: /18-99/ }).click();
    await becomes(async () => (await choice.inputValue()).endsWith('18-99'), true);
    await amount.fill('700');
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await dialog.waitFor({ state: 'detached' });
    await debts.getByText('Всего 5 300 ₽').waitFor();
    assert.equal((await payments()).at(-1)?.['client'], other.id);
    await toast(page, 'Оплата записана').getByRole('button', { name: 'Отменить' }).click();
    await toast(page, 'Оплата отменена').waitFor();
    await debts.getByText('Всего 6 000 ₽').waitFor();
    assert.deepEqual(
      (await payments()).map(({ id }) => id),
      [paid],
    );
  });

  await step('MONEY-04 what is typed before the list of clients has loaded is looked for', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/Dropdown-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/dashboard/money');
    await page.getByRole('button', { name: 'Новая оплата' }).click();
    const choice = dialog.getByRole('combobox', { name: 'Клиент' });
    await choice.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('леви');
    assert.equal(await choice.inputValue(), 'леви');
    held.resolve();
    await page.getByRole('option', { name: /18-99/ }).waitFor();
    await page.keyboard.type('на');
    assert.equal(await choice.inputValue(), 'левина');
    await page.getByRole('option', { name: /18-35/ }).waitFor();
    await page.keyboard.press('Escape');
    await close();
  });

  await step('MONEY-03 a row that is paid in part says of how much the rest is', async () => {
    await page.goto('/dashboard/sessions');
    const row = page.getByRole('group', { name: /^Оплата: 00:00, Анна Левина/ });
    await becomes(async () => plain(await row.first().innerText()).split('\n')[0], '2 500 ₽ из 3 500 ₽');
  });

  await step(
    'MONEY-04 MONEY-05 on account is said with what packages hold, and a refund leaves them alone',
    async () => {
      await page.goto(`/dashboard/clients/${vera.id}?tab=money`);
      const sums = page.getByRole('region', { name: 'Деньги' });
      const add = async (kind: string, sum: string, said: string) => {
        await sums.getByRole('button', { name: 'Новая оплата' }).click();
        await dialog.getByRole('radio', { name: kind }).check();
        await amount.fill(sum);
        if (kind === 'Возврат') await dialog.getByText('Пакета он не трогает').waitFor();
        await dialog.getByRole('button', { name: 'Записать' }).click();
        await dialog.waitFor({ state: 'detached' });
        await sums.getByText(said).waitFor();
      };
      await add('Пакет', '30 000', 'это пакет: 10 встреч');
      await add('Оплата', '500', 'из них пакет: 10 встреч, 30 000 ₽');
      await add('Возврат', '700', 'пакет: 10 встреч, 30 000 ₽; возвращено сверх остатка: 200 ₽');
      await sums.getByText('0 из 10').waitFor();
    },
  );

  await step('MONEY-06 the eye covers amounts in forms until she goes into a field herself', async () => {
    await page.goto('/dashboard/money');
    await page.getByRole('button', { name: 'Скрыть суммы' }).click();
    await record('18-35').click();
    await becomes(() => amount.evaluate((field) => field === document.activeElement), true);
    assert.equal(await amountShown(), '•••');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await becomes(amountShown, '3 500');
    await page.keyboard.press('Tab');
    await becomes(amountShown, '•••');
    await amount.click();
    await becomes(amountShown, '3 500');
    await close();
    // What is typed over a covered amount takes its place.
    await record('18-35').click();
    await becomes(() => amount.evaluate((field) => field === document.activeElement), true);
    await page.keyboard.type('1200');
    assert.equal(await amountShown(), '1200');
    await dialog.getByLabel('Дата').focus();
    await becomes(amountShown, '•••');
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await dialog.waitFor({ state: 'detached' });
    await becomes(async () => (await payments()).at(-1)?.['amount'], 120_000);
  });

  await step('MONEY-06 nor does it show what another window has made of an amount', async () => {
    await page.getByRole('list', { name: 'Оплаты' }).getByRole('button').filter({ hasText: '18-99' }).click();
    await amount.click();
    await becomes(amountShown, '1 000');
    await amount.fill('1500');
    await api.collection('payments').update(paid, { amount: 123_400 });
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    const changed = dialog.getByRole('alert').filter({ hasText: 'Изменено в другом месте: сумма.' });
    await changed.getByText(/^•••.₽$/).waitFor();
    assert.doesNotMatch(await dialog.innerText(), /1\s?234/);
    await dialog.getByRole('button', { name: 'Взять оттуда' }).click();
    await close();
    await page.getByRole('button', { name: 'Показать суммы' }).click();
  });
});

test('the screen «Деньги» comes up without moving, its chart last', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'money-chart');
  const { api } = elena;
  const { id: profile } = await api.collection('profiles').getFirstListItem(`user = '${elena.id}'`);
  await api.collection('profiles').update(profile, { price: 350_000 });
  for (let at = 0; at < 3; at += 1) {
    const { id: client } = await api
      .collection('clients')
      .create({ name: `Клиент ${at}`, phone: `+7 916 204-18-4${at}` });
    await api
      .collection('sessions')
      .create({ client, date: today, duration: 60, status: 'completed', allowOverlap: true });
    await api.collection('payments').create({ client, amount: 100_000 });
  }
  const months = page.getByRole('region', { name: 'По месяцам' });
  const bars = months.getByText(FIRST_BAR, { exact: true });

  for (const [name, size] of [
    ['a desk', { width: 1280, height: 1400 }],
    ['a phone', { width: 390, height: 1400 }],
  ] as const) {
    await step(`MONEY-06 nothing moves while it comes up at ${name}, and the chart is asked for last`, async () => {
      await page.setViewportSize(size);
      await page.goto('/dashboard/money');
      await bars.waitFor();
      await page.getByRole('list', { name: 'Оплаты' }).waitFor();
      const { shifted, chart, lists } = await page.evaluate(readComingUp);
      t.diagnostic(`${name}: ${shifted} moved`);
      assert.ok(shifted <= SHIFT, `${shifted}`);
      assert.ok(lists > 0 && chart > lists, `the chart at ${chart}, the lists until ${lists}`);
    });
  }

  await step('MONEY-06 the sign of the ruble is of the typeface', async () => {
    const loaded = () =>
      page.evaluate(() => [...document.fonts].some((one) => one.unicodeRange === 'U+20BD' && one.status === 'loaded'));
    await becomes(loaded, true);
  });

  await step(
    'MONEY-06 filled and empty marks tell what was received and held where a system has few colours',
    async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      const marks = await months.getByRole('columnheader').evaluateAll((heads) =>
        heads.flatMap((head) => {
          const mark = head.querySelector('[aria-hidden]');
          return mark ? [getComputedStyle(mark).backgroundColor] : [];
        }),
      );
      assert.equal(marks.length, 2);
      assert.notEqual(marks[0], marks[1]);
      await page.emulateMedia({ forcedColors: null });
    },
  );

  await step('MONEY-06 without its chart the table says all of it, and a year without money says that', async () => {
    await page.route('**/MonthsChart-*.js', (route) => route.abort());
    // A part that does not come has the page reloaded once.
    let loads = 0;
    const reloaded = page.waitForEvent('framenavigated', { predicate: () => (loads += 1) === 2 });
    await page.goto('/dashboard/money', { waitUntil: 'commit' });
    await reloaded;
    await months.getByText('Загрузка графика...').waitFor();
    await months
      .getByRole('row', { name: /^За год/ })
      .filter({ hasText: /10.500.₽/ })
      .waitFor();
    await page.goto('/dashboard/money?year=2015');
    await months.getByText('За 2015 год денег нет.').waitFor();
    assert.equal(await months.getByRole('table').count(), 0);
  });

  await step('MONEY-06 amounts that are hidden leave the screen as it stands', async () => {
    await page.goto('/dashboard/money');
    const below = () => page.getByRole('heading', { name: 'Кто должен' }).boundingBox();
    const before = await below();
    await page.getByRole('button', { name: 'Скрыть суммы' }).click();
    await months.getByText('Суммы скрыты').waitFor();
    assert.deepEqual(await below(), before);
  });
});

/** How far the page has moved, and when its chart and the last of its lists were asked for and there. */
function readComingUp(): { shifted: number; chart: number; lists: number } {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: 'layout-shift', buffered: true });
  const lists = resources.filter(({ name }) => /\/api\/(?:money|collections\/payments)/.test(name));
  return {
    shifted: observer
      .takeRecords()
      .reduce((sum, one) => sum + ((one as PerformanceEntry & { value?: number }).value ?? 0), 0),
    chart: resources.find(({ name }) => name.includes('/MonthsChart-'))?.startTime ?? 0,
    lists: Math.max(...lists.map(({ responseEnd }) => responseEnd)),
  };
}
