import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { longLook, longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { storedSignIn } from '#e2e/stored-sign-in.ts';

const kabinet = onKabinet();

/** Returns those of the texts, of Latin letters, which a snapshot leaves as they are, that are in the memory of a page. */
async function inMemory(page: Page, ...texts: string[]): Promise<string[]> {
  const debug = await page.context().newCDPSession(page);
  const found = new Set<string>();
  const longest = Math.max(...texts.map(({ length }) => length));
  let end = '';
  debug.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    const piece = end + chunk;
    for (const text of texts) if (piece.includes(text)) found.add(text);
    end = piece.slice(-longest);
  });
  await debug.send('HeapProfiler.collectGarbage');
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await debug.detach();
  return [...found];
}

test('the protection of records', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'records');
  const longStep = longSteps(step);
  const { api, id: user } = elena;
  const dialog = page.getByRole('dialog');
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const unfold = () => page.getByText('Если ключ мог кто-то узнать').click();
  const note = await api
    .collection('blog_posts')
    .create({ user, title: 'Заголовок', content: 'Zqxwrasskaz', date: '2026-11-20' });

  await step('SEAL-01 the profile says what is sealed and what is not', async () => {
    await page.goto('/dashboard/profile?section=records');
    const protection = section('Защита записей');
    await protection
      .getByText(/^Имена, телефоны, email и\sдругие способы связи, метки, даты, время, статусы и\sсуммы/)
      .waitFor();
    await protection.getByText('Описание, новости и мысли сессии').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Сменить ключ' }).count(), 0);
    await unfold();
    await protection.getByText('Ключ № 1', { exact: true }).waitFor();
    assert.deepEqual(await longLook(page, 'records'), []);
  });

  await step('SEAL-05 the key is changed by the password, and the number says that it was', async () => {
    await page.getByRole('button', { name: 'Сменить ключ' }).click();
    await dialog.getByLabel('Пароль', { exact: true }).fill('мимо');
    await dialog.getByRole('button', { name: 'Сменить ключ' }).click();
    await dialog.getByText('Неверный пароль').waitFor();
    await dialog.getByLabel('Пароль', { exact: true }).fill(elena.password);
    await dialog.getByRole('button', { name: 'Сменить ключ' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Ключ № 2', { exact: true }).waitFor();
    assert.equal((await api.collection('blog_posts').getOne(note.id))['content'], 'Zqxwrasskaz');
  });

  await longStep(
    'SEAL-05 the progress of a change is shown, and what could not be loaded is asked for again',
    async () => {
      const changing = { mode: 'server', locked: false, key: 2, changing: { done: 120, total: 3180 } };
      await page.route('**/api/keys', (route) => route.fulfill({ json: changing }));
      await page.reload();
      await page.getByText('120 из 3180 записей').waitFor();
      await unfold();
      await page.getByRole('button', { name: 'Сменить ключ' }).and(page.locator(':disabled')).waitFor();
      // The next look finds it done.
      await page.unroute('**/api/keys');
      await page.getByText('120 из 3180 записей').waitFor({ state: 'hidden' });
      await page.route('**/api/keys', (route) => route.fulfill({ status: 500, json: {} }));
      await page.reload();
      await page.getByText('Не удалось загрузить защиту записей').first().waitFor();
      await page.unroute('**/api/keys');
      await page.getByRole('button', { name: 'Повторить' }).first().click();
      await unfold();
      await page.getByText('Ключ № 2', { exact: true }).waitFor();
    },
  );

  await step(
    'SEAL-04 locked by hand, no tab shows or keeps a text, and the password leads back to the same place',
    async () => {
      const other = await elena.browser.newPage();
      await other.goto(`/dashboard/notes?note=${note.id}`);
      await other.getByText('Zqxwrasskaz').waitFor();
      await page.bringToFront();
      await page.goto('/dashboard/notes?note=new');
      await page.getByLabel('Заголовок', { exact: true }).fill('Vjkqchernovik');
      await page.getByText('Черновик сохранён').waitFor();
      if (LONG_FORM) assert.deepEqual(await inMemory(page, 'Vjkqchernovik'), ['Vjkqchernovik']);
      await page.getByRole('button', { name: 'Заблокировать' }).click();
      for (const tab of [page, other]) {
        await tab.waitForURL('/auth');
        // The page is loaded again, with an empty memory.
        await tab.waitForFunction(() =>
          performance.getEntriesByType('navigation').some((one) => Reflect.get(one, 'type') === 'reload'),
        );
        await tab.getByRole('heading', { name: 'Кабинет заблокирован' }).waitFor();
        assert.equal(await storedSignIn(tab), null);
      }
      assert.deepEqual(await longLook(page, 'locked'), []);
      await page.goBack();
      await page.waitForURL('/auth');
      await page.goForward();
      await page.waitForURL('/auth');
      if (LONG_FORM) assert.deepEqual(await inMemory(page, 'Vjkqchernovik'), []);
      await becomes(() => page.getByLabel('Email').inputValue(), elena.email);
      await page.getByLabel('Пароль', { exact: true }).and(page.locator(':focus')).waitFor();
      await page.getByLabel('Пароль', { exact: true }).fill(elena.password);
      await page.getByRole('button', { name: 'Войти', exact: true }).click();
      await page.waitForURL('/dashboard/notes?note=new');
      await becomes(() => page.getByLabel('Заголовок', { exact: true }).inputValue(), 'Vjkqchernovik');
      await other.waitForURL(`/dashboard/notes?note=${note.id}`);
      await other.getByText('Zqxwrasskaz').waitFor();
      await other.close();
    },
  );

  await longStep(
    'SEAL-04 locked while the server is away, no tab shows or keeps a text, and the sign-in opens once it is back',
    async () => {
      const other = await elena.browser.newPage();
      await other.goto(`/dashboard/notes?note=${note.id}`);
      await other.getByText('Zqxwrasskaz').waitFor();
      await page.bringToFront();
      assert.deepEqual(await inMemory(page, 'Vjkqchernovik'), ['Vjkqchernovik']);
      assert.deepEqual(await inMemory(other, 'Zqxwrasskaz'), ['Zqxwrasskaz']);
      await kabinet.kill();
      await page.getByRole('button', { name: 'Заблокировать' }).click();
      for (const tab of [page, other]) {
        await tab.getByRole('heading', { name: 'Кабинет заблокирован' }).waitFor();
        await tab.getByText(/^Нет связи с\sсервером\. Вход откроется сам/).waitFor();
        assert.equal(new URL(tab.url()).pathname, '/auth');
        assert.equal(await storedSignIn(tab), null);
        for (const text of ['Zqxwrasskaz', 'Vjkqchernovik', elena.email]) {
          assert.ok(!(await tab.content()).includes(text), text);
        }
        assert.deepEqual(await inMemory(tab, 'Zqxwrasskaz', 'Vjkqchernovik'), []);
      }
      assert.deepEqual(await longLook(page, 'locked while away'), []);
      await kabinet.revive();
      await becomes(() => page.getByLabel('Email').inputValue(), elena.email);
      await page.getByLabel('Пароль', { exact: true }).fill(elena.password);
      await page.getByRole('button', { name: 'Войти', exact: true }).click();
      await page.waitForURL('/dashboard/notes?note=new');
      await becomes(() => page.getByLabel('Заголовок', { exact: true }).inputValue(), 'Vjkqchernovik');
      await other.waitForURL(`/dashboard/notes?note=${note.id}`);
      await other.getByText('Zqxwrasskaz').waitFor();
      await other.close();
    },
  );

  await step('SEAL-04 it locks after the time of one’s choice', async () => {
    await page.clock.install();
    await page.goto('/dashboard/profile?section=access');
    await page.getByRole('combobox', { name: 'Блокировать Кабинет на этом устройстве' }).click();
    await page.getByRole('option', { name: 'Через 5 минут без действий' }).click();
    await page.clock.runFor('04:00');
    await page.getByRole('heading', { name: 'Когда вы отошли' }).click();
    await page.clock.runFor('04:30');
    assert.match(page.url(), /section=access/);
    await page.clock.runFor('01:00');
    await page.getByRole('heading', { name: 'Кабинет заблокирован' }).waitFor();
  });

  await longStep('SEAL-04 somebody else’s sign-in does not go on where it was locked', async () => {
    const boris = await kabinet.practitioner('boris-records@kabinet.example');
    await boris.browser.close();
    await page.getByLabel('Email').fill(boris.email);
    await page.getByLabel('Пароль', { exact: true }).fill(boris.password);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.waitForURL('/');
  });
});
