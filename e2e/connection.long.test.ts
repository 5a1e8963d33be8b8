import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { DESKTOP, onKabinet, practice } from '#e2e/kabinet.ts';
import { listening } from '#e2e/network.ts';
import { lead } from '#e2e/lead.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { failureToast, toast } from '#e2e/toast.ts';

const kabinet = onKabinet();

test('a failure is told once, and no message covers what can be pressed', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'messages');
  const banner = page.locator('[aria-live]').filter({ hasText: 'Нет связи с сервером.', visible: true });
  const heading = page.getByRole('main').getByRole('heading', { name: 'Ошибка при загрузке клиентов' });
  const search = page.getByPlaceholder('Поиск по имени или телефону...');
  const client = await elena.api
    .collection('clients')
    .create({ user: elena.id, name: 'Анна Ковальчук', phone: '+7 916 204-18-35' });
  await page.clock.install();

  await step('CLIENT-10 where the list is there the bar alone says that the connection is lost', async () => {
    await Promise.all([listening(page), page.goto('/dashboard')]);
    await page.getByText('Анна Ковальчук').waitFor();
    await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await elena.api.collection('clients').update(client.id, { name: 'Анна Павлова' });
    await banner.waitFor();
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await page.getByRole('dialog').getByLabel('Имя').fill('Пётр');
    await page.getByRole('dialog').getByLabel('Телефон').fill('+7 903 771-40-12');
    await page.getByRole('dialog').getByRole('button', { name: 'Добавить' }).click();
    await failureToast(page, 'Ошибка при добавлении клиента').waitFor();
    assert.equal(await page.getByRole('alert').count(), 1);
    await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
    await page.getByRole('button', { name: 'Закрыть уведомление' }).click();
    await page.getByText('Анна Ковальчук').waitFor();
  });

  await step('CLIENT-10 where there is no list the card alone says it', async () => {
    await search.fill('Анна');
    await heading.waitFor();
    await becomes(() => banner.isVisible(), false);
    assert.equal(await page.getByRole('alert').count(), 1);
    await page.unroute('**/api/**');
    await page.getByText('Анна Павлова').waitFor();
    await search.fill('');
  });

  await step(
    'A11Y-01 a message lies bottom right, on no menu, no head of a screen and no button of a dialog',
    async () => {
      await lead(page, '/dashboard/profile');
      await page.getByLabel('Лицензионный ключ').fill('nothing of worth');
      await page.getByRole('button', { name: 'Проверить лицензию' }).click();
      const licence = page.getByRole('region', { name: 'Лицензия' });
      await licence.getByText('Недействительна').waitFor();
      const box = await page.locator('[data-kind][role]').first().boundingBox();
      const end = { right: (box?.x ?? 0) + (box?.width ?? 0), bottom: (box?.y ?? 0) + (box?.height ?? 0) };
      assert.deepEqual([end, box?.width], [{ right: DESKTOP.width - 24, bottom: DESKTOP.height - 24 }, 380]);
      assert.deepEqual(await covered(page, FIRM), []);
      const menu = page.getByRole('navigation', { name: 'Главное меню' });
      const screens = ['Клиенты', 'Календарь', 'Заметки', ...(LONG_FORM ? ['Сессии', 'Онлайн-запись'] : [])];
      for (const name of screens) {
        await menu.getByRole('link', { name }).click();
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        for (const width of LONG_FORM ? [390, 1280, 1024, 800] : [390, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          await becomes(async () => [name, width, ...(await covered(page, FIRM))], [name, width]);
        }
      }
      await menu.getByRole('link', { name: 'Клиенты' }).click();
      await page.getByRole('button', { name: /Анна Павлова/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Редактировать' }).waitFor();
      const sizes: [width: number, height: number][] = [
        [1280, 800],
        [390, 640],
      ];
      if (LONG_FORM) sizes.push([1024, 768], [800, 700], [390, 844]);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        const inDialog = () => covered(page, '[role=dialog] :is(button, a[href], input)');
        await becomes(async () => [width, ...(await inDialog())], [width]);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Закрыть уведомление' }).click();
      await page.setViewportSize(DESKTOP);
    },
  );

  await step('A11Y-01 a pointer holds a message by coming onto it, for some seconds, not by lying there', async () => {
    await lead(page, '/dashboard/profile');
    const save = page.getByRole('button', { name: 'Сохранить' });
    const saved = toast(page, 'Профиль обновлен');
    const rename = async (name: string) => {
      await page.getByLabel('Имя').fill(name);
      await save.press('Enter');
      await saved.waitFor();
    };
    await page.mouse.move(700, 500);
    await rename('Елена Орлова');
    const { x = 0, y = 0 } = (await saved.boundingBox()) ?? {};
    await page.mouse.move(x + 40, y + 20);
    for (const part of [1000, 2000, 2000]) await page.clock.runFor(part);
    assert.equal(await saved.getAttribute('data-leaving'), null);
    await page.mouse.move(x + 41, y + 20);
    await page.clock.runFor(4000);
    await saved.waitFor({ state: 'detached' });
    await rename('Елена Рудакова');
    for (const dx of [42, 43, 44]) {
      await page.mouse.move(x + dx, y + 20);
      await page.clock.runFor(1500);
    }
    await saved.waitFor({ state: 'detached' });
  });
});

/** What does not scroll away from under a message. */
const FIRM = ['nav', 'aside', 'header']
  .flatMap((part) => ['button', 'a[href]', 'input'].map((one) => `${part} ${one}`))
  .join();

/** Returns what of `selector` the messages lie on. */
function covered(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((chosen) => {
    const boxes = [...document.querySelectorAll('[data-kind][role=alert], [data-kind][role=status]')].map((message) =>
      message.getBoundingClientRect(),
    );
    if (boxes.length === 0) return ['there is no message'];
    return [...document.querySelectorAll<HTMLElement>(chosen)]
      .filter((target) => !target.closest('[data-kind]') && target.checkVisibility())
      .filter((target) => {
        const { left, right, top, bottom } = target.getBoundingClientRect();
        return boxes.some((box) => box.left < right && left < box.right && box.top < bottom && top < box.bottom);
      })
      .map((target) => target.innerText || target.ariaLabel || target.tagName);
  }, selector);
}

declare global {
  interface Window {
    /** The newest stream of events of this page. */
    line: EventSource;
  }
}
