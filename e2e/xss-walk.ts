import assert from 'node:assert/strict';
import type { BrowserContext, Locator, Page } from 'playwright';
import { showPhone } from '#domain/clients/phone.ts';
import { type Kabinet } from '#e2e/kabinet.ts';
import { inDays } from '#e2e/dates.ts';
import { listening } from '#e2e/network.ts';
import { lead } from '#e2e/lead.ts';
import { BEHIND, type PlantedPractice, rename, SESSION_DAY } from '#e2e/xss-practice.ts';
import { assertShown, withoutBlanks, read } from '#e2e/xss-watch.ts';

/**
 * Visits every screen of a planted practice, `depth` cards behind each list. The caller watches the pages for scripts;
 * this function asserts that every text is shown as written.
 */
export async function walkDashboard(kabinet: Kabinet, practice: PlantedPractice, depth: number): Promise<void> {
  const { practitioner, payloads, clients, requests } = practice;
  const page = await practitioner.browser.newPage();
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const cards = main.getByRole('listitem');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const [first = ''] = payloads;
  // Phones whose digits form a valid number are shown in the usual format.
  const phones = clients.map(({ phone }) => showPhone(String(phone)));

  await page.goto('/dashboard');
  await assertShown(page, 'clients', [...payloads, ...phones]);
  await behindEach(cards, payloads, BEHIND.client, depth, async (card) => {
    await card.getByRole('button').first().click();
    await dialog.getByText(BEHIND.client).waitFor();
    const details = await read(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return details;
  });
  await cards.first().getByRole('button').first().click();
  await press('Редактировать');
  await dialog.getByLabel('Описание').waitFor();
  await assertShown(page, 'client form', []);
  await page.keyboard.press('Escape');
  await press('Удалить');
  await dialog.getByText('Вы уверены').waitFor();
  await assertShown(page, 'deleting a client', []);

  await lead(page, '/dashboard/sessions');
  await assertShown(page, 'sessions', payloads);
  await behindEach(cards.filter({ hasText: 'Состоялась' }), payloads, BEHIND.thoughts, depth, async (card) => {
    await card.getByRole('button').first().click();
    await dialog.getByRole('button', { name: /^Записать|^Изменить записи/ }).click();
    await dialog.getByLabel('Мысли о сессии').waitFor();
    const texts = await read(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return texts;
  });
  await lead(page, '/dashboard/sessions/new');
  await assertShown(page, 'client picker', [...payloads, ...phones]);
  await cards.first().getByRole('link').click();
  await page.getByText('Шаг 1: Информация').waitFor();
  await assertShown(page, 'session form', []);

  await lead(page, `/dashboard/calendar?date=${SESSION_DAY}&day=${SESSION_DAY}`);
  await assertShown(page, 'day of the calendar', payloads);
  for (const view of ['week', 'day']) {
    await lead(page, `/dashboard/calendar?view=${view}&date=${SESSION_DAY}`);
    await main.getByText('xss').first().waitFor({ state: 'attached' });
    await assertShown(page, `${view} of the calendar`, []);
  }

  await lead(page, '/dashboard/notes');
  await main.getByRole('article').first().waitFor();
  // The list holds what is near the window alone.
  await assertShown(page, 'notes', [...payloads, ...payloads.map((payload) => `${payload} ${BEHIND.note}`)], {
    scrolling: true,
  });
  await page.keyboard.press('Home');
  await behindEach(main.getByRole('article'), payloads, BEHIND.note, depth, async (note) => {
    await note.getByRole('link', { name: 'Редактировать' }).click();
    await page.getByLabel('Заголовок').waitFor();
    const texts = await read(main);
    await page.goBack();
    await note.waitFor();
    return texts;
  });
  await main.getByRole('button', { name: 'Удалить' }).first().click();
  await dialog.getByText('исчезнет').first().waitFor();
  await assertShown(page, 'deleting a note', []);

  await Promise.all([listening(page), page.goto('/dashboard/online-booking')]);
  const written = requests.flatMap(({ name, phone, message }) => [name, showPhone(phone), message]);
  await assertShown(page, 'online booking', written);
  const late = { name: first, phone: '+7 916 204-18-35', message: `${first} ‹позже›` };
  await kabinet.ask(practitioner.link, `${inDays(6)}T09:00`, late);
  await page.getByRole('status').filter({ hasText: 'Новая заявка' }).waitFor();
  await assertShown(page, 'a new request', [late.message]);
  await press('Подтвердить');
  await page.getByText('Заявка подтверждена').waitFor();
  await press('Отклонить');
  await page.getByText('Заявка отклонена').waitFor();
  await assertShown(page, 'answered requests', written);
  await page
    .getByRole('button', { name: /Удалить заявку/ })
    .first()
    .click();
  await dialog.getByText('исчезнет').first().waitFor();
  await assertShown(page, 'deleting a request', []);

  await rename(practitioner, first);
  await lead(page, '/dashboard/profile/journal');
  await main.getByText('Клиент', { exact: true }).first().waitFor();
  await main.getByRole('listitem').first().waitFor();
  await main.getByRole('combobox', { name: 'Клиент' }).click();
  // The list names so many clients at most, and says how many it leaves out.
  await page.getByRole('option').nth(Math.min(payloads.length, 90)).waitFor({ state: 'attached' });
  const offered = withoutBlanks((await page.getByRole('option').allInnerTexts()).join('\n'));
  const shown = payloads.filter((payload) => offered.includes(withoutBlanks(payload)));
  assert.ok(shown.length >= Math.min(payloads.length, 90), `${shown.length} payloads in the journal's filter`);
  await assertShown(page, 'journal', shown);
  await lead(page, '/dashboard/profile');
  await assertShown(page, 'profile', [first, `VALID_${first}`]);
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('combobox', { name: 'Поиск' }).fill('xss');
  await page.getByRole('option').filter({ hasText: 'xss' }).first().waitFor();
  await assertShown(page, 'search', []);
  await page.keyboard.press('Escape');
  await walkTemplates(page, payloads);
  await lead(page, '/');
  await main.getByRole('heading', { level: 1 }).first().waitFor();
  await assertShown(page, 'landing', []);
  await page.close();
}

/** Visits the lists of a planted practice, which the short form has time for, and asserts that every text is shown as written. */
export async function walkLists({ practitioner, payloads, requests }: PlantedPractice): Promise<void> {
  const page = await practitioner.browser.newPage();
  const main = page.getByRole('main');
  await page.goto('/dashboard');
  await assertShown(page, 'clients', payloads);
  await main.getByRole('listitem').first().getByRole('button').first().click();
  await page.getByRole('dialog').getByText(BEHIND.client).waitFor();
  await assertShown(page, 'details of a client', []);
  await lead(page, '/dashboard/sessions');
  await main.getByText('Состоялась').first().waitFor();
  await assertShown(page, 'sessions', payloads);
  await lead(page, '/dashboard/notes');
  await main.getByText(BEHIND.note).first().waitFor();
  await assertShown(page, 'notes', payloads);
  await lead(page, '/dashboard/online-booking');
  await assertShown(
    page,
    'online booking',
    requests.map(({ message }) => message),
  );
  await walkTemplates(page, payloads);
  const { api } = practitioner;
  const [tagged] = await api.collection('clients').getFullList({ filter: 'tags ~ "<"' });
  await lead(page, `/dashboard/clients/${tagged?.id}?tab=data`);
  await assertShown(page, 'data of a client', tagged?.['tags'] ?? []);
  await page.close();
}

/** The texts under their names, and the list from which one is put into a note. */
async function walkTemplates(page: Page, payloads: readonly string[]): Promise<void> {
  await lead(page, '/dashboard/profile?section=templates');
  await page.getByText(BEHIND.template).first().waitFor();
  const texts = payloads.map((payload) => `${payload} ${BEHIND.template}`);
  await assertShown(page, 'templates', texts);
  await lead(page, '/dashboard/notes?note=new');
  const insert = page.getByRole('button', { name: 'Вставить шаблон' });
  await insert.click();
  const items = page.getByRole('group', { name: 'Вставить шаблон' }).getByRole('button');
  await items.first().waitFor();
  await assertShown(page, 'templates to put in', []);
  await items.first().click();
  await assertShown(page, 'a note from a template', texts.slice(0, 1));
}

/** Visits the public page under each of the names, and checks its data and title. */
export async function walkPublicPage(
  visitor: BrowserContext,
  { practitioner }: PlantedPractice,
  names: readonly string[],
): Promise<void> {
  const page = await visitor.newPage();
  for (const name of names) {
    await rename(practitioner, name);
    await page.goto(practitioner.link);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await assertShown(page, 'public page', [name]);
    assert.equal(withoutBlanks(await page.title()), withoutBlanks(`${name} — запись на консультацию`));
  }
  await page.close();
}

/** Addresses with a payload inside, as any link can have. */
const REFLECTING: ((payload: string) => string)[] = [
  (text) => `/dashboard?q=${text}`,
  (text) => `/dashboard?client=${text}`,
  (text) => `/dashboard/clients/${text}?tab=${text}&q=${text}`,
  (text) => `/dashboard/sessions?session=${text}&q=${text}`,
  (text) => `/dashboard/sessions/new?date=${text}&time=${text}`,
  (text) => `/dashboard/sessions/new/${text}`,
  (text) => `/dashboard/sessions/edit/${text}`,
  (text) => `/dashboard/calendar?view=${text}&date=${text}&day=${text}&session=${text}`,
  (text) => `/dashboard/notes?note=${text}`,
  (text) => `/dashboard/profile/journal?client=${text}`,
  (text) => `/dashboard/${text}`,
  (text) => `/${text}`,
  (text) => `/booking/${text}`,
  (text) => `/auth/verify#token=${tokenSaying(text)}`,
  (text) => `/auth/reset#token=${tokenSaying(text)}`,
  (text) => `/auth/email#token=${tokenSaying(text)}`,
];

/** Opens addresses that hold payloads: one payload on each address in turn, `rounds` addresses for each payload. */
export async function walkAddresses(
  { browser }: PlantedPractice['practitioner'],
  payloads: readonly string[],
  rounds: number,
): Promise<number> {
  const page = await browser.newPage();
  let opened = 0;
  for (const [at, payload] of payloads.entries()) {
    for (let round = 0; round < rounds; round += 1) {
      const address = REFLECTING[(at + round * 7) % REFLECTING.length];
      await page.goto(address?.(encodeURIComponent(payload)) ?? '/');
      await page.getByRole('heading').first().waitFor();
      await assertShown(page, `address ${opened}`, []);
      opened += 1;
    }
  }
  await page.close();
  return opened;
}

function tokenSaying(encoded: string): string {
  const claims = JSON.stringify({ email: decodeURIComponent(encoded), newEmail: decodeURIComponent(encoded) });
  return `e30.${Buffer.from(claims).toString('base64url')}.x`;
}

/** Opens `depth` of the cards and asserts that each shows its text behind it. */
async function behindEach(
  cards: Locator,
  payloads: readonly string[],
  mark: string,
  depth: number,
  open: (card: Locator) => Promise<string>,
): Promise<void> {
  const count = Math.min(depth, payloads.length, await cards.count());
  let seen = '';
  for (let at = 0; at < count; at += 1) seen += await open(cards.nth(at));
  const found = payloads.filter((payload) => seen.includes(withoutBlanks(`${payload} ${mark}`)));
  assert.ok(found.length >= count, `${mark}: ${found.length} of ${count}`);
}
