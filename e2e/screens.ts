import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { DESKTOP, Kabinet, PHONE } from '#e2e/kabinet.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';

/**
 * Takes the reference screenshots of every screen on the demo practice: `npm run screens -- [folder] [light|dark|forced]`.
 * A person checks them before a change of the look lands; the README shows one of them.
 */
const [folder = join(import.meta.dirname, '../docs/screens'), scheme = 'light'] = process.argv.slice(2);
const look = {
  colorScheme: scheme === 'dark' ? 'dark' : 'light',
  forcedColors: scheme === 'forced' ? 'active' : 'none',
} as const;

type Shot = { name: string; open: (page: Page) => Promise<unknown> };

const shots: readonly Shot[] = [
  { name: 'landing-signed-in', open: (page) => page.goto('/') },
  { name: 'clients', open: (page) => page.goto('/dashboard') },
  {
    name: 'client-details',
    open: async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: /Ковальчук/ }).click();
      await page.getByRole('dialog').getByText('Описание').waitFor();
    },
  },
  { name: 'client-page', open: openClientPage },
  {
    name: 'client-page-data',
    open: async (page) => {
      await openClientPage(page);
      await page.getByRole('link', { name: 'Данные' }).click();
      await page.getByText('Дата регистрации').waitFor();
    },
  },
  {
    name: 'client-form',
    open: async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Добавить клиента' }).click();
    },
  },
  { name: 'sessions', open: (page) => page.goto('/dashboard/sessions') },
  {
    name: 'session',
    open: async (page) => {
      await page.goto('/dashboard/sessions');
      await page
        .getByRole('button', { name: /Состоялась/ })
        .last()
        .click();
      await page.getByRole('button', { name: 'Изменить', exact: true }).waitFor();
    },
  },
  {
    name: 'session-writing',
    open: async (page) => {
      await page.getByRole('button', { name: 'Изменить записи' }).click();
      await page.getByLabel('Мысли о сессии').waitFor();
    },
  },
  { name: 'client-picker', open: (page) => page.goto('/dashboard/sessions/new') },
  {
    name: 'session-form',
    open: async (page) => {
      await page.goto('/dashboard/sessions/new');
      await page.getByRole('link', { name: /Ковальчук/ }).click();
      await page.getByText('Шаг 1: Информация').waitFor();
    },
  },
  { name: 'online-booking', open: (page) => page.goto('/dashboard/online-booking') },
  {
    name: 'money',
    open: async (page) => {
      await page.goto('/dashboard/money');
      await page.getByRole('table', { name: 'Встречи' }).waitFor();
    },
  },
  { name: 'availability', open: (page) => page.goto('/dashboard/availability-settings') },
  { name: 'calendar', open: (page) => page.goto('/dashboard/calendar') },
  { name: 'calendar-week', open: (page) => page.goto('/dashboard/calendar?view=week') },
  { name: 'notes', open: (page) => page.goto('/dashboard/notes') },
  { name: 'journal', open: (page) => page.goto('/dashboard/profile/journal') },
  { name: 'profile', open: (page) => page.goto('/dashboard/profile') },
  { name: 'profile-templates', open: (page) => page.goto('/dashboard/profile?section=templates') },
  { name: 'profile-money', open: (page) => page.goto('/dashboard/profile?section=money') },
  { name: 'profile-letters', open: (page) => page.goto('/dashboard/profile?section=letters') },
  { name: 'profile-consent', open: (page) => page.goto('/dashboard/profile?section=consent') },
  { name: 'profile-access', open: (page) => page.goto('/dashboard/profile?section=access') },
  { name: 'profile-records', open: (page) => page.goto('/dashboard/profile?section=records') },
  { name: 'profile-data', open: (page) => page.goto('/dashboard/profile?section=data') },
];

const kabinet = await Kabinet.start('demo/demo.ts');
try {
  await mkdir(folder, { recursive: true });
  for (const viewport of [DESKTOP, PHONE]) {
    const person = await kabinet.person({ viewport, ...look });
    const page = await person.newPage();
    const take = async ({ name, open }: Shot) => {
      await open(page);
      await page.waitForLoadState('networkidle').catch(() => undefined);
      await page.waitForFunction(() => !/Загрузка/.test(document.body.innerText));
      // Dialogs and the lamp come in.
      await page.waitForTimeout(500);
      const suffix = scheme === 'light' ? '' : `-${scheme}`;
      await page.screenshot({ path: join(folder, `${name}-${viewport.width}${suffix}.png`) });
    };
    await take({ name: 'landing', open: () => page.goto('/') });
    await take({ name: 'sign-in', open: () => page.goto('/auth') });
    await page.getByLabel('Email').fill(DEMO_PRACTITIONER.email);
    await page.getByLabel('Пароль', { exact: true }).fill(kabinet.demoPassword);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.waitForURL('/');
    for (const shot of shots) {
      await take(shot).catch((error: unknown) => {
        process.stderr.write(`${shot.name}: ${error instanceof Error ? error.message : 'failed'}\n`);
        process.exitCode = 1;
      });
    }
    const link = await bookingLink(page);
    await take({ name: 'public', open: () => page.goto(link) });
    await take({ name: 'public-not-found', open: () => page.goto('/booking/nobody') });
    await person.close();
  }
} finally {
  await kabinet.stop();
}

async function openClientPage(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /Ковальчук/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Открыть карту' }).click();
  await page.getByRole('article').first().waitFor();
}

async function bookingLink(page: Page): Promise<string> {
  await page.goto('/dashboard/online-booking');
  return (await page.getByRole('link', { name: 'Открыть страницу записи' }).getAttribute('href')) ?? '';
}
