import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { axeFindings } from '#e2e/axe.ts';
import { DESKTOP, onKabinet, PHONE, type Practitioner } from '#e2e/kabinet.ts';
import { watchForFaults } from '#e2e/page-faults.ts';
import { LONG_FORM, longTest } from '#proofs/support/long-form.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';

const kabinet = onKabinet('demo/demo.ts');
let person: BrowserContext;
let elena: Practitioner;
let page: Page;
let faults: string[];
before(async () => {
  await kabinet.open();
  elena = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  person = elena.browser;
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
  const records = page
    .getByRole('option')
    .filter({ hasNotText: /^(Все найденные|Показать ещё|Новая сессия|Добавить клиента)/ });
  const told = page.getByRole('dialog').getByText(/^Найдено: /);
  await told.waitFor({ state: 'attached' });
  assert.equal(Number(/\d+/.exec((await told.textContent()) ?? '')?.[0]), await records.count());
  const field = page.getByRole('combobox', { name: 'Поиск' });
  assert.equal(await field.getAttribute('aria-activedescendant'), await active().getAttribute('id'));
  // It waits for the number of clients, a query of its own, and for what is found in texts.
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
  await page.waitForURL(/\/dashboard\/clients\/\w+$/);
  await page.getByRole('main').getByRole('heading', { name: 'Ковальчук Анна Сергеевна' }).waitFor();
});

test('Enter right behind the last letter waits for the answer and opens that', async () => {
  await go('Заметки');
  await search('ковальчук');
  await group('Клиенты').filter({ hasText: 'Ковальчук' }).waitFor();
  await page.getByRole('combobox', { name: 'Поиск' }).fill('дёмин');
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('heading', { name: 'Дёмин Павел' }).waitFor();
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

test('CARD-06 a word of whatever was written is found with its line, and opened in three presses', async () => {
  const { api } = elena;
  const [client] = await api.collection('clients').getFullList({ filter: "name ~ 'Гусев'" });
  const year = Temporal.Now.instant()
    .subtract({ hours: 24 * 365 })
    .toString({ smallestUnit: 'minute' });
  const thoughts = `${'О работе и об отпуске. '.repeat(40)}Вернулся к страху глубоководья, о котором молчал.`;
  await api
    .collection('sessions')
    .create({ client: client?.id, date: year.replace('T', ' '), status: 'completed', thoughts });
  await api.collection('clients').update(client?.id ?? '', { description: 'Злость. Ныряет: глубоководье.' });
  for (const at of [1, 2, 3, 4, 5]) {
    const note = { title: `О воде ${at}`, content: 'Метафора глубоководья у разных людей', date: '2026-01-01' };
    await api.collection('blog_posts').create(note);
  }
  await page.goto('/dashboard');
  await search('глубоковод');
  await group('Записи')
    .filter({ hasText: /…\S.*страху глубоководья, о котором молчал/ })
    .waitFor();
  await group('Записи').filter({ hasText: 'Злость. Ныряет: глубоководье.Гусев Илья' }).waitFor();
  await group('Заметки').filter({ hasText: 'Метафора глубоководья у разных людей' }).first().waitFor();
  assert.equal(await page.getByRole('option', { name: /Добавить клиента/ }).count(), 0);
  await becomes(() => active().locator('mark').allTextContents(), ['глубоковод']);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/clients\/\w+$/);
  const main = page.getByRole('main');
  await main.getByRole('heading', { name: 'Гусев Илья' }).waitFor();
  await main.locator('mark').filter({ hasText: 'глубоковод' }).waitFor();
  await main.getByText(/^1\s+из\s+1$/).waitFor();
});

test('CARD-06 whatever else was written is found where it belongs: of a client, a session, a payment, in templates', async () => {
  const { api } = elena;
  const [client] = await api.collection('clients').getFullList({ filter: "name ~ 'Гусев'" });
  const of = { client: client?.id };
  await api.collection('clients').update(client?.id ?? '', {
    emergency: 'Сестра Нина: астролябия, 8 916 000-00-07',
    contact: 'Почта клепсидра@dom.example',
    tags: ['пара', 'Гномон по средам'],
  });
  const tomorrow = Temporal.Now.instant().add({ hours: 26 }).toString({ smallestUnit: 'minute' });
  const planned = { ...of, date: tomorrow.replace('T', ' '), description: 'Взять секстант', allowOverlap: true };
  await api.collection('sessions').create({ ...planned, place: 'Кабинет у секстанта' });
  await api.collection('payments').create({ ...of, amount: 350_000, note: 'Секстант, за двоих' });
  await api.collection('templates').create({ name: 'Первая встреча', text: 'Откуда:\nсекстант и карта' });
  await go('Клиенты');
  await search('секстант');
  const shown = page.getByRole('dialog').getByRole('option');
  await becomes(
    async () =>
      (await shown.allInnerTexts()).map((text) =>
        text
          .replace(/\d\d\.\d\d\.\d{4}/, 'день')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      ),
    [
      'Взять секстант день, Гусев Илья',
      'Секстант, за двоих день, Гусев Илья',
      'Откуда: секстант и карта Первая встреча',
    ],
  );
  await group('Оплаты').click();
  await page.waitForURL(/\/dashboard\/clients\/\w+\?tab=money$/);
  await search('секстант');
  await group('Записи').click();
  await page.getByRole('dialog').getByText('Взять секстант').waitFor();
  await page.keyboard.press('Escape');
  await search('секстант');
  await group('Шаблоны').click();
  await page.getByRole('heading', { level: 2, name: 'Шаблоны записей' }).waitFor();
  await search('');
  for (const [typed, line] of [
    ['клепсидра', 'Почта клепсидра@dom.example'],
    ['гномон средам', 'пара, Гномон по средам'],
    ['астролябия', 'Сестра Нина: астролябия, 8 916 000-00-07'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Поиск' }).fill(typed);
    await group('Записи').filter({ hasText: line }).waitFor();
  }
  await group('Записи').click();
  await page.waitForURL(/\/dashboard\/clients\/\w+\?tab=data$/);
  await page.getByRole('main').getByText('Сестра Нина: астролябия').waitFor();
});

test('CARD-06 where more is found than shown, all of it is one press away with the text kept', async () => {
  await go('Клиенты');
  await search('глубоковод');
  await group('Заметки').filter({ hasText: 'Все найденные заметки' }).click();
  await page.getByRole('heading', { level: 1, name: 'Заметки' }).waitFor();
  const field = page.getByRole('main').getByRole('textbox').or(page.getByRole('searchbox')).first();
  await becomes(() => field.inputValue(), 'глубоковод');
  await go('Клиенты');
  await search('неделя');
  const more = group('Записи').filter({ hasText: 'Показать ещё записи' });
  await more.waitFor();
  const shown = await group('Записи').count();
  const above = await group('Записи')
    .nth(shown - 2)
    .textContent();
  await more.click();
  await group('Записи')
    .nth(shown + 1)
    .waitFor();
  assert.equal(await active().textContent(), above);
  await page.keyboard.press('Escape');
});

test('CARD-06 a surname comes before patronymics, in the palette and where a session is planned', async () => {
  for (const name of ['Белов Пётр Егорович', 'Егоров Иван']) {
    await elena.api.collection('clients').create({ name, phone: '+7 916 000-00-01' });
  }
  await go('Клиенты');
  await search('егоров');
  await becomes(
    async () => (await group('Клиенты').allTextContents()).map((text) => text.split('+')[0]),
    ['Егоров Иван', 'Белов Пётр Егорович'],
  );
  await page.keyboard.press('Escape');
});

test('CLIENT-13 two people of one name are told apart wherever a session is named', async () => {
  const today = Temporal.Now.zonedDateTimeISO('Europe/Moscow');
  for (const [at, phone] of ['+7 916 204-16-99', '+7 916 204-18-35'].entries()) {
    const client = await elena.api.collection('clients').create({ name: 'Иванова Анна Сергеевна', phone });
    const date = today
      .with({ hour: 3 + at, minute: 10, second: 0 })
      .toInstant()
      .toString({ smallestUnit: 'second' });
    const session = { client: client.id, date: date.replace('T', ' '), duration: 30, allowOverlap: true };
    await elena.api.collection('sessions').create(session);
  }
  const both = [/Иванова Анна Сергеевна ··\s16-99/, /Иванова Анна Сергеевна ··\s18-35/];
  await page.goto('/dashboard/sessions');
  for (const name of both) await page.getByRole('main').getByText(name).first().waitFor();
  await page.goto('/');
  for (const name of both) await page.getByRole('main').getByText(name).first().waitFor();
  await page.goto('/dashboard/calendar?view=day');
  for (const name of both) await page.getByRole('main').getByRole('button', { name }).first().waitFor();
  await search('иванова анна серг');
  for (const name of both) await group('Сессии').filter({ hasText: name }).first().waitFor();
  await group('Действия')
    .filter({ hasText: /Новая сессия: .*Иванова Анна Сергеевна ··\s\d\d-\d\d/ })
    .waitFor();
  await page.keyboard.press('Escape');
});

test('CARD-06 settings are found by what people call them, and opened', async () => {
  await go('Клиенты');
  for (const [typed, title, shown] of [
    ['пароль', 'Пароль', 'Вход и безопасность'],
    ['журнал', 'Журнал', 'Журнал'],
    ['напоминания', 'Напоминание', 'Письма клиентам'],
  ] as const) {
    await search(typed);
    await group('Настройки').filter({ hasText: title }).first().click();
    await page.getByRole('heading', { level: 2, name: shown, exact: true }).waitFor();
  }
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
  await group('Новый клиент').waitFor();
  assert.equal(await active().count(), 0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await active().filter({ hasText: 'новикова инна' }).waitFor();
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
