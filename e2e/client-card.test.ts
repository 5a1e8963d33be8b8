import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { SHIFT } from '#bench/web/bars.ts';
import { becomes } from '#e2e/becomes.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { DESKTOP, onKabinet, PHONE, practice, type Practitioner } from '#e2e/kabinet.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { weekly } from '#e2e/series-practice.ts';
import { holdBack, listening } from '#e2e/network.ts';
import { writeSessions } from '#e2e/write-sessions.ts';

declare global {
  interface Window {
    /** How far what stood there has moved, and what that was. */
    moves: { far: number; what: string[] };
  }
}

const kabinet = onKabinet();

const MESSAGE = 'Плохо сплю второй месяц';

interface Written {
  days: number;
  status?: string;
  news?: string;
  thoughts?: string;
}

function write(elena: Practitioner, client: string, sessions: readonly Written[]): Promise<string[]> {
  return writeSessions(
    elena,
    client,
    sessions.map(({ days, ...session }) => ({ date: moscow(`${inDays(days)}T10:00`), ...session })),
  );
}

/** A request of a visitor, approved: its client, and the session that it became. */
async function approved(elena: Practitioner): Promise<string> {
  const days = Array.from({ length: 7 }, (_, day) => day);
  for (const day_of_week of days) {
    await elena.api
      .collection('availability_settings')
      .create({ user: elena.id, day_of_week, start_time: '09:00', end_time: '18:00', is_available: true });
  }
  const id = await kabinet.ask(elena.link, `${inDays(3)}T11:00`, {
    name: 'Анна Ковальчук',
    phone: '+7 916 204-18-35',
    message: MESSAGE,
  });
  const { client } = await elena.api.collection('booking').update(id, { status: 'confirmed' });
  return String(client);
}

const feedOf = (page: Page) => page.getByRole('list', { name: 'Записи' }).getByRole('article');

test('CARD-01 CARD-02 a client’s page: what was written is read, searched, edited and printed in one place', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'client-card');
  const longStep = longSteps(step);
  const client = await approved(elena);
  const [last = ''] = await write(elena, client, [
    { days: -7, news: 'Спит лучше', thoughts: 'Вернуться к отпуску' },
    { days: -14 },
    { days: -21, status: 'canceled', thoughts: 'Позвонила: отпуск у мамы' },
    { days: -28, status: 'canceled' },
    { days: -400, news: 'Первый отпуск за пять лет' },
  ]);
  const feed = feedOf(page);
  const search = page.getByRole('searchbox', { name: 'Поиск в записях...' });
  const address = `/dashboard/clients/${client}`;
  const heads = async () =>
    (await feed.getByRole('heading').allInnerTexts()).map((text) => text.replaceAll('\u00A0', ' '));
  const back = page.getByRole('link', { name: /^Назад/ });

  await step('CARD-01 the details lead to the page, and its way back to them', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /Анна Ковальчук/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Открыть карту' }).click();
    await page.waitForURL(address);
    await page.getByRole('heading', { level: 1, name: 'Анна Ковальчук' }).waitFor();
    await page
      .getByRole('region', { name: 'Следующая сессия' })
      .getByText(shown(inDays(3)))
      .waitFor();
    await page.getByRole('link', { name: '+7 (916) 204-18-35' }).waitFor();
    await page.getByRole('button', { name: 'Сообщение' }).waitFor();
    await page.getByRole('link', { name: 'Данные' }).click();
    await page.getByRole('region', { name: 'Данные' }).getByText('Клиент из онлайн-записи').waitFor();
    await page.waitForURL(`${address}?tab=data`);
    await page.getByRole('link', { name: 'Сессии' }).last().click();
    await page
      .getByRole('region', { name: 'Предстоящие' })
      .getByText(shown(inDays(3)))
      .waitFor();
    await page.getByRole('region', { name: 'Прошедшие' }).getByText('5 сессий').waitFor();
    await page.getByRole('link', { name: 'Записи', exact: true }).click();
    await page.waitForURL(address);
    await back.click();
    await page.getByRole('dialog').getByRole('link', { name: 'Открыть карту' }).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Открыть записи' }).click();
    await page.waitForURL(address);
  });

  await step('CARD-01 a new session is planned from the page, and leads back to it', async () => {
    await page.getByRole('link', { name: 'Новая сессия' }).click();
    await page.getByRole('button', { name: 'Отмена' }).click();
    await page.waitForURL(address);
    await back.click();
    await page.getByRole('dialog').getByRole('link', { name: 'Открыть карту' }).click();
    await page.waitForURL(address);
  });

  await step('CARD-01 an answered request leads to its client’s page, and back to the history', async () => {
    await page.goto('/dashboard/online-booking');
    const history = page.getByRole('region', { name: 'История заявок' });
    await history.getByRole('link', { name: 'Анна Ковальчук' }).click();
    await page.waitForURL(address);
    await back.click();
    await history.getByRole('link', { name: 'Анна Ковальчук' }).click();
    await page.waitForURL(address);
  });

  await step('CARD-01 a row of today leads to the client’s page by one press', async () => {
    const date = moscow(`${inDays(0)}T12:00`);
    const { id } = await elena.api.collection('sessions').create({ user: elena.id, client, date, duration: 60 });
    await page.goto('/');
    await page
      .getByRole('link', { name: 'Карта клиента', description: /Анна Ковальчук/ })
      .first()
      .click();
    await page.waitForURL(address);
    await back.click();
    await page.waitForURL('/');
    await elena.api.collection('sessions').delete(id);
    await page.goto('/dashboard/online-booking');
    await page.getByRole('link', { name: 'Анна Ковальчук' }).click();
    await page.waitForURL(address);
  });

  await step('CARD-02 what was written and what took place, with the request, the newest first', async () => {
    await becomes(heads, [
      `Из заявки, ${shown(inDays(0))}:`,
      `${shown(inDays(-7))} 10:00`,
      `${shown(inDays(-14))} 10:00`,
      `${shown(inDays(-21))} 10:00`,
      `${shown(inDays(-400))} 10:00`,
    ]);
    await feed.first().getByText(MESSAGE).waitFor();
    await feed.nth(1).getByText('Спит лучше').waitFor();
    await feed.nth(2).getByText('Ничего не записано').waitFor();
    await feed.nth(3).getByText('Отмена').waitFor();
  });

  await step('CARD-02 the search marks what it finds, says which one it is at, and goes on by Enter', async () => {
    await search.fill('ОТПУСК');
    const found = page.getByRole('group', { name: 'Найденное' });
    await found.getByText('1 из 3').waitFor();
    await becomes(() => feed.locator('mark').allInnerTexts(), ['отпуск', 'отпуск', 'отпуск']);
    const current = feed.locator('mark[data-current]');
    await becomes(() => current.count(), 1);
    await search.press('Enter');
    await found.getByText('2 из 3').waitFor();
    await feed.nth(3).locator('mark[data-current]').waitFor();
    await search.press('Shift+Enter');
    await search.press('Shift+Enter');
    await found.getByText('3 из 3').waitFor();
    await page.getByRole('button', { name: 'Следующее место' }).click();
    await found.getByText('1 из 3').waitFor();
    await search.fill('нигде');
    await found.getByText('Не найдено').waitFor();
    assert.equal(new URL(page.url()).search, '', 'what is searched stands in no address');
    await search.press('Escape');
    await becomes(() => feed.locator('mark').count(), 0);
  });

  await step('CARD-02 a year is jumped to, and the keys walk on from there', async () => {
    await page.getByRole('combobox', { name: 'Перейти к году' }).click();
    await page.getByRole('option', { name: inDays(-400).slice(0, 4) }).click();
    await feed.last().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('k');
    await feed.nth(3).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('j');
    await feed.last().and(page.locator(':focus')).waitFor();
  });

  await step('CARD-01 CARD-06 a word that the search finds leads to the page, at that text', async () => {
    await page.goto('/dashboard/notes');
    await page.getByRole('heading', { level: 1, name: 'Заметки' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Поиск' }).fill('первый отпуск');
    const option = page.getByRole('group', { name: 'Записи' }).getByRole('option').first();
    await option.waitFor();
    await option.click();
    await page.waitForURL((url) => url.pathname === address);
    await page.locator('mark[data-current]').getByText('Первый отпуск').waitFor();
    await becomes(() => search.inputValue(), 'первый отпуск');
    await back.click();
    await page.waitForURL('/dashboard/notes');
    await page.goto(address);
  });

  await step('CARD-02 a text is edited in place by two presses, and by the keyboard alone', async () => {
    const entry = feed.nth(1);
    await entry.getByRole('button', { name: 'Изменить' }).click();
    await entry.getByLabel('Новости клиента').and(page.locator(':focus')).waitFor();
    await entry.getByLabel('Мысли о сессии').fill('Вернуться к отпуску и к маме');
    await entry.getByRole('button', { name: 'Сохранить' }).click();
    await entry.getByRole('button', { name: 'Изменить' }).waitFor();
    await entry.getByText('Вернуться к отпуску и к маме').waitFor();
    await entry.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('j');
    await feed.nth(2).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const news = feed.nth(2).getByLabel('Новости клиента');
    await news.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Ездила к сестре');
    const save = feed.nth(2).getByRole('button', { name: 'Сохранить' });
    // Past the other field, the buttons of templates and «Отмена».
    for (let tabs = 0; tabs < 5; tabs += 1) await page.keyboard.press('Tab');
    await save.and(page.locator(':focus')).press('Enter');
    await feed.nth(2).getByRole('button', { name: 'Изменить' }).waitFor();
    await feed.nth(2).getByText('Ездила к сестре').waitFor();
    await becomes(
      async () => (await elena.api.collection('sessions').getOne(last))['thoughts'],
      'Вернуться к отпуску и к маме',
    );
  });

  await step('CARD-02 what is typed stays as a draft on the way to another one, and is found again', async () => {
    const [first, second] = [feed.nth(1), feed.nth(2)];
    await first.getByRole('button', { name: 'Изменить' }).click();
    await first.getByLabel('Новости клиента').fill('Не дописано');
    await second.getByRole('button', { name: 'Изменить' }).click();
    await page.getByText('Черновик сохранён', { exact: true }).waitFor();
    await second.getByLabel('Новости клиента').waitFor();
    await first.getByRole('button', { name: 'Продолжить черновик' }).click();
    await becomes(() => first.getByLabel('Новости клиента').inputValue(), 'Не дописано');
    await page.reload();
    await first.getByRole('button', { name: 'Продолжить черновик' }).click();
    await becomes(() => first.getByLabel('Новости клиента').inputValue(), 'Не дописано');
    await second.getByRole('button', { name: 'Изменить' }).click();
    await second.getByLabel('Новости клиента').fill('Лишнее');
    await second.getByRole('button', { name: 'Отмена' }).click();
    await second.getByRole('button', { name: 'Изменить' }).waitFor();
    assert.equal(await second.getByRole('button', { name: 'Продолжить черновик' }).count(), 0);
    await first.getByRole('button', { name: 'Продолжить черновик' }).click();
    await becomes(() => first.getByLabel('Новости клиента').inputValue(), 'Не дописано');
  });

  await step('CARD-02 a text that changed in another window meanwhile is decided on, not lost', async () => {
    const entry = feed.nth(1);
    await elena.api.collection('sessions').update(last, { news: 'Другое окно' });
    await entry.getByRole('alert').filter({ hasText: 'Другое окно' }).waitFor();
    await entry.getByRole('button', { name: 'Соединить оба' }).click();
    await entry.getByRole('button', { name: 'Сохранить' }).click();
    await entry.getByRole('button', { name: 'Изменить' }).waitFor();
    await entry.getByText('Не дописано').waitFor();
    const { news } = await elena.api.collection('sessions').getOne(last);
    assert.match(news, /Другое окно/);
    assert.match(news, /Не дописано/);
  });

  await step(
    'CARD-02 a session that is deleted elsewhere while it is edited keeps what was typed, and says so',
    async () => {
      const entry = feed.nth(2);
      await Promise.all([listening(page), page.reload()]);
      await entry.getByRole('button', { name: 'Изменить' }).click();
      await entry.getByLabel('Мысли о сессии').fill('Это не должно пропасть');
      const [id] = (
        await elena.api.collection('sessions').getFullList({ filter: `date = '${moscow(`${inDays(-14)}T10:00`)}'` })
      ).map((one) => one.id);
      await elena.api.collection('sessions').delete(id ?? '');
      await entry.getByText('Эту сессию удалили в другом месте.').waitFor();
      await becomes(() => entry.getByLabel('Мысли о сессии').inputValue(), 'Это не должно пропасть');
      assert.ok(await entry.getByRole('button', { name: 'Сохранить' }).isDisabled());
      await entry.getByRole('button', { name: 'Скопировать введённое' }).waitFor();
      await entry.getByRole('button', { name: 'Закрыть' }).click();
      await becomes(() => feed.count(), 4);
    },
  );

  await step('CARD-01 an unknown client is not found, and neither is another practitioner’s', async () => {
    const other = await kabinet.practitioner('client-card-other@kabinet.example');
    const theirs = await other.api
      .collection('clients')
      .create({ user: other.id, name: 'Чужой', phone: '+7 900 000-00-00' });
    await other.browser.close();
    for (const id of [theirs.id, 'nobodynobodynob']) {
      await page.goto(`/dashboard/clients/${id}`);
      await page.getByRole('heading', { name: 'Клиент не найден' }).waitFor();
      assert.equal(await page.getByText('Чужой').count(), 0);
    }
  });

  await longStep('CARD-01 the page is deleted from, and leads to the clients then', async () => {
    const { id } = await elena.api
      .collection('clients')
      .create({ user: elena.id, name: 'Пётр', phone: '+7 900 000-00-01' });
    await page.goto(`/dashboard/clients/${id}`);
    await page.getByText('Записей пока нет').waitFor();
    await page.getByRole('link', { name: 'Данные' }).click();
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.waitForURL('/dashboard');
    await page.getByText('Клиент удален').waitFor();
  });
});

/** Counts what moves in each page from now on. */
async function countMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.moves = { far: 0, what: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const {
          value = 0,
          hadRecentInput,
          sources,
        } = entry as PerformanceEntry & {
          value?: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        if (hadRecentInput) continue;
        window.moves.far += value;
        window.moves.what.push(
          ...sources.map(({ node }) => (node instanceof Element ? node.outerHTML : '').slice(0, 90)),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

test('CARD-01 nothing moves when a part of the page, or of the details, arrives late', async (t) => {
  const { elena, page } = await practice(t, kabinet, 'client-card-late');
  const { id } = await elena.api
    .collection('clients')
    .create({ user: elena.id, name: 'Анна Ковальчук', phone: '+7 916 204-18-35' });
  await write(elena, id, [
    ...Array.from({ length: 20 }, (_, week) => ({
      days: -7 * (week + 1),
      news: 'Спит лучше. '.repeat(20),
      thoughts: 'О сне',
    })),
    { days: 3, status: 'scheduled' },
  ]);
  await countMoves(page);
  // Each answer comes in turn, so that each part is there without the next one.
  const LATE = ['sessions', 'clients', 'booking', 'series', 'consents', 'consent_versions'];
  for (const late of LONG_FORM ? LATE : LATE.slice(0, 2)) {
    const release = await holdBack(page, new RegExp(`/api/collections/${late}/records`));
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await page.goto(`/dashboard/clients/${id}`);
      await feedOf(page).first().waitFor();
      await page
        .getByRole('region', { name: 'Следующая сессия' })
        .getByText(shown(inDays(3)))
        .waitFor();
      await becomes(() => page.getByRole('button', { name: 'Печать записей' }).isEnabled(), true);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      const shifted = await page.evaluate(() => window.moves);
      assert.ok(shifted.far <= SHIFT, `page, ${late}, ${viewport.width} px: ${JSON.stringify(shifted)}`);
      await page.goto(`/dashboard?client=${id}`);
      await page.getByRole('dialog').getByText('Описание').waitFor();
      await page.getByRole('dialog').getByRole('link', { name: 'Открыть записи' }).waitFor();
      const moved = await page.evaluate(() => window.moves);
      assert.ok(moved.far <= SHIFT, `details, ${late}, ${viewport.width} px: ${JSON.stringify(moved)}`);
    }
    await release();
  }
});

test('CARD-01 nothing moves among a client’s data while its lists arrive one after the other', async (t) => {
  const { elena, page } = await practice(t, kabinet, 'client-card-data-late');
  const { client } = await weekly(elena, { name: 'Анна Ковальчук', from: 3, count: 8 });
  await countMoves(page);
  for (const [turn, late] of ['clients', 'booking', 'consents', 'consent_versions', 'sessions', 'series'].entries()) {
    await page.route(new RegExp(`/api/collections/${late}/records`), async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300 * (turn + 1)));
      await route.continue().catch(() => null);
    });
  }
  for (const viewport of [PHONE, ...(LONG_FORM ? [DESKTOP] : [])]) {
    await page.setViewportSize(viewport);
    await page.goto(`/dashboard/clients/${client}?tab=data`);
    await page.getByText('Обычное время').waitFor();
    await page.getByText('Дата регистрации').waitFor();
    await page
      .getByRole('region', { name: 'Следующая сессия' })
      .getByText(shown(inDays(3)))
      .waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    const shifted = await page.evaluate(() => window.moves);
    assert.ok(shifted.far <= SHIFT, `${viewport.width} px: ${JSON.stringify(shifted)}`);
  }
});

test('CARD-02 a feed of 600 sessions is drawn around the window, and searched, walked and printed whole', async (t) => {
  const { elena, page } = await practice(t, kabinet, 'client-card-long');
  const { id } = await elena.api
    .collection('clients')
    .create({ user: elena.id, name: 'Анна Ковальчук', phone: '+7 916 204-18-35' });
  const COUNT = 600;
  await write(
    elena,
    id,
    Array.from({ length: COUNT }, (_, index) => ({
      days: -1 - index,
      news: `Новости ${index}. ${'Тревога и сон. '.repeat(1 + (index % 23))}${index % 100 === 42 ? 'перекрёсток' : ''}`,
      thoughts: `Мысли ${index}`,
    })),
  );
  await page.goto(`/dashboard/clients/${id}`);
  const feed = feedOf(page);
  await feed.first().waitFor();
  const print = page.getByRole('button', { name: 'Печать записей' });
  await becomes(() => print.isEnabled(), true);
  assert.ok((await feed.count()) < 40, 'only what the window shows is drawn');
  const search = page.getByRole('searchbox', { name: 'Поиск в записях...' });
  await search.fill('перекресток');
  const found = page.getByRole('group', { name: 'Найденное' });
  await found.getByText('1 из 6').waitFor();
  for (let hit = 0; hit < 6; hit += 1) {
    await found.getByText(`${hit + 1} из 6`).waitFor();
    const mark = page.locator('mark[data-current]');
    await becomes(
      () => mark.evaluate((one) => one.closest('li')?.textContent?.match(/Новости (\d+)/)?.[1]),
      String(hit * 100 + 42),
    );
    await becomes(async () => {
      const box = await mark.boundingBox();
      return box !== null && box.y > 0 && box.y + box.height < DESKTOP.height;
    }, true);
    await search.press('Enter');
  }
  await search.press('Escape');
  const year = page.getByRole('combobox', { name: 'Перейти к году' });
  await year.click();
  const last = inDays(-COUNT).slice(0, 4);
  await page.getByRole('option', { name: last }).click();
  const first = feed.and(page.locator(':focus'));
  await first.getByText(`31.12.${last}`).waitFor();
  await becomes(async () => ((await first.boundingBox())?.y ?? -1) >= 0, true);
  const printed = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    return [...document.querySelectorAll('.paper-only li')].map((one) => /Новости (\d+)/.exec(one.textContent)?.[1]);
  });
  assert.deepEqual(
    printed,
    Array.from({ length: COUNT }, (_, index) => String(index)),
  );
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('article').filter({ visible: true }).count(), 0);
  assert.equal(await search.isVisible(), false);
});
