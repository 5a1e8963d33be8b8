import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { axeFindings } from '#e2e/axe.ts';
import { DESKTOP, onKabinet, PHONE } from '#e2e/kabinet.ts';
import { DEMO_PRACTITIONER } from '#server/demo/texts.ts';

const kabinet = onKabinet('server/demo.ts');

interface Place {
  name: string;
  open: (page: Page) => Promise<unknown>;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
/** An invalid token still opens the form, which is all this test needs. */
const token = `#token=e30.${btoa(JSON.stringify({ email: 'somebody@kabinet.example' }))}.x`;

const outside = (link: string): Place[] => [
  { name: 'landing', open: (page) => page.goto('/') },
  { name: 'sign-in', open: (page) => page.goto('/auth') },
  {
    name: 'sign-in refused',
    open: async (page) => {
      await press(page, 'Войти');
      await page.getByText('Введите пароль').waitFor();
      await page.getByLabel('Email').fill('nobody@kabinet.example');
      await page.getByLabel('Пароль', { exact: true }).fill('не тот');
      await press(page, 'Войти');
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'registration', open: (page) => press(page, 'Нет аккаунта? Зарегистрируйтесь') },
  {
    name: 'forgotten password',
    open: async (page) => {
      await page.goto('/auth');
      await press(page, 'Забыли пароль?');
      await page.getByLabel('Email').fill('nobody@kabinet.example');
      await press(page, 'Отправить ссылку');
      await page.getByText('письмо уже отправлено').waitFor();
    },
  },
  { name: 'verification', open: (page) => page.goto(`/auth/verify${token}`) },
  { name: 'new password', open: (page) => page.goto(`/auth/reset${token}`) },
  { name: 'broken link', open: (page) => page.goto('/auth/email').then(() => heading(page, /Ссылка/)) },
  { name: 'no such page', open: (page) => page.goto('/nowhere') },
  { name: 'no such psychologist', open: (page) => page.goto('/booking/nobody') },
  { name: 'public page', open: (page) => page.goto(link) },
  {
    name: 'public page with a time and what is missing',
    open: async (page) => {
      await page
        .getByRole('button', { name: /есть свободное время/ })
        .last()
        .click();
      await page
        .getByRole('button', { name: /^\d\d:\d\d$/ })
        .first()
        .click();
      await press(page, 'Записаться на консультацию');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'request sent',
    open: async (page) => {
      await page.getByLabel('Имя').fill('Марина Левченко');
      await page.getByLabel('Телефон').fill('+7 905 318-44-20');
      await press(page, 'Записаться на консультацию');
      await heading(page, 'Заявка отправлена!');
    },
  },
];

const inside: Place[] = [
  { name: 'landing of a practitioner', open: (page) => page.goto('/').then(() => heading(page, /Елена/)) },
  { name: 'clients', open: (page) => page.goto('/dashboard').then(() => page.getByText('Ковальчук').waitFor()) },
  {
    name: 'nobody found',
    open: async (page) => {
      await page.goto('/dashboard?q=никого');
      await page.getByText('Клиенты не найдены').waitFor();
    },
  },
  {
    // A search survives a reload and a return to the same address.
    name: 'clients found again',
    open: async (page) => {
      await page.getByRole('searchbox').fill('');
      await page.getByText('Ковальчук').waitFor();
    },
  },
  {
    name: 'new client with errors',
    open: async (page) => {
      await page.goto('/dashboard');
      await press(page, 'Добавить клиента');
      await page.getByRole('dialog').getByRole('button', { name: 'Добавить' }).click();
      await page.getByText('Имя должно содержать минимум 2 символа').waitFor();
    },
  },
  {
    name: 'client',
    open: async (page) => {
      await page.goto('/dashboard');
      await press(page, /Ковальчук/);
      await page
        .getByRole('dialog')
        .getByRole('heading', { name: /Сессии/ })
        .waitFor();
    },
  },
  { name: 'deleting a client', open: (page) => press(page, 'Удалить').then(() => heading(page, 'Удалить клиента?')) },
  {
    name: 'sessions',
    open: (page) => page.goto('/dashboard/sessions?q=Ковальчук').then(() => heading(page, /Прошедшие/)),
  },
  {
    name: 'session',
    open: async (page) => {
      await page
        .getByRole('button', { name: /Состоялась/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('Свободно').waitFor();
    },
  },
  {
    name: 'days to choose from',
    open: async (page) => {
      await page.getByRole('dialog').getByLabel('Дата').click();
      await page.getByRole('button', { name: 'Следующий месяц' }).waitFor();
    },
  },
  {
    name: 'texts of a session',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await press(page, 'Далее');
      await page.getByLabel('Мысли о сессии').waitFor();
    },
  },
  {
    name: 'choosing a client',
    open: (page) => page.goto('/dashboard/sessions/new').then(() => heading(page, /Новая/)),
  },
  {
    name: 'new session',
    open: async (page) => {
      await page.getByRole('link', { name: /Ковальчук/ }).click();
      await page.getByText('Свободно').waitFor();
    },
  },
  { name: 'times to choose from', open: (page) => page.getByRole('combobox', { name: 'Время' }).click() },
  { name: 'notes', open: (page) => page.goto('/dashboard/notes').then(() => press(page, 'Удалить')) },
  {
    name: 'note with errors',
    open: async (page) => {
      await page.goto('/dashboard/notes?note=new');
      await press(page, 'Сохранить');
      await page.getByText('Заголовок должен содержать минимум 2 символа').waitFor();
    },
  },
  {
    name: 'online booking',
    open: (page) => page.goto('/dashboard/online-booking').then(() => heading(page, 'История заявок')),
  },
  {
    name: 'deleting a request',
    open: (page) => press(page, /Удалить заявку/).then(() => heading(page, 'Удалить заявку?')),
  },
  {
    name: 'hours with a break and a mistake',
    open: async (page) => {
      await page.goto('/dashboard/availability-settings');
      await page.getByRole('switch', { name: 'Понедельник' }).check();
      await press(page, 'Добавить дни');
      await page.getByLabel('Понедельник, окончание').fill('08:00');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'time zones',
    open: async (page) => {
      await page.goto('/dashboard/profile');
      await page.getByRole('combobox', { name: 'Часовой пояс' }).click();
    },
  },
  {
    name: 'journal',
    open: async (page) => {
      await page.goto('/dashboard/profile/journal');
      await page.getByText('Вход в аккаунт').first().waitFor();
    },
  },
  ...[
    ['access', 'Изменить email'] as const,
    ['access', 'Изменить пароль'] as const,
    ['deletion', 'Удалить аккаунт'] as const,
  ].map(([section, name]) => ({
    name: `${name} in the profile`,
    open: async (page: Page) => {
      await page.goto(`/dashboard/profile?section=${section}`);
      await press(page, name);
      await page.getByRole('dialog').waitFor();
    },
  })),
  { name: 'no such screen', open: (page) => page.goto('/dashboard/nowhere') },
];

test('A11Y-01 axe finds nothing where anybody may go', async (t) => {
  const demo = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  const visitor = await kabinet.person();
  t.after(() => Promise.all([demo.browser.close(), visitor.close()]));
  assert.deepEqual(await lookAt(await visitor.newPage(), outside(demo.link)), []);
});

test('A11Y-01 axe finds nothing in the dashboard and its dialogs', async (t) => {
  const demo = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  t.after(() => demo.browser.close());
  const page = await demo.browser.newPage();
  const found = await lookAt(page, inside);
  await page.goto('/dashboard');
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Меню' }).click();
  await page.getByRole('navigation').waitFor();
  found.push(...(await axeFindings(page, 'menu of the phone', [PHONE])));
  assert.deepEqual(found, []);
});

async function lookAt(page: Page, places: Place[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, open } of places) {
    await page.setViewportSize(DESKTOP);
    await open(page);
    await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' });
    found.push(...(await axeFindings(page, name)));
  }
  return found;
}

test('A11Y-01 a client is added by the keyboard alone', async (t) => {
  const demo = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  t.after(() => demo.browser.close());
  const page = await demo.browser.newPage();
  const focused = (name: string, role: 'button' | 'link' | 'textbox' = 'button') =>
    page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor();
  const dialog = page.getByRole('dialog');
  await page.goto('/dashboard');
  await page.getByText('24 клиента').waitFor();

  // Past the menu to the screen, and to its first button.
  await page.keyboard.press('Tab');
  await focused('К содержанию', 'link');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await focused('Добавить клиента');
  await page.keyboard.press('Enter');

  // The dialog takes the focus and keeps it all the way round.
  await focused('Имя', 'textbox');
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab');
    assert.ok(await dialog.evaluate((element) => element.contains(document.activeElement)), `stop ${stop}`);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focused('Добавить клиента');

  // Saved by Enter in a field; the toast is announced and the focus returns.
  await page.keyboard.press('Enter');
  await focused('Имя', 'textbox');
  await page.keyboard.type('Раиса Смирнова');
  await page.keyboard.press('Tab');
  await page.keyboard.type('89162041835');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Клиент успешно добавлен' }).waitFor();
  await focused('Добавить клиента');
});
