import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { axeFindings } from '#e2e/axe.ts';
import { DESKTOP, onKabinet, PHONE } from '#e2e/kabinet.ts';
import { watchForFaults } from '#e2e/page-faults.ts';
import { LONG_FORM, longTest } from '#proofs/support/long-form.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';

const kabinet = onKabinet('demo/demo.ts');
let person: BrowserContext;
let page: Page;
let faults: string[];
before(async () => {
  await kabinet.open();
  person = (await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword)).browser;
  faults = watchForFaults(person, kabinet.url);
  page = await person.newPage();
});

/** Leaves an open dialog and goes to a screen by the menu. */
async function go(name: 'Клиенты' | 'Календарь' | 'Заметки' | 'Профиль'): Promise<void> {
  if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('navigation').getByRole('link', { name }).first().click();
  const title = name === 'Календарь' ? /\d{4}/ : name;
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Opens the palette by keyboard, as a person does, and enters a text. */
async function search(text: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('combobox', { name: 'Поиск' }).fill(text);
}

/** Presses keys of a Russian keyboard; `keyboard.type` inserts such letters without any key. */
async function press(letters: string): Promise<void> {
  const line = await person.newCDPSession(page);
  for (const key of letters) {
    await line.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await line.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  }
  await line.detach();
}

/** Lets what animates out stay two seconds; returns the function that ends it. */
async function slowLeaving(): Promise<() => Promise<void>> {
  const timers = await page.evaluateHandle(() => {
    const wait = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => wait(run, ms > 100 ? 2000 : ms) });
    return () => Object.assign(window, { setTimeout: wait });
  });
  return () => timers.evaluate((end) => void end());
}

/** Keeps React from drawing what it draws in pieces; returns the function that lets it. */
async function holdPieces(): Promise<() => Promise<void>> {
  const pieces = await page.evaluateHandle(async () => {
    const { prototype } = MessagePort;
    // oxlint-disable-next-line typescript/unbound-method -- called with its own port below
    const { postMessage } = prototype;
    const held: (() => void)[] = [];
    prototype.postMessage = function (this: MessagePort, message: unknown) {
      held.push(() => postMessage.call(this, message));
    };
    // A message sent before could still be on its way, and React draws whatever is there when it comes.
    // A page on a busy machine may never be idle.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
    return () => {
      prototype.postMessage = postMessage;
      for (const send of held) send();
    };
  });
  return () => pieces.evaluate((draw) => draw());
}

function active() {
  return page.getByRole('option', { selected: true });
}

function group(name: string) {
  return page.getByRole('dialog').getByRole('group', { name }).getByRole('option');
}

test('a client is found from any screen and opened by the keyboard alone', async () => {
  await page.goto('/dashboard/calendar');
  await search('');
  await page.getByRole('combobox', { name: 'Поиск' }).pressSequentially('КОВАЛЬЧУК');
  await group('Клиенты')
    .filter({ hasText: /Ковальчук Анна Сергеевна.*\+7 \(916\) 204-18-35/ })
    .waitFor();
  await group('Сессии').first().waitFor();
  await becomes(() => page.locator('mark').first().textContent(), 'Ковальчук');
  await active()
    .filter({ hasText: /Ковальчук Анна Сергеевна/ })
    .waitFor();
  const records = page.getByRole('option').filter({ hasNotText: /^(Все найденные|Новая сессия|Добавить клиента)/ });
  const told = page.getByRole('dialog').getByText(/^Найдено: /);
  await told.waitFor({ state: 'attached' });
  assert.equal(Number(/\d+/.exec((await told.textContent()) ?? '')?.[0]), await records.count());
  const field = page.getByRole('combobox', { name: 'Поиск' });
  assert.equal(await field.getAttribute('aria-activedescendant'), await active().getAttribute('id'));
  // It waits for the number of clients, a query of its own.
  await page.getByRole('option', { name: /Добавить клиента «КОВАЛЬЧУК»/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await group('Сессии').first().and(active()).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await active()
    .filter({ hasText: /Добавить клиента «КОВАЛЬЧУК»/ })
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\?client=/);
  await page.getByRole('dialog').getByRole('heading', { name: 'Ковальчук Анна Сергеевна' }).waitFor();
});

test('Enter right behind the last letter waits for the answer and opens that', async () => {
  await go('Заметки');
  await search('ковальчук');
  await group('Клиенты').filter({ hasText: 'Ковальчук' }).waitFor();
  await page.getByRole('combobox', { name: 'Поиск' }).fill('дёмин');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('heading', { name: 'Дёмин Павел' }).waitFor();
});

test('a key right behind a press reaches the dialog that it opens, before that is drawn', async () => {
  const button = page.getByRole('button', { name: 'Добавить клиента' });
  const dialog = page.getByRole('dialog');
  const name = page.getByRole('dialog', { name: 'Новый клиент' }).getByLabel('Имя');
  await go('Клиенты');
  await button.click();
  await name.waitFor();
  const hurryLeaving = await slowLeaving();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await hurryLeaving();

  let draw = await holdPieces();
  await button.press('Enter');
  assert.equal(await dialog.count(), 0);
  await press('Ольга');
  assert.equal(await name.inputValue(), 'Ольга');
  await draw();
  await press(' К.');
  await becomes(() => name.inputValue(), 'Ольга К.');
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await dialog.waitFor({ state: 'detached' });
  if (!LONG_FORM) return;

  draw = await holdPieces();
  await button.press('Enter');
  await page.keyboard.press('Enter');
  await name.and(page.locator(':focus')).waitFor();
  await draw();
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await dialog.waitFor({ state: 'detached' });

  draw = await holdPieces();
  await button.press('Enter');
  assert.equal(await dialog.count(), 0);
  await page.keyboard.press('Escape');
  await draw();
  await button.and(page.locator(':focus')).waitFor();
  assert.equal(await dialog.count(), 0);
});

longTest('a palette closed before it comes leaves the keyboard to the page', async (t) => {
  const heading = page.getByRole('heading', { level: 1 });
  const calendar = page.getByRole('navigation').getByRole('link', { name: 'Календарь' });
  await page.route(/\/assets\/SearchPalette-[^/]*\.js$/, () => {
    // Never responds: the palette is still being loaded.
  });
  t.after(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
  await page.goto('/dashboard/notes');
  await heading.waitFor();
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.press('Control+KeyK');
  await calendar.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('/dashboard/calendar');
});

test('sessions are found by their date, notes by their title, clients by the digits of a phone', async () => {
  await go('Клиенты');
  await search('супервизия');
  await group('Заметки').filter({ hasText: 'Супервизия: тема отпуска терапевта' }).waitFor();
  const field = page.getByRole('combobox', { name: 'Поиск' });
  await field.fill('89162041835');
  await group('Клиенты').filter({ hasText: 'Ковальчук' }).waitFor();
  await becomes(() => page.locator('mark').first().textContent(), '7 (916) 204-18-35');
  await field.fill('ковальчук');
  // Those ahead and those behind come one after the other, and the next one ahead is wanted.
  await group('Сессии').nth(6).waitFor();
  const [date = ''] = /\d\d\.\d\d\.\d{4}/.exec((await group('Сессии').first().textContent()) ?? '') ?? [];
  await field.fill(date);
  await group('Сессии')
    .filter({ hasText: `Ковальчук Анна Сергеевна${date}` })
    .first()
    .click();
  await page.waitForURL(/\/dashboard\/sessions\?session=/);
  await page.getByRole('dialog').getByText('Ковальчук Анна Сергеевна').first().waitFor();
});

test('screens are reached by their names, and the keyboard goes on there', async () => {
  await go('Клиенты');
  await search('рабоч');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Рабочие часы' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');
});

test('somebody who is not found can be added with the name that was typed', async () => {
  await go('Профиль');
  await search('новикова инна');
  await page.getByRole('dialog').getByText('Ничего не найдено').last().waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Новый клиент' });
  await page.waitForURL((url) => url.search === '?client=new');
  await becomes(() => dialog.getByLabel('Имя').inputValue(), 'Новикова Инна');
  await dialog.getByLabel('Телефон').fill('89051112233');
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  await page.getByText('Клиент успешно добавлен').waitFor();
  await page.getByRole('button', { name: /Новикова Инна/ }).waitFor();
});

test('Esc leaves everything as it was, and nothing that was typed is kept', async () => {
  await go('Клиенты');
  const button = page.getByRole('button', { name: 'Поиск', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Поиск' }).fill('ковальчук');
  await group('Клиенты').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Поиск'));
  assert.equal(new URL(page.url()).search, '');
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
  );
  assert.doesNotMatch(kept, /ковальчук/i);
  await page.keyboard.press('Control+KeyK');
  await becomes(() => page.getByRole('combobox', { name: 'Поиск' }).inputValue(), '');
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('no palette opens over a dialog', async () => {
  await go('Клиенты');
  await page.getByRole('button', { name: 'Добавить клиента' }).click();
  await page.getByRole('dialog', { name: 'Новый клиент' }).waitFor();
  await page.keyboard.press('Control+KeyK');
  assert.equal(await page.getByRole('combobox', { name: 'Поиск' }).count(), 0);
});

longTest('a search that fails says so', async () => {
  await go('Календарь');
  await page.route('**/records?**client.search_text**', (route) => route.abort());
  await page.route('**/collections/clients/records?**search_text**', (route) => route.abort());
  // What was found before is still there.
  await search('чего ещё не искали');
  await page.getByRole('dialog').getByText('Не удалось выполнить поиск.').waitFor();
  await page.unrouteAll();
});

longTest('A11Y-01 axe finds nothing in the palette', async () => {
  const found: string[] = [];
  const field = page.getByRole('combobox', { name: 'Поиск' });
  const states = [
    ['', field],
    ['ор', group('Клиенты').first()],
    ['ъъъ', page.getByRole('dialog').getByText('Ничего не найдено').last()],
  ] as const;
  await go('Клиенты');
  await page.getByRole('button', { name: 'Поиск', exact: true }).click();
  for (const sizes of [[DESKTOP], [PHONE]]) {
    for (const [typed, shown] of states) {
      await field.fill(typed);
      await shown.waitFor();
      found.push(...(await axeFindings(page, `palette with «${typed}»`, sizes)));
    }
  }
  await page.getByRole('button', { name: 'Закрыть поиск' }).click();
  assert.deepEqual(found, []);
});

test('no search throws, breaks the policy of its page, or asks another origin', () => {
  assert.deepEqual(faults, []);
});
