import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { axeFindings } from '#e2e/axe.ts';
import { becomes } from '#e2e/becomes.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { DESKTOP, onKabinet, practice } from '#e2e/kabinet.ts';
import { longLook } from '#e2e/long-steps.ts';
import { hearing } from '#e2e/network.ts';
import { toast } from '#e2e/toast.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const kabinet = onKabinet();

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');
const YEAR = inDays(0).slice(0, 4);

/** Whole hours of today that are over, for sessions that took place. */
function today(hour: number): string {
  return moscow(`${inDays(0)}T${String(hour).padStart(2, '0')}:00`);
}

/** What axe finds; the window is as wide as before afterwards. */
async function look(page: Page, where: string): Promise<void> {
  assert.deepEqual(await axeFindings(page, where), []);
  await page.setViewportSize(DESKTOP);
}

async function amounts(page: Page): Promise<string> {
  return plain(await page.getByRole('main').innerText());
}

test('a practitioner says what a meeting costs, and who has paid', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'money');
  const { api } = elena;
  const payments = () => api.collection('payments').getFullList({ sort: 'created' });
  const profile = () => api.collection('profiles').getFirstListItem(`user = '${elena.id}'`);
  const anna = await api.collection('clients').create({ name: 'Анна Левина', phone: '+7 916 204-18-35' });
  const oleg = await api.collection('clients').create({ name: 'Олег Рябов', phone: '+7 916 204-18-36' });
  const hold = (client: string, date: string, more = {}) =>
    api.collection('sessions').create({ client, date, duration: 60, status: 'completed', allowOverlap: true, ...more });
  const dialog = page.getByRole('dialog');
  const money = page.getByRole('region', { name: 'Деньги' });
  const old = await hold(anna.id, moscow(`${inDays(-40)}T10:00`));

  await step('MONEY-06 who works without money sees none of it, and is told where it begins', async () => {
    await page.goto('/dashboard/sessions');
    await page.getByRole('heading', { name: 'Прошедшие' }).waitFor();
    assert.doesNotMatch(await amounts(page), /₽|плат/i);
    await page.getByRole('link', { name: 'Деньги' }).click();
    await page.getByRole('heading', { name: 'Здесь будет видно, кто и сколько заплатил' }).waitFor();
    assert.deepEqual(await longLook(page, 'no money'), []);
    await page.getByRole('link', { name: 'Указать цену' }).click();
    await money.getByLabel('Обычная цена').waitFor();
  });

  await step('MONEY-01 a usual price is typed as people write it; anything else is told and stays', async () => {
    const price = money.getByLabel('Обычная цена');
    const save = money.getByRole('button', { name: 'Сохранить' });
    for (const [typed, said] of [
      ['три тысячи', 'Сумма цифрами: 3500 или 3500,50'],
      ['-1', 'Цена не бывает меньше нуля'],
      ['1000000,01', 'Не больше 1 000 000 ₽'],
    ] as const) {
      await price.fill(typed);
      await save.click();
      await money.getByText(said).waitFor();
      assert.equal(await price.inputValue(), typed);
    }
    assert.equal((await profile())['price'], null);
    await price.fill('3 500 ₽');
    await save.click();
    await becomes(async () => (await profile())['price'], 350_000);
    await becomes(async () => plain(await price.inputValue()), '3 500');
  });

  await step(
    'MONEY-01 held sessions of before stay without a price until they are given one, told how much',
    async () => {
      await money.getByRole('button', { name: 'Поставить и прошедшим с…' }).click();
      await becomes(() => dialog.getByLabel('С какого дня').inputValue(), shown(inDays(-40)));
      await dialog.getByLabel('С какого дня').fill(shown(inDays(-39)));
      await dialog.getByText('Сессий без цены с этого дня нет.').waitFor();
      await dialog.getByLabel('С какого дня').fill(shown(inDays(-50)));
      await dialog.getByText('Цену получит 1 сессия: 3 500 ₽.').waitFor();
      await dialog.getByRole('button', { name: 'Поставить' }).click();
      await dialog.waitFor({ state: 'detached' });
      await becomes(async () => (await api.collection('sessions').getOne(old.id))['price'], 350_000);
    },
  );

  await step('MONEY-02 a rule says for how many sessions it holds, before it is saved', async () => {
    await hold(oleg.id, moscow(`${inDays(-20)}T10:00`), { status: 'canceled', outcome: 'no_show' });
    const rule = money.getByRole('switch', { name: 'Неявка оплачивается' });
    await rule.check();
    await money.getByText('Станет к оплате 1 сессия.').waitFor();
    await money.getByRole('button', { name: 'Сохранить' }).click();
    await becomes(async () => (await profile())['no_show_paid'], true);
    await rule.uncheck();
    await money.getByText('Перестанет быть к оплате 1 сессия.').waitFor();
    await rule.check();
  });

  await step('MONEY-07 what letters may not carry says so while it is typed', async () => {
    await money.getByRole('textbox', { name: /Как оплатить/ }).fill('За психотерапию на карту');
    await money.getByText('В письмах этого текста не будет').waitFor();
    await money.getByRole('textbox', { name: /Как оплатить/ }).fill('Перевод по номеру телефона');
    await becomes(() => money.getByText('В письмах этого текста не будет').count(), 0);
    await money.getByLabel('Ссылка для оплаты').fill('bank.example');
    await money.getByRole('button', { name: 'Сохранить' }).click();
    await money.getByText('Нужен адрес целиком, начиная с https://').waitFor();
    await money.getByLabel('Ссылка для оплаты').fill('https://bank.example/pay');
    await money.getByRole('switch', { name: 'Писать, как оплатить' }).check();
    await money.getByRole('button', { name: 'Сохранить' }).click();
    await becomes(
      async () => [(await profile())['pay_link'], (await profile())['pay_in_letters']],
      ['https://bank.example/pay', true],
    );
    assert.deepEqual(await longLook(page, 'prices'), []);
  });

  const held = await hold(anna.id, today(0));
  const row = page.getByRole('listitem').filter({ hasText: 'Анна Левина' }).first();

  await step(
    'MONEY-03 «Оплачено» is one press on today’s row, however often it is pressed, and can be taken back',
    async () => {
      await page.goto('/dashboard/sessions');
      await row.getByText('3 500 ₽').waitFor();
      await row.getByRole('button', { name: /^Оплачено/ }).dblclick();
      await toast(page, 'Оплачено: 00:00, Анна Левина').waitFor();
      await becomes(
        async () => (await payments()).map(({ amount, session }) => [amount, session]),
        [[350_000, held.id]],
      );
      await becomes(() => row.getByRole('button', { name: /^Оплачено/ }).count(), 0);
      await toast(page, 'Оплачено: 00:00, Анна Левина').getByRole('button', { name: 'Отменить' }).click();
      await becomes(async () => (await payments()).length, 0);
      await row.getByRole('button', { name: /^Оплачено/ }).waitFor();
    },
  );

  await step('MONEY-03 two windows make one payment, and each shows it', async () => {
    const other = await elena.browser.newPage();
    await Promise.all([hearing(elena.browser), other.goto('/')]);
    const there = other.getByRole('listitem').filter({ hasText: 'Анна Левина' }).first();
    const press = (where: typeof row) => where.getByRole('button', { name: /^Оплачено/ });
    await press(there).waitFor();
    await Promise.all([press(row).click(), press(there).click()]);
    await becomes(async () => (await payments()).length, 1);
    await Promise.all([row, there].map((where) => becomes(() => press(where).count(), 0)));
    await other.close();
  });

  await step('MONEY-03 a card of the list pays by one press', async () => {
    const card = page
      .getByRole('region', { name: /Прошедшие/ })
      .getByRole('listitem')
      .filter({ hasText: shown(inDays(-40)) });
    await card.getByRole('button', { name: /^Оплачено/ }).click();
    await becomes(async () => (await payments()).map(({ session }) => session), [held.id, old.id]);
    await becomes(() => card.getByRole('button', { name: /^Оплачено/ }).count(), 0);
  });

  await step('MONEY-06 the year and its months, who owes and since when', async () => {
    await page.goto('/dashboard/money');
    const table = page.getByRole('table', { name: /Деньги по месяцам/ });
    await becomes(
      async () => plain(await table.getByRole('row').last().innerText()).split(/\s*\t\s*/),
      ['За год', '7 000 ₽', inDays(-40).startsWith(YEAR) ? '10 500 ₽' : '3 500 ₽'],
    );
    const debts = page.getByRole('region', { name: 'Кто должен' });
    const debt = debts.getByRole('listitem');
    await becomes(
      async () =>
        plain(await debt.innerText())
          .split('\n')
          .filter(Boolean),
      ['Олег Рябов', `с ${shown(inDays(-20))}`, '3 500 ₽', 'Записать оплату'],
    );
    await look(page, 'money');
  });

  await step('MONEY-04 a payment in part, and a refund, told where it is wrong', async () => {
    await page.getByRole('button', { name: 'Записать оплату: Олег Рябов' }).click();
    const amount = dialog.getByLabel('Сумма');
    await becomes(async () => plain(await amount.inputValue()), '3 500');
    await amount.fill('0');
    await dialog.getByLabel('Дата').fill(shown(inDays(1)));
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await dialog.getByText('Сумма больше нуля').waitFor();
    await dialog.getByText('Этот день ещё не наступил').waitFor();
    assert.equal((await payments()).length, 2);
    assert.deepEqual(await longLook(page, 'payment'), []);
    await amount.fill('1500,50');
    await dialog.getByLabel('Дата').fill(shown(inDays(0)));
    await dialog.getByRole('combobox', { name: 'Способ' }).click();
    await page.getByRole('option', { name: 'Наличные' }).click();
    await dialog.getByRole('switch', { name: 'Чек выдан' }).check();
    await dialog.getByLabel('Примечание').fill('Остальное в среду');
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [, , paid] = await payments();
    assert.deepEqual(
      [paid?.['client'], paid?.['amount'], paid?.['way'], paid?.['receipt'], paid?.['note'], paid?.['session']],
      [oleg.id, 150_050, 'cash', true, 'Остальное в среду', ''],
    );
    await page.getByRole('region', { name: 'Кто должен' }).getByText('1 999,50 ₽').waitFor();
    await page.getByRole('button', { name: 'Новая оплата' }).click();
    await dialog.getByLabel('Сумма').fill('500');
    await dialog.getByRole('radio', { name: 'Возврат' }).check();
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await dialog.getByText('Выберите клиента').waitFor();
    await dialog.getByRole('combobox', { name: 'Клиент' }).fill('Рябов');
    await page.getByRole('option', { name: /Олег Рябов/ }).click();
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Кто должен' }).getByText('2 499,50 ₽').waitFor();
  });

  await step('MONEY-04 payments without a receipt, of one client, changed and deleted with a way back', async () => {
    const list = page.getByRole('region', { name: 'Оплаты' });
    const rows = list.getByRole('list', { name: 'Оплаты' }).getByRole('listitem');
    await becomes(() => rows.count(), 4);
    await list.getByRole('radio', { name: 'Без чека' }).check();
    await becomes(() => rows.count(), 2);
    await rows
      .filter({ hasText: shown(inDays(-40)) })
      .getByRole('button')
      .click();
    await dialog.getByRole('switch', { name: 'Чек выдан' }).check();
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await becomes(() => rows.count(), 1);
    await list.getByRole('radio', { name: 'Все' }).check();
    await list.getByRole('combobox', { name: 'Клиент' }).fill('Рябов');
    await page.getByRole('option', { name: /Олег Рябов/ }).click();
    await becomes(() => rows.count(), 2);
    assert.match(page.url(), new RegExp(`client=${oleg.id}`));
    await rows.filter({ hasText: 'возврат' }).getByRole('button').click();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await becomes(() => rows.count(), 1);
    await toast(page, 'Оплата удалена').getByRole('button', { name: 'Вернуть' }).click();
    await becomes(() => rows.count(), 2);
    assert.equal(
      (await payments()).reduce((sum, one) => sum + Number(one['amount']), 0),
      800_050,
    );
  });

  await step('MONEY-06 tables of payments and sessions are saved', async () => {
    for (const [what, name] of [
      ['оплаты', 'payments'],
      ['сессии', 'sessions'],
    ]) {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: new RegExp(`Скачать CSV: ${what}`) }).click();
      const file = await saved;
      assert.equal(file.suggestedFilename(), `kabinet-${name}-${YEAR}.csv`);
      assert.match(await readFile(await file.path(), 'utf8'), /Дата/);
    }
  });

  await step(
    'MONEY-06 the eye hides every amount of this browser, in other tabs too, until it is pressed again',
    async () => {
      const other = await elena.browser.newPage();
      await other.goto('/dashboard/money');
      await other.getByRole('table', { name: /Деньги по месяцам/ }).waitFor();
      await page.getByRole('button', { name: 'Скрыть суммы' }).click();
      for (const where of [page, other]) await becomes(async () => /\d ₽/.test(await amounts(where)), false);
      await page.reload();
      await page.getByRole('table', { name: /Деньги по месяцам/ }).waitFor();
      assert.doesNotMatch(await amounts(page), /\d ₽/);
      await page.goto('/dashboard/profile?section=money');
      await becomes(() => money.getByLabel('Обычная цена').inputValue(), '•••');
      await money.getByLabel('Обычная цена').click();
      await becomes(async () => plain(await money.getByLabel('Обычная цена').inputValue()), '3 500');
      await page.goto('/dashboard/money');
      await page.getByRole('button', { name: 'Показать суммы' }).click();
      await becomes(async () => /\d ₽/.test(await amounts(other)), true);
      await other.close();
    },
  );

  await step('MONEY-02 a cancellation within the own cut-off can be called late, and is not by itself', async () => {
    const start = Temporal.Now.instant().add({ minutes: 30 }).toString();
    const soon = await api
      .collection('sessions')
      .create({ client: oleg.id, date: start, duration: 60, allowOverlap: true });
    const outcome = async () => (await api.collection('sessions').getOne(soon.id))['outcome'];
    await page.goto(`/dashboard/sessions?session=${soon.id}`);
    await dialog.getByRole('button', { name: 'Отменить сессию' }).click();
    await becomes(outcome, 'practitioner');
    await toast(page, 'Отменена').getByRole('button', { name: 'Считать поздней' }).click();
    await becomes(outcome, 'late');
    await toast(page, 'Поздняя отмена').getByRole('button', { name: 'Вернуть' }).click();
    await becomes(async () => (await api.collection('sessions').getOne(soon.id))['status'], 'scheduled');
  });

  const vera = await api.collection('clients').create({ name: 'Вера Орлова', phone: '+7 916 204-18-37' });
  const veras = await hold(vera.id, today(0));
  const ofDialog = dialog.getByRole('group', { name: 'Оплата' });
  const stored = (id: string) => api.collection('sessions').getOne(id);

  await step('MONEY-03 a session’s dialog says whether it is paid, and pays it whole or in part', async () => {
    await page.goto(`/dashboard/sessions?session=${veras.id}`);
    await ofDialog.getByText('Не оплачено, 3 500 ₽').waitFor();
    await ofDialog.getByRole('button', { name: 'Другая сумма' }).click();
    const payment = page.getByRole('dialog', { name: 'Новая оплата' });
    await becomes(async () => plain(await payment.getByLabel('Сумма').inputValue()), '3 500');
    await payment.getByLabel('Сумма').fill('1000');
    await payment.getByRole('button', { name: 'Записать' }).click();
    await ofDialog.getByText('Оплачено частично: осталось 2 500 ₽ из 3 500 ₽').waitFor();
    if (LONG_FORM) await look(page, 'a session that is paid in part');
    await ofDialog.getByRole('button', { name: /^Оплачено/ }).click();
    await ofDialog.getByText('Оплачено, 3 500 ₽').waitFor();
    assert.equal(await ofDialog.getByRole('button', { name: /^Оплачено/ }).count(), 0);
    const own = (await payments()).filter(({ client }) => client === vera.id);
    assert.deepEqual(
      own.map(({ amount, session }) => [amount, session]),
      [
        [100_000, veras.id],
        [250_000, veras.id],
      ],
    );
  });

  await step('MONEY-01 MONEY-02 one session has a price of its own, is free, or is asked nothing for', async () => {
    const price = page.getByRole('dialog', { name: 'Цена сессии' });
    const change = () => ofDialog.getByRole('button', { name: 'Цена' }).click();
    await change();
    await price.getByLabel('Цена').fill('много');
    await price.getByRole('button', { name: 'Сохранить' }).click();
    await price.getByText('Сумма цифрами: 3500 или 3500,50').waitFor();
    await price.getByLabel('Цена').fill('4 200,50');
    await price.getByRole('button', { name: 'Сохранить' }).click();
    await ofDialog.getByText('осталось 700,50 ₽ из 4 200,50 ₽').waitFor();
    await change();
    await price.getByRole('switch', { name: 'Не брать оплату' }).check();
    await price.getByRole('button', { name: 'Сохранить' }).click();
    await ofDialog.getByText('Без оплаты').waitFor();
    assert.deepEqual([(await stored(veras.id))['price'], (await stored(veras.id))['waived']], [420_050, true]);
    await change();
    await price.getByRole('button', { name: 'Бесплатно' }).click();
    await price.getByRole('switch', { name: 'Не брать оплату' }).uncheck();
    await price.getByRole('button', { name: 'Сохранить' }).click();
    await ofDialog.getByText('Бесплатно').waitFor();
    assert.equal((await stored(veras.id))['price'], 0);
  });

  await step('MONEY-04 who deletes a paid session is told that its money stays', async () => {
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    const question = page.getByRole('dialog', { name: 'Удалить сессию?' });
    await question.getByText('деньги останутся на счёте клиента').waitFor();
    await question.getByRole('button', { name: 'Удалить' }).click();
    await question.waitFor({ state: 'detached' });
    await becomes(
      async () => (await payments()).filter(({ client }) => client === vera.id).map(({ session }) => session),
      ['', ''],
    );
  });

  await step('MONEY-05 a package is used up meeting by meeting: 1 of 10 on the client’s page', async () => {
    await page.goto(`/dashboard/clients/${vera.id}?tab=money`);
    const tab = page.getByRole('region', { name: 'Деньги' });
    await tab.getByText('3 500 ₽').first().waitFor();
    await tab.getByRole('button', { name: 'Новая оплата' }).click();
    await dialog.getByRole('radio', { name: 'Пакет' }).check();
    await dialog.getByLabel('Сумма').fill('30 000');
    await dialog.getByLabel('Встреч').fill('10');
    await dialog.getByLabel('Действует до').fill(shown(inDays(-1)));
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await dialog.getByText('Срок не раньше дня оплаты').waitFor();
    await dialog.getByLabel('Действует до').fill(shown(inDays(90)));
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await dialog.waitFor({ state: 'detached' });
    await tab.getByText(`0 из 10, до ${shown(inDays(90))}`).waitFor();
    await hold(vera.id, today(0));
    await tab.getByText('1 из 10').waitFor();
    assert.deepEqual(await longLook(page, 'the money of a client'), []);
  });

  await step(
    'MONEY-01 MONEY-03 a client has a price of their own, and pays as they usually do by one press',
    async () => {
      const tab = page.getByRole('region', { name: 'Деньги' });
      await page.goto(`/dashboard/clients/${oleg.id}?tab=money`);
      await tab.getByText('3 500 ₽, обычная').waitFor();
      await tab.getByRole('button', { name: 'Цена и способ' }).click();
      await dialog.getByLabel('Своя цена').fill('2000');
      await dialog.getByRole('combobox', { name: 'Обычно платит' }).click();
      await page.getByRole('option', { name: 'Карта' }).click();
      await dialog.getByRole('button', { name: 'Сохранить' }).click();
      await dialog.waitFor({ state: 'detached' });
      await becomes(async () => (await api.collection('clients').getOne(oleg.id))['price'], 200_000);
      const before = (await payments()).length;
      await tab.getByRole('button', { name: /^Оплачено/ }).click();
      await becomes(() => tab.getByRole('button', { name: /^Оплачено/ }).count(), 0);
      const [last] = (await payments()).slice(before);
      assert.deepEqual([last?.['amount'], last?.['way']], [249_950, 'card']);
    },
  );
});
