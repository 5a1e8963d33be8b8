import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { drafts } from '#e2e/leaving.ts';
import { longLook } from '#e2e/long-steps.ts';
import { hearing } from '#e2e/network.ts';
import { chooseStatus, edit } from '#e2e/session-form.ts';
import { toast } from '#e2e/toast.ts';

const kabinet = onKabinet();

const plain = (text: string | null) => (text ?? '').replaceAll(/[\u00A0\u202F]/g, ' ');
const WRONG = 'Сумма цифрами: 3500 или 3500,50';

test('a price is written where a client and a session are', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'money-forms');
  const { api } = elena;
  const profile = await api.collection('profiles').getFirstListItem(`user = '${elena.id}'`);
  const anna = await api.collection('clients').create({ name: 'Анна Левина', phone: '+7 916 204-18-35' });
  const clientOf = async () => {
    const { price, pay_way, agreement } = await api.collection('clients').getOne(anna.id);
    return { price, pay_way, agreement };
  };
  const dialog = page.getByRole('dialog');
  const own = dialog.getByLabel('Своя цена');
  const save = dialog.getByRole('button', { name: 'Сохранить' });
  const openClient = async (where: Page = page) => {
    await where.goto(`/dashboard/clients/${anna.id}?tab=data`);
    await where.getByRole('button', { name: 'Редактировать' }).click();
    await where.getByRole('dialog').getByLabel('Имя').waitFor();
  };
  const price = page.getByLabel('Цена');
  const newSession = () => page.goto(`/dashboard/sessions/new/${anna.id}?date=${inDays(7)}&time=10:00`);
  const sessions = () => api.collection('sessions').getFullList({ sort: 'created' });
  const add = async () => {
    const before = (await sessions()).length;
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByRole('button', { name: /^Сохранить/ }).click();
    await becomes(async () => (await sessions()).length, before + 1);
    await page.waitForURL(/\/dashboard\/sessions$/);
    return (await sessions()).at(-1)?.['price'];
  };

  await step('MONEY-01 who works without money finds none of it in the forms and on a client’s page', async () => {
    await openClient();
    await page.getByRole('link', { name: 'Данные' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Деньги клиента' }).count(), 0);
    await dialog.getByRole('button', { name: 'Ещё' }).click();
    await dialog.getByLabel('Другой способ связи').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await own.count(), 0);
    await newSession();
    await page.getByRole('combobox', { name: 'Повторять' }).waitFor();
    assert.equal(await price.count(), 0);
  });

  await step('MONEY-01 the price of another client alone brings them: a usual price is not needed', async () => {
    await api.collection('clients').create({ name: 'Олег Рябов', phone: '+7 916 204-18-36', price: 200_000 });
    await newSession();
    await price.waitFor();
    assert.equal(await price.getAttribute('placeholder'), 'без цены');
    await page.goto(`/dashboard/clients/${anna.id}`);
    await page.getByRole('link', { name: 'Деньги клиента' }).waitFor();
    await api.collection('profiles').update(profile.id, { price: 350_000 });
  });

  await step('MONEY-01 the client’s form reads a price as people write it, and tells of anything else', async () => {
    await openClient();
    await dialog.getByRole('button', { name: 'Ещё' }).click();
    await dialog.getByText('Если пусто: 3 500 ₽').waitFor();
    await own.fill('четыре тысячи');
    await save.click();
    await dialog.getByText(WRONG).waitFor();
    assert.equal(await own.inputValue(), 'четыре тысячи');
    assert.deepEqual(await longLook(page, 'a client’s price'), []);
    await own.fill('4 000 ₽');
    await dialog.getByRole('combobox', { name: 'Обычно платит' }).click();
    await page.getByRole('option', { name: 'Наличные' }).click();
    await dialog.getByLabel('Договорённости').fill('Платит в начале месяца');
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await clientOf(), { price: 400_000, pay_way: 'cash', agreement: 'Платит в начале месяца' });
  });

  await step('MONEY-01 a typed price stays as a draft, and where another window changed it, she decides', async () => {
    await openClient();
    await becomes(async () => plain(await own.inputValue()), '4 000');
    await own.fill('4500');
    await page.keyboard.press('Escape');
    await toast(page, 'Черновик сохранён').waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await drafts(page), 1);
    const other = await elena.browser.newPage();
    await Promise.all([hearing(elena.browser), openClient(other)]);
    await other.getByRole('dialog').getByLabel('Своя цена').fill('3000');
    await other.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
    await other.getByRole('dialog').waitFor({ state: 'detached' });
    await other.close();
    await openClient();
    await becomes(async () => own.inputValue(), '4500');
    await dialog.getByText('Изменено в другом месте: цена.').waitFor();
    await dialog.getByText('Сейчас там сохранено:').waitFor();
    await dialog.getByRole('button', { name: 'Оставить моё' }).click();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await clientOf()).price, 450_000);
  });

  await step('MONEY-01 a new session shows the inherited price, and takes one of its own', async () => {
    await newSession();
    assert.equal(plain(await price.getAttribute('placeholder')), '4 500 ₽');
    assert.equal(await add(), null);
    await newSession();
    await price.fill('дорого');
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByText(WRONG).waitFor();
    await price.fill('3500,50');
    await page.getByRole('combobox', { name: 'Повторять' }).click();
    await page.getByRole('option', { name: 'Каждую неделю' }).click();
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByText('Своя цена бывает у одной сессии').waitFor();
    await page.getByRole('combobox', { name: 'Повторять' }).click();
    await page.getByRole('option', { name: 'Не повторять' }).click();
    await page.getByLabel('Дата').fill(shown(inDays(8)));
    assert.deepEqual(await longLook(page, 'the price of a session'), []);
    assert.equal(await add(), 350_050);
  });

  await step(
    'MONEY-01 a stored session is given a price and loses it again; held without one it keeps none',
    async () => {
      const [first] = await sessions();
      const id = first?.id ?? '';
      const stored = async () => (await api.collection('sessions').getOne(id))['price'];
      const change = async (text: string) => {
        await page.goto(`/dashboard/sessions?session=${id}`);
        await edit(dialog);
        await dialog.getByLabel('Цена').fill(text);
        await dialog.getByRole('button', { name: 'Далее' }).click();
        await dialog.getByRole('button', { name: /^Сохранить/ }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await change('0');
      assert.equal(await stored(), 0);
      await change('');
      assert.equal(await stored(), null);
      const session = { client: anna.id, date: moscow(`${inDays(-3)}T10:00`), duration: 60, status: 'completed' };
      const held = await api.collection('sessions').create(session);
      assert.equal(held['price'], 450_000);
      await api.collection('sessions').update(held.id, { price: null });
      await page.goto(`/dashboard/sessions/edit/${held.id}`);
      await becomes(async () => price.getAttribute('placeholder'), 'без цены');
      await chooseStatus(page, 'Запланирована');
      await becomes(async () => plain(await price.getAttribute('placeholder')), '4 500 ₽');
    },
  );

  await step('MONEY-06 where the eye is closed, the forms cover what a client and a session cost', async () => {
    await page.goto('/dashboard/money');
    await page.getByRole('button', { name: 'Скрыть суммы' }).click();
    const [, priced] = await sessions();
    await page.goto(`/dashboard/sessions/edit/${priced?.id}`);
    await becomes(() => price.inputValue(), '•••');
    await newSession();
    assert.equal(await price.getAttribute('placeholder'), 'обычная цена');
    await openClient();
    await becomes(() => own.inputValue(), '•••');
    await own.click();
    await becomes(async () => plain(await own.inputValue()), '4 500');
    assert.doesNotMatch(plain(await dialog.innerText()), /\d ₽/);
  });
});
