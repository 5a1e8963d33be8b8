import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { agreeToLeave } from '#e2e/leaving.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const kabinet = onKabinet();
const NAVIGATIONS = LONG_FORM ? 50 : 2;
const SCREEN = '**/assets/NotesPage-*.js';
const SAVE = '**/api/collections/clients/records';

/** Holds the requests of an address; `leave` fails them as Firefox does once another page is asked for. */
async function held(page: Page, address: string) {
  const gate = Promise.withResolvers<void>();
  let asked = false;
  await page.route(address, async (route) => {
    asked = true;
    await gate.promise;
    await route.abort().catch(() => null);
  });
  return {
    asked: () => becomes(async () => asked, true),
    leave: async () => {
      const failed = page.waitForEvent('requestfailed');
      await page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
      gate.resolve();
      await failed;
      // What the failure led to has been drawn.
      await page.evaluate(
        () => new Promise((drawn) => setTimeout(() => requestAnimationFrame(() => setTimeout(drawn)))),
      );
      await page.unroute(address);
    },
  };
}

/** What any page of this tab said in alarm. */
const alarms = (page: Page) => page.evaluate(() => sessionStorage.getItem('alarms'));

test('AUTH-08 a page that is being left takes no failure for a lost connection', async (t) => {
  const { page, step } = await practice(t, kabinet, 'left-page');
  agreeToLeave(page);
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const alarm = document.querySelector('[role=alert]') ?? document.body;
      if (alarm !== document.body || /Нет связи|Не удалось/.test(alarm.textContent)) {
        sessionStorage.setItem('alarms', alarm.textContent);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  const dialog = page.getByRole('dialog');
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));

  const openScreen = async () => {
    await page.goto('/dashboard/sessions');
    await page.getByRole('heading', { name: 'Сессии', level: 1 }).waitFor();
    await menu('Заметки').click();
  };
  const save = async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await dialog.getByLabel('Имя').fill('Анна Ковальчук');
    await dialog.getByLabel('Телефон').fill('+7 916 204-18-35');
    await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
  };

  await step('a screen on its way: no alarm and no reload, and on a page that stays the screen opens', async () => {
    const screen = await held(page, SCREEN);
    await openScreen();
    await screen.asked();
    const before = loads;
    await screen.leave();
    assert.deepEqual([loads, await alarms(page)], [before, null]);
    await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
    await page.getByRole('heading', { name: 'Заметки', level: 1 }).waitFor();
  });

  await step('a save on its way: no claim about it, until it is known that the person stays', async () => {
    await page.evaluate(() => sessionStorage.removeItem('alarms'));
    const saving = await held(page, SAVE);
    await save();
    await saving.asked();
    await saving.leave();
    assert.equal(await alarms(page), null);
    assert.equal(await page.getByText('Нет связи').count(), 0);
    await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
    const failure = page.getByRole('alert').filter({ hasText: 'Ошибка при добавлении клиента' });
    await failure.getByRole('button', { name: 'Повторить' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Анна Ковальчук').first().waitFor();
  });

  await step('whoever goes elsewhere in the middle arrives there, without an alarm', async () => {
    await page.evaluate(() => sessionStorage.removeItem('alarms'));
    for (let times = 0; times < NAVIGATIONS; times += 1) {
      const [address, begin] = times % 2 === 0 ? ([SCREEN, openScreen] as const) : ([SAVE, save] as const);
      const way = await held(page, address);
      await begin();
      await way.asked();
      await way.leave();
      await page.goto('/dashboard/profile');
      await page.getByRole('heading', { name: 'Профиль', level: 1 }).waitFor();
      assert.equal(await alarms(page), null);
    }
  });
});
