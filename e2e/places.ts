import type { Page } from 'playwright';
import { edit } from '#e2e/session-form.ts';

/** A state of a screen, reached from the one before it. */
export interface Place {
  name: string;
  open: (page: Page) => Promise<unknown>;
  /** In the short form it is looked at, or only leads to the next one; all others are left out. */
  short?: 'look' | 'way';
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Opens a screen without loading the page again, which costs axe a second each time. */
async function walk(page: Page, address: string, title: string | RegExp): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

async function closeDialog(page: Page): Promise<void> {
  if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** An invalid token still opens the form, which is all this test needs. */
const token = `#token=e30.${btoa(JSON.stringify({ email: 'somebody@kabinet.example' }))}.x`;

/** For everybody; `link` is a public page. */
export const outside = (link: string): Place[] => [
  { name: 'landing', short: 'way', open: (page) => page.goto('/') },
  { name: 'sign-in', short: 'way', open: (page) => walk(page, '/auth', 'Вход') },
  {
    name: 'sign-in refused',
    short: 'look',
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
  { name: 'broken link', open: (page) => walk(page, '/auth/email', /Откройте ссылку/) },
  { name: 'no such page', open: (page) => walk(page, '/nowhere', /не найден/) },
  { name: 'no such psychologist', open: (page) => page.goto('/booking/nobody') },
  { name: 'no such visit', open: (page) => page.goto('/visit') },
  { name: 'the way out of letters', open: (page) => page.goto('/letters/stop/none') },
  { name: 'public page', short: 'way', open: (page) => page.goto(link) },
  {
    name: 'public page with a time and what is missing',
    short: 'look',
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

/** For a practitioner who signed in, on the demo. */
export const inside: Place[] = [
  {
    name: 'landing of a practitioner',
    short: 'way',
    open: (page) => page.goto('/').then(() => heading(page, /Елена/)),
  },
  {
    name: 'clients',
    short: 'way',
    open: async (page) => {
      await walk(page, '/dashboard', 'Клиенты');
      await page.getByText('Ковальчук').waitFor();
    },
  },
  {
    name: 'nobody found',
    open: async (page) => {
      await page.getByRole('searchbox').fill('никого');
      await page.getByText('Клиенты не найдены').waitFor();
    },
  },
  {
    name: 'new client with errors',
    short: 'look',
    open: async (page) => {
      await page.getByRole('searchbox').fill('');
      await page.getByText('Ковальчук').waitFor();
      await press(page, 'Добавить клиента');
      await page.getByRole('dialog').getByRole('button', { name: 'Добавить' }).click();
      await page.getByText('Имя должно содержать минимум 2 символа').waitFor();
    },
  },
  {
    name: 'more of a new client',
    short: 'look',
    open: async (page) => {
      await press(page, 'Ещё');
      await page.getByLabel('Запрос').waitFor();
    },
  },
  {
    name: 'client',
    short: 'way',
    open: async (page) => {
      await closeDialog(page);
      await press(page, /Ковальчук/);
      await page
        .getByRole('dialog')
        .getByRole('heading', { name: /Сессии/ })
        .waitFor();
    },
  },
  {
    name: 'client’s page',
    short: 'look',
    open: async (page) => {
      await page.getByRole('dialog').getByRole('link', { name: 'Открыть карту' }).click();
      await page.getByRole('article').first().waitFor();
    },
  },
  {
    name: 'text found in a feed',
    open: async (page) => {
      await page.getByRole('searchbox').fill('а');
      await page.locator('mark[data-current]').waitFor();
    },
  },
  {
    name: 'text edited in a feed',
    open: async (page) => {
      await press(page, 'Изменить');
      await page.getByLabel('Мысли о сессии').waitFor();
    },
  },
  {
    name: 'sessions of a client',
    open: async (page) => {
      await page.getByRole('navigation', { name: 'Разделы карты' }).getByRole('link', { name: 'Сессии' }).click();
      await page.getByRole('heading', { name: 'Прошедшие' }).waitFor();
    },
  },
  {
    name: 'data of a client',
    open: async (page) => {
      await page.getByRole('link', { name: 'Данные' }).click();
      await page.getByText('Дата регистрации').waitFor();
    },
  },
  { name: 'deleting a client', open: (page) => press(page, /^Удалить$/).then(() => heading(page, 'Удалить клиента?')) },
  {
    name: 'sessions',
    short: 'way',
    open: async (page) => {
      await walk(page, '/dashboard/sessions', 'Сессии');
      // A card that is pressed while the list changes may be gone before the press is.
      const found = page.waitForResponse(/sessions\/records\?.*search_text/);
      await page.getByRole('searchbox').fill('Ковальчук');
      await found;
      await heading(page, /Прошедшие/);
    },
  },
  {
    name: 'session',
    short: 'look',
    open: async (page) => {
      await page
        .getByRole('button', { name: /Состоялась/ })
        .last()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Изменить', exact: true }).waitFor();
    },
  },
  {
    name: 'what is seldom done with a session',
    short: 'look',
    open: async (page) => {
      await press(page, 'Ещё');
      await page.getByRole('dialog').getByRole('group', { name: 'Ещё' }).waitFor();
    },
  },
  {
    name: 'form of a session',
    short: 'look',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await edit(page.getByRole('dialog'));
      await page.getByRole('dialog').getByLabel('Дата').waitFor();
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
  { name: 'choosing a client', open: (page) => walk(page, '/dashboard/sessions/new', /Новая/) },
  {
    name: 'new session',
    open: async (page) => {
      await page.getByRole('link', { name: /Ковальчук/ }).click();
      // In the evening no time may be left today, which is said in the same words.
      await page.getByRole('group', { name: /^Свободно/ }).waitFor();
    },
  },
  { name: 'times to choose from', open: (page) => page.getByRole('combobox', { name: 'Время' }).click() },
  {
    name: 'notes',
    open: async (page) => {
      await walk(page, '/dashboard/notes', 'Заметки');
      await press(page, 'Удалить');
    },
  },
  {
    name: 'note with errors',
    open: async (page) => {
      await closeDialog(page);
      await walk(page, '/dashboard/notes?note=new', /Новая/);
      await press(page, 'Сохранить');
      await page.getByText('Заголовок должен содержать минимум 2 символа').waitFor();
    },
  },
  {
    name: 'online booking',
    open: async (page) => {
      await walk(page, '/dashboard/online-booking', 'Онлайн-запись');
      await heading(page, 'История заявок');
    },
  },
  {
    name: 'deleting a request',
    open: (page) => press(page, /Удалить заявку/).then(() => heading(page, 'Удалить заявку?')),
  },
  {
    name: 'money',
    short: 'way',
    open: async (page) => {
      await closeDialog(page);
      await walk(page, '/dashboard/money', 'Деньги');
      await page.getByRole('table', { name: 'Встречи' }).waitFor();
    },
  },
  {
    name: 'a payment with what is missing',
    short: 'look',
    open: async (page) => {
      await press(page, 'Новая оплата');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Пакет' }).check();
      // The list below has buttons of this name, too.
      await dialog.getByRole('button', { name: 'Записать', exact: true }).click();
      await page.getByText('Введите сумму').waitFor();
    },
  },
  {
    name: 'hours with a break and a mistake',
    open: async (page) => {
      await closeDialog(page);
      await walk(page, '/dashboard/availability-settings', 'Рабочие часы');
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
      // All the zones of the world take axe ten seconds.
      await page.getByRole('combobox', { name: 'Часовой пояс' }).fill('Мос');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'journal',
    open: async (page) => {
      await walk(page, '/dashboard/profile/journal', 'Профиль');
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
      await closeDialog(page);
      await walk(page, `/dashboard/profile?section=${section}`, 'Профиль');
      await press(page, name);
      await page.getByRole('dialog').waitFor();
    },
  })),
  {
    name: 'no such screen',
    open: (page) => closeDialog(page).then(() => walk(page, '/dashboard/nowhere', /не найден/)),
  },
];

/** What other journeys give to axe, on the demo. */
export const wide: Place[] = [
  ...['month', 'week', 'day'].map((view) => ({
    name: `calendar, ${view}`,
    ...(view === 'week' && { short: 'look' as const }),
    open: (page: Page) => walk(page, `/dashboard/calendar?view=${view}`, /./),
  })),
  ...['templates', 'money', 'letters', 'consent', 'access', 'data', 'licence', 'deletion'].map((section) => ({
    name: `profile, ${section}`,
    ...(section === 'templates' && { short: 'look' as const }),
    open: (page: Page) => walk(page, `/dashboard/profile?section=${section}`, 'Профиль'),
  })),
  {
    name: 'palette',
    short: 'look',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('ковал');
      await page.getByRole('option').first().waitFor();
    },
  },
];
