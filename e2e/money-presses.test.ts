import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';

const kabinet = onKabinet();

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

/** Presses, and once more at the same place as soon as a row of the list has left, as a hand in a hurry does. */
async function pressTwice(page: Page, button: Locator, list: Locator): Promise<void> {
  const box = await button.boundingBox();
  assert.ok(box);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const rows = await list.getByRole('listitem').count();
  const again = list.evaluate(
    (element, { x, y, before }) =>
      new Promise<string>((resolve) => {
        const watch = new MutationObserver(() => {
          if (element.querySelectorAll('li').length >= before) return;
          watch.disconnect();
          const under = document.elementFromPoint(x, y)?.closest('button');
          under?.dispatchEvent(
            new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1 }),
          );
          resolve(under?.getAttribute('aria-label') ?? '');
        });
        watch.observe(element, { childList: true, subtree: true });
      }),
    { ...place, before: rows },
  );
  await page.mouse.click(place.x, place.y);
  assert.notEqual(await again, '', 'the next button lies under the pointer');
}

test('what is pressed twice is done once, and says so at once', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'money-presses');
  const { api } = elena;
  const profile = await api.collection('profiles').getFirstListItem(`user = '${elena.id}'`);
  const client = (name: string, phone: string, more = {}) => api.collection('clients').create({ name, phone, ...more });
  const hold = (of: string, day: number, more = {}) =>
    api.collection('sessions').create({
      client: of,
      date: moscow(`${inDays(day)}T10:00`),
      duration: 60,
      status: 'completed',
      allowOverlap: true,
      ...more,
    });
  const payments = () => api.collection('payments').getFullList({ sort: 'created' });
  const dialog = page.getByRole('dialog');
  const anna = await client('Анна Левина', '+7 916 204-18-35', { pay_way: 'cash' });
  const oleg = await client('Олег Рябов', '+7 916 204-18-36');
  const vera = await client('Вера Ким', '+7 916 204-18-37');
  await hold(vera.id, -45);
  const focused = (name: string | RegExp, role: 'button' | 'link' = 'button') =>
    page.getByRole(role, { name }).and(page.locator(':focus')).waitFor();

  await step('MONEY-01 past sessions without a price are asked one first, then begin with the oldest', async () => {
    await api.collection('payments').create({ client: vera.id, amount: 100 });
    await page.goto(`/dashboard/clients/${vera.id}?tab=money`);
    await page.getByText('Прошедшие сессии без цены: 1.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Поставить цену…' }).count(), 0);
    await page.getByRole('button', { name: 'Сначала укажите цену' }).click();
    await dialog.getByLabel('Своя цена').fill('2000');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('button', { name: 'Поставить цену…' }).click();
    await becomes(() => dialog.getByLabel('С какого дня').inputValue(), shown(inDays(-45)));
    await becomes(async () => plain(await dialog.innerText()).includes('Цену получит 1 сессия: 2 000 ₽.'), true);
    await dialog.getByRole('button', { name: 'Отмена' }).click();
  });

  await api.collection('profiles').update(profile.id, { price: 350_000 });
  const [first, second, third] = [await hold(anna.id, -20), await hold(anna.id, -13), await hold(anna.id, -6)];
  await hold(oleg.id, -8);

  await step('MONEY-03 a second press at once in «Не оплачены» does not pay the next session', async () => {
    await page.goto(`/dashboard/clients/${anna.id}?tab=money`);
    const due = page.getByRole('region', { name: 'Не оплачены' });
    const presses = due.getByRole('button', { name: /^Оплачено/ });
    await becomes(() => presses.count(), 3);
    await pressTwice(page, presses.first(), due.getByRole('list'));
    await becomes(() => presses.count(), 2);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(
      (await payments()).filter((one) => one['client'] === anna.id).map((one) => one['session']),
      [first.id],
    );
  });

  await step('MONEY-03 paid in its dialog, a session keeps the focus in it', async () => {
    await page.goto(`/dashboard/sessions?session=${second.id}`);
    const paid = dialog.getByRole('button', { name: /^Оплачено/ });
    await paid.focus();
    await page.keyboard.press('Enter');
    await becomes(() => paid.count(), 0);
    await focused('Цена');
    await page.goto(`/dashboard/sessions?session=${third.id}`);
    await dialog.getByRole('button', { name: 'Другая сумма' }).click();
    const payment = page.getByRole('dialog', { name: 'Новая оплата' });
    await payment.getByRole('button', { name: 'Записать' }).click();
    await payment.waitFor({ state: 'detached' });
    await becomes(() => dialog.getByRole('button', { name: 'Другая сумма' }).count(), 0);
    await becomes(() => dialog.locator(':focus').count(), 1);
  });

  await step('MONEY-04 a chosen client brings their way of paying and their own sessions', async () => {
    await page.goto('/dashboard/money');
    await page.getByRole('button', { name: 'Новая оплата' }).click();
    const choose = async (name: string) => {
      await dialog.getByRole('combobox', { name: 'Клиент' }).fill(name);
      await page.getByRole('option', { name: new RegExp(name) }).click();
    };
    const way = dialog.getByRole('combobox', { name: 'Способ' });
    const offered = async () => {
      await dialog.getByRole('combobox', { name: 'За что' }).click();
      return (await page.getByRole('option').allInnerTexts()).map(plain);
    };
    await choose('Анна');
    await becomes(() => way.inputValue(), 'Наличные');
    await choose('Олег');
    await becomes(() => way.inputValue(), 'Перевод');
    await becomes(async () => (await offered()).length, 2);
    await page.keyboard.press('Escape');
    // The sessions of the next client are on their way.
    let read = () => {};
    const held = new Promise<void>((resolve) => (read = resolve));
    await page.route('**/api/money/sessions?client=*', (route) => held.then(() => route.continue()), { times: 1 });
    await choose('Вера');
    assert.deepEqual(await offered(), ['На счёт клиента']);
    read();
    await page.keyboard.press('Escape');
    await way.click();
    await page.getByRole('option', { name: 'Карта' }).click();
    await choose('Анна');
    assert.equal(await way.inputValue(), 'Карта', 'what is chosen by hand stays');
    await dialog.getByLabel('Сумма').fill('100');
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await payments()).at(-1)?.['way'], 'card');
  });

  await step('MONEY-06 a payment opens at once, and once; the newest of a day stands first', async () => {
    const row = page.getByRole('list', { name: 'Оплаты' }).getByRole('button').first();
    await becomes(async () => /Анна Левина\s+Карта, на счёт\s+100 ₽/.test(plain(await row.innerText())), true);
    await page.route('**/api/collections/payments/records/*', (route) => route.abort(), { times: 1 });
    await row.dblclick();
    await dialog.getByLabel('Сумма').waitFor();
    assert.equal(await page.locator('[role=dialog]').count(), 1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await step('MONEY-06 the link of the last year leaves the focus at the one that stays', async () => {
    const year = Number(inDays(0).slice(0, 4));
    await page.goto(`/dashboard/money?year=${year - 1}`);
    const last = page.getByRole('link', { name: `${year} год` });
    await last.focus();
    await page.keyboard.press('Enter');
    await becomes(() => last.count(), 0);
    await focused(`${year - 1} год`, 'link');
  });

  await step('MONEY-04 «Удалить» asks at once and once, and the money comes into the question', async () => {
    await page.goto(`/dashboard/sessions?session=${first.id}`);
    let read = () => {};
    const held = new Promise<void>((resolve) => (read = resolve));
    await page.route('**/api/money/sessions?ids=*', (route) => held.then(() => route.continue()), { times: 1 });
    await page.route('**/api/collections/payments/records?*', (route) => held.then(() => route.continue()), {
      times: 1,
    });
    await dialog.getByRole('button', { name: 'Удалить' }).dblclick();
    const question = page.getByRole('dialog', { name: 'Удалить сессию?' });
    const remove = question.getByRole('button', { name: 'Удалить' });
    await question.getByText('Проверяем, оплачена ли сессия').waitFor();
    const before = await remove.boundingBox();
    read();
    await question.getByText('деньги останутся на счёте клиента').waitFor();
    assert.deepEqual(await remove.boundingBox(), before);
    await question.getByRole('button', { name: 'Отмена' }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Удалить' }).waitFor();
  });
});

test('templates are deleted one by one, and the focus stays in the list', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'template-presses');
  const { api } = elena;
  for (const [position, name] of ['Первый', 'Второй', 'Третий', 'Четвёртый'].entries()) {
    await api.collection('templates').create({ name, text: name, position });
  }
  const list = page.getByRole('list', { name: 'Шаблоны' });
  const names = async () =>
    (await api.collection('templates').getFullList({ sort: 'position' })).map((one) => one['name']);

  await step('CARD-04 a second press at once does not delete the next template', async () => {
    await page.goto('/dashboard/profile?section=templates');
    await becomes(() => list.getByRole('listitem').count(), 4);
    const bin = list.getByRole('button', { name: /^Удалить/ });
    await bin.first().scrollIntoViewIfNeeded();
    await pressTwice(page, bin.first(), list);
    await becomes(() => list.getByRole('listitem').count(), 3);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(await names(), ['Второй', 'Третий', 'Четвёртый']);
  });

  await step('CARD-04 the keyboard goes on where a template leaves or a sample is taken', async () => {
    await list.getByRole('button', { name: 'Удалить: Второй' }).focus();
    await page.keyboard.press('Enter');
    await becomes(() => list.getByRole('listitem').count(), 2);
    await list.getByRole('listitem').first().locator(':focus').waitFor();
    const samples = page.getByRole('region', { name: 'Образцы' });
    const before = await samples.getByRole('listitem').count();
    await samples.getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await becomes(() => samples.getByRole('listitem').count(), before - 1);
    await samples.locator(':focus').waitFor();
  });
});
