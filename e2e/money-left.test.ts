import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeFindings } from '#e2e/axe.ts';
import { becomes } from '#e2e/becomes.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { DESKTOP, onKabinet, practice } from '#e2e/kabinet.ts';
import { toast } from '#e2e/toast.ts';

const kabinet = onKabinet();

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F\n]/g, ' ');

test('what is deleted says before what becomes of its sums', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'money-left');
  const { api } = elena;
  const dialog = page.getByRole('dialog');
  const payments = () => api.collection('payments').getFullList({ sort: 'created' });
  let phone = 10;
  const client = (name: string) =>
    api.collection('clients').create({ name, phone: `+7 916 204-18-${(phone += 1)}`, price: 350_000 });
  const hold = (id: string, days: number) =>
    api.collection('sessions').create({
      client: id,
      date: moscow(`${inDays(days)}T10:00`),
      duration: 60,
      status: 'completed',
      allowOverlap: true,
    });
  const pay = (id: string, values: object = {}) =>
    api.collection('payments').create({ client: id, amount: 350_000, paid_on: inDays(-30), ...values });

  const askForSession = async (id: string) => {
    await page.goto(`/dashboard/sessions?session=${id}`);
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    const question = page.getByRole('dialog', { name: 'Удалить сессию?' });
    await question.getByRole('button', { name: 'Удалить' }).waitFor();
    return question;
  };

  await step('MONEY-04 MONEY-05 a session paid from the account, or by a package, says where that goes', async () => {
    const anna = await client('Анна Левина');
    const unpaid = await hold(anna.id, -2);
    const free = await askForSession(unpaid.id);
    assert.doesNotMatch(plain(await free.innerText()), /оплат|пакет|счёт/);
    await pay(anna.id);
    const account = await askForSession(unpaid.id);
    await account.getByText('деньги останутся на счёте клиента').waitFor();
    const oleg = await client('Олег Рябов');
    const used = await hold(oleg.id, -3);
    await pay(oleg.id, { meetings: 10, amount: 3_000_000 });
    const packed = await askForSession(used.id);
    await packed.getByText('встреча вернётся в пакет').waitFor();
    assert.deepEqual(await axeFindings(page, 'a session of a package'), []);
    await page.setViewportSize(DESKTOP);
  });

  await step(
    'SESSION-17 MONEY-04 a missed session that is deleted by mistake comes back missed, and paid',
    async () => {
      const profile = await api.collection('profiles').getFirstListItem('');
      await api.collection('profiles').update(profile.id, { no_show_paid: true });
      const inna = await client('Инна Чернова');
      const older = await hold(inna.id, -9);
      const missed = await hold(inna.id, -7);
      await api.collection('sessions').update(missed.id, { status: 'canceled', outcome: 'no_show' });
      const { id } = await pay(inna.id, { session: missed.id });
      const question = await askForSession(missed.id);
      await question.getByRole('button', { name: 'Удалить' }).click();
      await toast(page, 'Сессия удалена').getByRole('button', { name: 'Вернуть' }).click();
      await toast(page, 'Сессия возвращена').waitFor();
      assert.equal((await api.collection('payments').getOne(id))['session'], missed.id);
      assert.equal((await api.collection('sessions').getOne(missed.id))['outcome'], 'no_show');
      const money = await api.send(`/api/money/sessions?ids=${older.id},${missed.id}`, {});
      assert.deepEqual(
        new Map(money.items.map((one: { id: string; due: number }) => [one.id, one.due])),
        new Map([
          [older.id, 350_000],
          [missed.id, 0],
        ]),
      );
      await api.collection('payments').delete(id);
      await api.collection('clients').delete(inna.id);
    },
  );

  await step(
    'MONEY-08 CLIENT-06 deleting a client counts the payments that stay, and only where there are any',
    async () => {
      const vera = await client('Вера Орлова');
      const ask = async (id: string) => {
        await page.goto(`/dashboard/clients/${id}?tab=data`);
        await page.getByRole('button', { name: 'Удалить', exact: true }).click();
        await dialog.getByText('Вы уверены, что хотите удалить клиента').waitFor();
      };
      await ask(vera.id);
      await page.waitForLoadState('networkidle');
      assert.doesNotMatch(plain(await dialog.innerText()), /Деньгах/);
      const held = await hold(vera.id, -4);
      await pay(vera.id, { session: held.id, note: 'Наличными' });
      await pay(vera.id, { amount: 100 });
      await pay(vera.id, { amount: -100 });
      await ask(vera.id);
      await dialog.getByText(/Останутся в\s«Деньгах» 3\sоплаты этого клиента, без имени и\sпримечаний/).waitFor();
      const before = (await payments()).map(({ amount }) => amount);
      await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await becomes(async () => (await payments()).filter(({ client: whose }) => whose === '').length, 3);
      const after = await payments();
      assert.deepEqual(
        after.map(({ amount }) => amount),
        before,
      );
      assert.deepEqual(
        after.filter(({ client: whose }) => whose === '').map(({ note }) => note),
        ['', '', ''],
      );
    },
  );

  await step('MONEY-08 OWN-05 erasing counts the payments that stay, before and in the act', async () => {
    const gleb = await client('Глеб Сомов');
    await hold(gleb.id, -5);
    await hold(gleb.id, -6);
    for (const amount of [350_000, 350_000]) await pay(gleb.id, { amount });
    await page.goto(`/dashboard/clients/${gleb.id}?tab=data`);
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await dialog.getByRole('button', { name: 'Удалить данные клиента без следа' }).click();
    const stays = dialog.getByRole('list', { name: 'Останется' }).getByRole('listitem');
    await becomes(async () => (await stays.allInnerTexts()).map(plain), ['Прошедшие сессии 2', 'Оплаты 2']);
    await dialog.getByText('Суммы оплат и цены сессий останутся в «Деньгах»').waitFor();
    await dialog.getByRole('combobox', { name: 'Причина' }).click();
    await page.getByRole('option', { name: 'Попросил клиент' }).click();
    await dialog.getByRole('button', { name: 'Удалить без следа' }).click();
    const kept = dialog.getByRole('list', { name: 'Осталось без имени и записей' }).getByRole('listitem');
    await becomes(async () => (await kept.allInnerTexts()).map(plain), ['Прошедшие сессии 2', 'Оплаты 2']);
    assert.equal((await payments()).filter(({ client: whose }) => whose === '').length, 5);
  });
});
