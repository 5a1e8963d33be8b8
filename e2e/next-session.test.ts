import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { DESKTOP, onKabinet, practice } from '#e2e/kabinet.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { chooseStatus, edit } from '#e2e/session-form.ts';
import { failureToast } from '#e2e/toast.ts';

const kabinet = onKabinet();

test('the next session is planned, and the last one written down, in few presses', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'next-session');
  const longStep = longSteps(step);
  const client = async (name: string, phone: string) =>
    (await elena.api.collection('clients').create({ user: elena.id, name, phone })).id;
  const anna = await client('Анна Ковальчук', '8 916 204 18 35');
  const pavel = await client('Павел Дёмин', '+7 903 771-40-12');
  const dialog = page.getByRole('dialog');
  const cards = page.getByRole('main').getByRole('button', { name: /\d\d\.\d\d\.\d{4}/ });
  const time = page.getByRole('combobox', { name: 'Время' });
  const duration = page.getByLabel('Продолжительность');

  const session = { user: elena.id, client: anna, duration: 60, status: 'scheduled' };
  const { id } = await elena.api.collection('sessions').create({ ...session, date: moscow(`${inDays(-6)}T11:00`) });
  const repeat = dialog.getByRole('button', { name: 'Повторить через неделю' });

  await step('SESSION-14 a session is repeated a week later by one press, however often it is pressed', async () => {
    const planned = async () => {
      const [from, to] = [inDays(1), inDays(3)].map((day) => moscow(`${day}T00:00`));
      const filter = `client = '${anna}' && date > '${from}' && date < '${to}'`;
      const found = await elena.api.collection('sessions').getFullList({ filter });
      return found.map((one) => [one['date'], one['duration'], one['status']]);
    };
    await page.goto(`/dashboard/sessions?session=${id}`);
    await repeat.dblclick();
    await page.getByText(/^Запланировано на.*, 11:00/).waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Сообщение' }).waitFor();
    await becomes(planned, [[moscow(`${inDays(1)}T11:00`), 60, 'scheduled']]);
    await repeat.click();
    await page.getByText(/^Уже запланировано на.*, 11:00/).waitFor();
    await page.getByRole('button', { name: 'Отменить' }).click();
    await page.getByText('Сессия удалена').last().waitFor();
    await becomes(planned, []);
    await elena.api
      .collection('sessions')
      .create({ ...session, client: pavel, date: moscow(`${inDays(1)}T10:30`), duration: 90 });
  });

  await step('SESSION-17 a taken hour is asked about: three free ones of its day, or that one on purpose', async () => {
    const starts = async () => {
      const filter = `client = '${anna}' && date > '${moscow(`${inDays(1)}T00:00`)}' && date < '${moscow(`${inDays(2)}T00:00`)}'`;
      const found = await elena.api.collection('sessions').getFullList({ filter });
      return found.map((one) => one['date']);
    };
    await repeat.click();
    await dialog.getByRole('heading', { name: '11:00 занято' }).waitFor();
    await dialog.getByText('Сессия: Павел Дёмин, 10:30–12:00').waitFor();
    const offered = dialog.getByRole('group', { name: /^Свободно/ }).getByRole('button');
    await becomes(() => offered.allTextContents(), ['09:00', '12:00', '13:00']);
    assert.deepEqual(await starts(), [], 'nothing is planned unasked');
    await page.keyboard.press('Escape');
    await dialog.getByRole('heading', { name: 'Анна Ковальчук' }).waitFor();
    assert.deepEqual(await starts(), []);
    await repeat.click();
    await offered.getByText('12:00').dblclick();
    await page.getByText(/^Запланировано на.*, 12:00/).waitFor();
    await becomes(starts, [moscow(`${inDays(1)}T12:00`)]);
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click();
    await becomes(starts, []);
    await repeat.click();
    await dialog.getByRole('button', { name: 'Всё равно 11:00' }).click();
    await page
      .getByText(/^Запланировано на.*, 11:00/)
      .last()
      .waitFor();
    await becomes(starts, [moscow(`${inDays(1)}T11:00`)]);
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click();
    await becomes(starts, []);
  });

  await step('SESSION-14 «Как обычно» is a week after the newest session, as long as that one', async () => {
    // «Как обычно» goes on from the client's newest session.
    const date = moscow(`${inDays(12)}T11:00`);
    await elena.api.collection('sessions').create({ ...session, date, duration: 50 });
    await elena.api
      .collection('sessions')
      .create({ ...session, date: moscow(`${inDays(20)}T11:00`), status: 'canceled' });
    const usual = page.getByRole('button', { name: /^Как обычно: .*, 11:00$/ });
    await page.goto(`/dashboard/sessions/new/${anna}`);
    await usual.click();
    await becomes(() => page.getByLabel('Дата').inputValue(), shown(inDays(19)));
    await becomes(() => time.inputValue(), '11:00');
    await becomes(() => duration.inputValue(), '50');
    await becomes(() => usual.getAttribute('aria-pressed'), 'true');
  });

  await longStep('SESSION-14 a session that has not begun is asked about before it is marked as done', async () => {
    await assertFits(page);
    await chooseStatus(page, 'Состоялась');
    await page.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByText('Сессия ещё не началась').waitFor();
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    await page.getByText('Шаг 1: Информация').waitFor();
    await page.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByText('Сессия ещё не началась').waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Шаг 1: Информация').waitFor();
    await page.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByRole('button', { name: 'Отметить' }).click();
    await page.getByLabel('Новости клиента').waitFor();
    // During a save Back does nothing.
    const held: Route[] = [];
    const writes = '**/api/collections/sessions/records';
    await page.route(writes, (route) => void held.push(route));
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await becomes(async () => held.length, 1);
    await page.goBack();
    await becomes(async () => new URL(page.url()).pathname, `/dashboard/sessions/new/${anna}`);
    await held[0]?.abort();
    await failureToast(page, 'Ошибка при создании сессии').waitFor();
    await page.unroute(writes);
    await page.getByRole('heading', { name: 'Детали сессии' }).waitFor();
  });

  await step('SESSION-04 the dialog fits the narrowest phones, and its statuses their buttons', async () => {
    await page.goto(`/dashboard/sessions?session=${id}`);
    await repeat.waitFor();
    await assertFits(page);
    await edit(dialog);
    await assertFits(page);
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    await page.goto(`/dashboard/sessions?session=${id}`);
  });

  await step('SESSION-15 the dialog leads to the client, calls them, and opens the texts by one press', async () => {
    const name = dialog.getByRole('link', { name: 'Анна Ковальчук' });
    assert.equal(await name.getAttribute('href'), `/dashboard/clients/${anna}`);
    assert.equal(await dialog.getByRole('link', { name: /204-18-35/ }).getAttribute('href'), 'tel:+79162041835');
    await dialog.getByRole('button', { name: 'Записать' }).click();
    const news = dialog.getByLabel('Новости клиента');
    await news.and(page.locator(':focus')).waitFor();
    await page.goBack();
    await dialog.getByRole('button', { name: 'Записать' }).click();
    await news.and(page.locator(':focus')).waitFor();
    // «Состоялась», which was chosen by the button, is nothing that was typed.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await cards.filter({ hasText: `${shown(inDays(-6))} 11:00` }).click();
    await dialog.getByText('Запланирована', { exact: true }).waitFor();
    await edit(dialog);
    await becomes(() => dialog.getByRole('radio', { name: 'Запланирована' }).isChecked(), true);
    const { searchParams } = new URL(page.url());
    await page.goto(`/dashboard/sessions?session=${searchParams.get('session')}&write=1`);
    await news.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Выспалась.');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Сессия обновлена').last().waitFor();
    await page.waitForURL('/dashboard/sessions');
    const [written] = await elena.api.collection('sessions').getFullList({ filter: "news ~ 'Выспалась'" });
    assert.equal(written?.['status'], 'completed');
  });

  await step('SESSION-10 a session that took place today is offered no free hour', async () => {
    const { id: held } = await elena.api
      .collection('sessions')
      .create({ ...session, date: moscow(`${inDays(0)}T00:00`), duration: 15, status: 'completed' });
    await page.goto(`/dashboard/sessions?session=${held}`);
    await edit(dialog);
    await dialog.getByRole('group', { name: 'Статус' }).waitFor();
    assert.equal(await dialog.getByRole('group', { name: /^Свободно/ }).count(), 0);
  });
});

/** Nothing scrolls sideways, and no status or time is cut, down to 320 px: 400 % of 1280. */
async function assertFits(page: Page): Promise<void> {
  for (const width of [390, 360, 344, 320]) {
    await page.setViewportSize({ width, height: 640 });
    const cut = () =>
      page.evaluate(() => [
        ...[...document.querySelectorAll('[role=group] label, [aria-haspopup=listbox]')]
          .filter((one) => one.scrollWidth > one.clientWidth)
          .map((one) => one.textContent || Reflect.get(one, 'value')),
        document.documentElement.scrollWidth - innerWidth,
      ]);
    await becomes(cut, [0]);
  }
  await page.setViewportSize(DESKTOP);
}
