import type { BrowserContext, Page } from 'playwright';
import type { Screen } from '#bench/web/screens.ts';
import { Traffic } from '#bench/web/traffic.ts';

type Walk = (page: Page) => Promise<void>;

/** What a person does on a screen, each step waited for. */
const WALKS: Record<string, Walk> = {
  'public page': async (page) => {
    // At the end of a month there are no two days left in it.
    await page.getByRole('button', { name: 'Следующий месяц' }).click();
    const days = page.getByRole('button', { name: /, есть свободное время/ });
    await days.nth(1).click();
    await page.locator('[data-times] button').first().click();
    await days.nth(2).click();
    await page.locator('[data-times] button').nth(1).click();
    await page.getByRole('button', { name: 'Предыдущий месяц' }).click();
    await type(page, page.getByLabel('Имя'), 'Ольга');
    await type(page, page.getByLabel('Телефон'), '9161234567');
  },
  clients: async (page) => {
    await type(page, page.getByRole('main').getByRole('searchbox'), 'олег см');
    await page.keyboard.press('Escape');
    await listed(page);
    await cards(page).first().getByRole('button').click();
    await closeDialog(page);
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await type(page, page.getByRole('dialog').getByLabel('Имя'), 'Ольга');
    await page.getByRole('button', { name: 'Отмена' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Поиск', exact: false }).first().click();
    await type(page, page.getByRole('combobox', { name: 'Поиск' }), 'олег');
    await closeDialog(page);
  },
  sessions: async (page) => {
    await type(page, page.getByRole('main').getByRole('searchbox'), 'олег см');
    await page.keyboard.press('Escape');
    await listed(page);
    await cards(page).first().getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Изменить', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Далее' }).click();
    await closeDialog(page);
    await page.getByRole('link', { name: 'Клиенты' }).click();
    await listed(page);
    await page.getByRole('link', { name: 'Сессии' }).click();
    await listed(page);
  },
  calendar: async (page) => {
    const main = page.getByRole('main');
    for (const view of ['Месяц', 'День', 'Неделя']) {
      await main.getByRole('radio', { name: view, exact: true }).check();
      await drawn(page);
    }
    for (const name of [/^Следующ/, /^Предыдущ/, /^Сегодня$/]) {
      await main.getByRole('button', { name }).click();
      await drawn(page);
    }
    await settled(page);
    await main
      .getByRole('button', { name: /\d{2}:\d{2}/ })
      .first()
      .click();
    await closeDialog(page);
  },
};

/** The milliseconds from each press or key on a screen to the next paint, on a slow machine with everything loaded. */
export async function interact(person: BrowserContext, screen: Screen, link: string, cpu: number): Promise<number[]> {
  const page = await person.newPage();
  await page.setViewportSize(screen.viewport);
  const traffic = await Traffic.of(page);
  await page.addInitScript(watchInteractions);
  await page.goto(screen.path(link));
  await screen.shown(page);
  await traffic.quiet();
  await traffic.line.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await WALKS[screen.name]?.(page);
  await traffic.quiet();
  return page.evaluate(() => {
    // Quicker ones than the browser reports are no slower than this.
    const unreported = Math.max(0, window.interactions.count() - window.interactions.slow.size);
    return [...window.interactions.slow.values(), ...Array.from({ length: unreported }, () => 16)];
  });
}

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');

async function listed(page: Page): Promise<void> {
  await cards(page).first().waitFor();
  await settled(page);
}

/** Until nothing is being read any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'));
}

/** Until the page has nothing left to draw: a person presses again where they see what they asked for. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let idle = false;
        requestIdleCallback(() => (idle = true));
        // Where no frame follows, Chromium can leave a page without idle time for ever.
        const frame = (): void => void (idle ? resolve() : requestAnimationFrame(frame));
        frame();
      }),
  );
}

async function type(page: Page, field: ReturnType<Page['locator']>, text: string): Promise<void> {
  await field.click();
  await page.keyboard.type(text, { delay: 120 });
  await settled(page);
}

async function closeDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('heading').or(page.getByRole('option')).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

declare global {
  interface Window {
    interactions: { slow: Map<number, number>; count: () => number };
  }
}

/** Runs in the page. Of the events that make up one press or key, the longest counts. */
function watchInteractions(): void {
  const slow = new Map<number, number>();
  const options = { type: 'event', buffered: true, durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const { interactionId = 0, duration } of list.getEntries() as (PerformanceEntry & {
      interactionId?: number;
    })[]) {
      if (interactionId > 0) slow.set(interactionId, Math.max(slow.get(interactionId) ?? 0, duration));
    }
  }).observe(options);
  const counted: { interactionCount?: number } = performance;
  window.interactions = { slow, count: () => counted.interactionCount ?? 0 };
}
