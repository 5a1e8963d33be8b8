import type { Page } from 'playwright';
import type { Demo } from '#proofs/torture/browsers/demo-in.ts';
import type { Step } from '#proofs/torture/browsers/heard-step.ts';

export async function signingIn(page: Page, { elena }: Demo): Promise<Step[]> {
  const password = page.getByLabel('Пароль', { exact: true });
  await page.goto('/auth');
  return [
    {
      what: 'the first field is not called wrong',
      arrange: () => page.getByLabel('Email').focus(),
      keys: ['Tab', 'shift+Tab'],
      words: /^(?![\s\S]*неверный ввод)[\s\S]*Email/,
    },
    {
      what: 'a wrong password',
      arrange: () =>
        page
          .getByLabel('Email')
          .fill(elena.email)
          .then(() => password.fill('a wrong one')),
      keys: ['Return'],
      words: /Неверный email или пароль/,
    },
    {
      what: 'the screen behind the sign-in',
      arrange: () => password.fill(elena.password),
      keys: ['Return'],
      words: /Вы успешно вошли[\s\S]*Кабинет/,
    },
  ];
}

export async function menuAndDialogs(page: Page): Promise<Step[]> {
  const link = (name: string) => page.getByRole('link', { name }).first();
  const dialog = page.getByRole('dialog');
  const screens = ['Клиенты', 'Сессии', 'Календарь', 'Заметки', 'Профиль'];
  await page.goto('/dashboard/profile');
  return [
    ...screens.map((name) => ({
      what: `the screen «${name}» from the menu`,
      arrange: () => link(name).focus(),
      keys: ['Return'],
      words: new RegExp(name),
    })),
    {
      what: 'a section of the profile',
      arrange: () => page.goto('/dashboard/profile').then(() => link('Мои данные').focus()),
      keys: ['Return'],
      words: /Мои данные/,
    },
    {
      what: 'whose card is opened',
      arrange: () =>
        page
          .goto('/dashboard')
          .then(() => page.getByRole('list', { name: 'Клиенты' }).getByRole('button').first().focus()),
      keys: ['Return'],
      words: /[А-ЯЁ][а-яё]+ [А-ЯЁ][а-яё]+/,
    },
    {
      what: 'the dialog of a new client',
      arrange: () =>
        page.keyboard.press('Escape').then(() => page.getByRole('button', { name: 'Добавить клиента' }).focus()),
      keys: ['Return'],
      words: /Новый клиент[\s\S]*Имя/,
    },
    {
      what: 'a name that is too short',
      arrange: () =>
        dialog
          .getByLabel('Телефон')
          .fill('12')
          .then(() => dialog.getByLabel('Имя').fill('А')),
      keys: ['Return'],
      words: /Имя должно содержать/,
    },
    { what: 'the same a second time', keys: ['Return'], words: /(Имя|Телефон) дол/ },
    {
      what: 'which session is opened',
      arrange: () =>
        page
          .goto('/dashboard/calendar?view=week')
          .then(() => page.getByRole('main').getByRole('button', { name: /минут/ }).first().focus()),
      keys: ['Return'],
      words: /Сессия/,
    },
    {
      what: 'the palette',
      arrange: () => page.goto('/dashboard/notes').then(() => link('Заметки').focus()),
      keys: ['ctrl+k'],
      words: /Поиск|Найти/,
    },
    {
      what: 'the question before a note goes',
      arrange: () =>
        page.keyboard.press('Escape').then(() => page.getByRole('button', { name: 'Удалить' }).first().focus()),
      keys: ['Return'],
      words: /Удалить заметку/,
    },
    {
      what: 'whose button a note’s is',
      arrange: () =>
        page.keyboard.press('Escape').then(() => page.getByRole('button', { name: 'Поделиться' }).nth(1).focus()),
      keys: ['shift+Tab', 'Tab'],
      words: /Поделиться[\s\S]*«?[А-ЯЁ]/,
    },
    {
      what: 'a day of the month and its sessions',
      arrange: () =>
        page
          .goto('/dashboard/calendar?view=month')
          .then(() => page.getByRole('grid').getByRole('button').first().focus()),
      // By Tab Orca comes to let the arrows through to the grid.
      keys: ['shift+Tab', 'Tab', 'Right', 'Right'],
      words: /сесси(й|я|и)/,
    },
    {
      what: 'a month by its name',
      keys: ['Next'],
      words: /январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр/i,
    },
  ];
}

export async function secondFactor(page: Page, { elena }: Demo): Promise<Step[]> {
  const dialog = page.getByRole('dialog');
  const password = dialog.getByLabel('Пароль', { exact: true });
  await page.goto('/dashboard/profile?section=access');
  return [
    {
      what: 'the dialog of the second factor',
      arrange: () => page.getByRole('button', { name: 'Включить', exact: true }).focus(),
      keys: ['Return'],
      words: /Пароль/,
    },
    {
      what: 'a wrong password in it',
      arrange: () => password.fill('a wrong one'),
      keys: ['Return'],
      words: /Неверный пароль/,
    },
    {
      what: 'its second step',
      arrange: () => password.fill(elena.password),
      keys: ['Return'],
      words: /Код из приложения|QR/,
    },
    {
      what: 'a wrong code',
      arrange: () => dialog.getByLabel('Код из приложения', { exact: true }).fill('000000'),
      keys: ['Return'],
      words: /Неверный код/,
    },
  ];
}
