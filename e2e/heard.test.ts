import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { DAY, furnish } from '#e2e/calendar-practice.ts';
import { inDays, shown } from '#e2e/dates.ts';
import { descriptionOf, heardFindings, listen, untilHeard } from '#e2e/heard.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { addSeries } from '#e2e/series-practice.ts';
import { toast } from '#e2e/toast.ts';

const kabinet = onKabinet();

const AHEAD = inDays(8);
const DAY_AHEAD = Temporal.PlainDate.from(AHEAD);
const inWords = (parts: Intl.DateTimeFormatOptions) => DAY_AHEAD.toLocaleString('ru', parts);

test('what a screen changes beside the focus is heard', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'heard');
  const ear = await listen(page);
  const dialog = page.getByRole('dialog');
  const focused = page.locator(':focus');
  const press = async (name: string, where: Page | Locator = page) => {
    await where
      .getByRole('link', { name, exact: true })
      .or(where.getByRole('button', { name, exact: true }))
      .focus();
    await page.keyboard.press('Enter');
  };
  const [id = ''] = await furnish(elena, [
    ...DAY,
    { at: '2026-11-18T11:00', client: 0, status: 'canceled' },
    { at: '2026-11-20T10:00', client: 0, status: 'canceled' },
    { at: `${AHEAD}T15:00`, client: 1 },
  ]);
  const { api } = elena;
  const vera = await api.collection('clients').getFirstListItem("name ~ 'Орлова'");
  await addSeries(elena, { client: vera.id, start: `${AHEAD}T10:00`, every_weeks: 1, duration: 60, count: 2 });
  for (let day = 0; day < 7; day += 1) {
    const hours = { user: elena.id, day_of_week: day, start_time: '09:00', end_time: '18:00', is_available: true };
    await api.collection('availability_settings').create(hours);
  }
  await kabinet.ask(elena.link, `${AHEAD}T11:30`, { name: 'Борис', phone: '+7 921 640-02-79' });
  for (const title of ['Первая', 'Вторая']) {
    const note = { user: elena.id, title, content: 'Конспект вебинара о границах.', date: inDays(0) };
    await api.collection('blog_posts').create(note);
  }

  await step('A11Y-02 a new screen and a section of one say their names, which the tab has too', async () => {
    await page.goto('/dashboard');
    await untilHeard(page);
    await press('Сессии');
    await ear.untilSaid('Сессии');
    await page.getByRole('main', { name: 'Сессии' }).waitFor();
    await press('Профиль');
    await ear.untilSaid('Профиль');
    await press('Письма клиентам');
    await ear.untilSaid('Письма клиентам');
    assert.equal(await page.title(), 'Письма клиентам — Кабинет');
    await press('Личные данные');
    await ear.untilSaid('Профиль', 2);
  });

  await step('A11Y-02 what takes the place of a pressed button says where the focus is', async () => {
    await press('Заметки');
    await press('Новая заметка');
    await ear.untilSaid('Новая заметка. Заголовок');
    await press('Клиенты');
  });

  await step('A11Y-02 an error that is there already is heard with each save', async () => {
    await page.getByRole('button', { name: /Орлова/ }).click();
    await dialog.getByRole('button', { name: 'Редактировать' }).click();
    await dialog.getByLabel('Телефон').fill('+7 9');
    await page.keyboard.press('Enter');
    const error = 'Телефон должен содержать минимум 6 символов';
    await ear.untilSaid(error);
    // A press while the form still takes the first one back is none.
    await becomes(async () => {
      await page.keyboard.press('Enter');
      return (await ear.timesSaid(error)) >= 2;
    }, true);
    await dialog.getByRole('button', { name: 'Отмена' }).click();
  });

  await step('A11Y-02 dialogs to read begin with what they are, and the screen behind is out of reach', async () => {
    await page.goto('/dashboard');
    // What has the focus must not go before the dialog has it: a screen reader would take over the dialog unsaid.
    const focusedWhenItGoes = await page.evaluateHandle(() => {
      const gone = Promise.withResolvers<boolean>();
      new MutationObserver(() => gone.resolve(document.activeElement?.closest('[role="dialog"]') !== null)).observe(
        document.getElementById('root') ?? document,
        { attributeFilter: ['inert'] },
      );
      return { gone: gone.promise };
    });
    await page.getByRole('button', { name: /Орлова/ }).click();
    await dialog.getByRole('heading', { name: 'Орлова Вера Павловна' }).and(focused).waitFor();
    assert.ok(await focusedWhenItGoes.evaluate(({ gone }) => gone));
    assert.deepEqual(await heardFindings(page, 'client'), []);
    await page.keyboard.press('Escape');
    // It closes by going back.
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`/dashboard/sessions?session=${id}`);
    await dialog.getByRole('heading', { name: /^Сессия, среда, 18\sноября, 18:00: Дёмин Павел$/ }).waitFor();
    assert.deepEqual(await heardFindings(page, 'session'), []);
  });

  await step('CAL-01 A11Y-02 the month says what is struck through and what a dot means', async () => {
    await page.goto('/dashboard/calendar?view=month&date=2026-11-18');
    const day = page.getByRole('button', { name: /среда, 18 ноября/ });
    const words = /5\sсессий, 1\sотмена.*10:00 Орлова, состоялась.*11:00 Орлова, отмена/;
    await becomes(async () => words.test((await day.textContent()) ?? ''), true);
    await page.getByRole('button', { name: /пятница, 20 ноября, 1\sсессия, 1\sотмена/ }).waitFor();
  });

  await step(
    'A11Y-02 the week is read by the hour, with the day that it is on, and a rule after its session',
    async () => {
      await page.goto(`/dashboard/calendar?view=week&date=${AHEAD}`);
      const list = page.getByRole('list', { name: new RegExp(inWords({ day: 'numeric', month: 'long' })) });
      const entries = list.getByRole('listitem');
      await becomes(
        () => entries.allTextContents().then((all) => all.map((text) => text.slice(0, 5))),
        ['10:00', '11:30', '15:00'],
      );
      const block = list.getByRole('button', {
        name: '10:00 Орлова Вера Павловна, 60 минут, Запланирована',
        exact: true,
      });
      await becomes(
        () => ruleOf(block),
        `${inWords({ weekday: 'long' }).replace(/^./, (letter) => letter.toUpperCase())}, 10:00, раз в\u00A0неделю`,
      );
    },
  );

  await step('A11Y-02 the buttons of each request and note say whose they are', async () => {
    await page.goto('/dashboard/online-booking');
    const reject = page.getByRole('article', { name: 'Заявка: Борис' }).getByRole('button', { name: 'Отклонить' });
    await becomes(() => descriptionOf(reject), `Борис ${shown(AHEAD)} 11:30`);
    assert.deepEqual(await heardFindings(page, 'requests'), []);
    await page.goto('/dashboard/notes');
    const article = page.getByRole('article', { name: 'Вторая' });
    await becomes(() => descriptionOf(article.getByRole('button', { name: 'Удалить' })), 'Вторая');
    assert.deepEqual(await heardFindings(page, 'notes'), []);
  });

  await step('A11Y-02 an undo says its key, which works wherever nothing is typed', async () => {
    await page.goto('/dashboard/online-booking');
    await untilHeard(page);
    await press('Отклонить', page.getByRole('article', { name: 'Заявка: Борис' }));
    await ear.untilSaid('Заявка отклонена Вернуть . Вернуть: Ctrl Z');
    await page.getByRole('button', { name: 'Поиск' }).click();
    await page.getByRole('combobox').and(focused).press('Control+KeyZ');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await toast(page, 'Заявка отклонена').count(), 1, 'a key in a field is its own');
    await page.keyboard.press('Control+KeyZ');
    await page.getByRole('article', { name: 'Заявка: Борис' }).waitFor();
    await toast(page, 'Заявка отклонена').waitFor({ state: 'detached' });
  });

  await step('A11Y-02 the words of a switch are read once', async () => {
    await page.getByRole('switch', { name: 'Приём заявок', exact: true }).waitFor();
  });
});

/** What a block says after its name. */
function ruleOf(block: Locator): Promise<string | null> {
  return block.evaluate(
    (one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.ariaLabel ?? null,
  );
}
