import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { lead } from '#e2e/lead.ts';
import { DAY, lettersPractice, session } from '#e2e/letters-practice.ts';
import { longLook } from '#e2e/long-steps.ts';
import { edit, pressMore } from '#e2e/session-form.ts';
import { toast as toastOf } from '#e2e/toast.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);
const TO = 'anna@example.org';

/** What this page has asked the server to change since it was last asked: 'PATCH sessions', with ' silent' behind. */
function changesOf(page: Page): () => string[] {
  const made: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.method() === 'GET' || !/^\/api\/(?:collections|series|sessions|booking|batch)/.test(pathname)) return;
    if (/preview$|auth-refresh/.test(pathname)) return;
    const what = pathname.replace('/api/', '').replace(/^collections\/(\w+)\/records.*/, '$1');
    const inside = what === 'batch' && request.postData()?.includes('silent=true');
    const isSilent = searchParams.get('silent') === 'true' || inside;
    made.push(`${request.method()} ${what.replace(/\/[a-z0-9]{15}(?=\/)/, '')}${isSilent ? ' silent' : ''}`);
  });
  return () => made.splice(0).filter((one) => !/journal|drafts/.test(one));
}

test('every press that writes to a client says so, and can be made without a letter', async (t) => {
  const practice = await lettersPractice(t, kabinet, 'silence', '10:00');
  const { elena, page, step, dialog, toast, anna, annas } = practice;
  const { api } = elena;
  const changes = changesOf(page);
  const silence = (place: Locator | Page) => place.getByRole('switch', { name: /^Не\sписать клиент/ });
  const says = (place: Locator | Page, text: RegExp) =>
    place.getByText(new RegExp(`${text.source}anna@example\\.org`)).waitFor();
  const press = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true }).click();
  const statusOf = async (id: string) => (await api.collection('sessions').getOne(id))['status'];
  const leadTo = async (id: string) => {
    await lead(page, `/dashboard/sessions?session=${id}`);
    await dialog.getByRole('heading', { name: 'Анна Ковальчук' }).waitFor();
  };
  /** The one change that a press has made. */
  const made = (change: string) => becomes(async () => changes().join(), change);

  await step(
    'SESSION-17 a session to come is cancelled by two presses, and the undo says that nothing was sent',
    async () => {
      // Told, or there would be nothing to call off.
      server.change("update letters set not_before = created where state = 'due'");
      const told = async () => (await api.collection('letters').getList(1, 1, { filter: "state = 'sent'" })).totalItems;
      await becomes(told, 1);
      await page.goto('/dashboard/sessions');
      const card = page.getByRole('main').getByRole('button', { name: /Анна Ковальчук/ });
      await card.click();
      await says(dialog, /^При повторе и\sотмене клиенту уйдёт письмо: /);
      await dialog.getByRole('button', { name: 'Отменить сессию', description: new RegExp(TO) }).click();
      await dialog.waitFor({ state: 'detached' });
      await toast.getByText('Отменена: 10:00, Анна Ковальчук').waitFor();
      await made('PATCH sessions');
      assert.equal(await statusOf(annas), 'canceled');
      await toast.getByRole('button', { name: 'Вернуть' }).click();
      await toast.getByText(/^Отметка снята: 10:00, Анна Ковальчук\. Клиенту ничего не\sотправлено\.$/).waitFor();
      await made('PATCH sessions');
      assert.equal(await statusOf(annas), 'scheduled');
    },
  );

  await step('SESSION-17 the same without a letter', async () => {
    await leadTo(annas);
    await silence(dialog).check();
    await says(dialog, /^Без\sписьма: /);
    assert.deepEqual(await longLook(page, 'a session without a letter'), []);
    await press('Отменить сессию');
    await toast.getByText('Отменена: 10:00, Анна Ковальчук').waitFor();
    await made('PATCH sessions silent');
    await toast.getByRole('button', { name: 'Вернуть' }).click();
    await toast.getByText(/^Отметка снята: 10:00, Анна Ковальчук$/).waitFor();
    await made('PATCH sessions silent');
  });

  await step(
    'SESSION-17 a session moved in its form goes back, and not over what another window made of it',
    async () => {
      const dateOf = async () => (await api.collection('sessions').getOne(annas))['date'];
      const saved = toastOf(page, 'Сессия обновлена');
      const move = async (time: string) => {
        await leadTo(annas);
        await edit(dialog);
        await dialog.getByRole('combobox', { name: 'Время' }).click();
        await page.getByRole('option', { name: time }).click();
        await press('Далее');
        await press('Сохранить');
        await dialog.waitFor({ state: 'detached' });
        await made('PATCH sessions');
      };
      await move('16:00');
      await saved.getByRole('button', { name: 'Вернуть' }).click();
      await toast.getByText(/^Сессия снова на\sпрежнем месте\. Клиенту ничего не\sотправлено\.$/).waitFor();
      await made('PATCH sessions');
      assert.equal(await dateOf(), moscow(`${DAY}T10:00`));
      const waiting = { filter: "state = 'due' && kind != 'session-reminder'" };
      assert.equal((await api.collection('letters').getList(1, 1, waiting)).totalItems, 0);
      await saved.waitFor({ state: 'detached' });
      await move('16:00');
      await api.collection('sessions').update(annas, { date: moscow(`${DAY}T12:00`) });
      await saved.getByRole('button', { name: 'Вернуть' }).click();
      await toast.getByText(/^Сессию изменили в\sдругом месте$/).waitFor();
      await made('');
      assert.equal(await dateOf(), moscow(`${DAY}T12:00`));
      await api.collection('sessions').update(annas, { date: moscow(`${DAY}T10:00`) });
      await page.goto('/dashboard/sessions');
      await page.getByRole('heading', { name: 'Предстоящие' }).waitFor();
    },
  );

  await step('SESSION-17 a session is changed without a letter', async () => {
    await leadTo(annas);
    await edit(dialog);
    await dialog.getByRole('combobox', { name: 'Время' }).click();
    await page.getByRole('option', { name: '17:00' }).click();
    await press('Далее');
    await says(dialog, /^Клиенту уйдёт письмо о\sновом времени: /);
    await silence(dialog).check();
    await press('Сохранить');
    await dialog.waitFor({ state: 'detached' });
    await made('PATCH sessions silent');
  });

  await step('SESSION-17 VISIT-05 a deleted session comes back as it was, and its client’s link opens it', async () => {
    await api.collection('sessions').update(annas, { description: 'Попросила о другом' }, { query: { silent: true } });
    const { url } = await api.send<{ url: string }>(`/api/sessions/${annas}/visit-link`, { method: 'POST', body: {} });
    const opened = async () => {
      const body = { token: url.slice(url.indexOf('=') + 1) };
      return (await api.send<{ status: string }>('/api/visit', { method: 'POST', body })).status;
    };
    const before = await api.collection('sessions').getOne(annas);
    await leadTo(annas);
    await press('Удалить');
    await dialog.getByText('Вы уверены, что хотите удалить эту сессию?').waitFor();
    await says(dialog, /^Клиенту уйдёт письмо об\sотмене: /);
    await silence(dialog).check();
    await dialog.getByRole('button', { name: 'Удалить' }).last().click();
    await toast.getByText('Сессия удалена').waitFor();
    await made('DELETE sessions silent');
    await assert.rejects(statusOf(annas), { status: 404 });
    await assert.rejects(opened(), { status: 404 });
    await toastOf(page, 'Сессия удалена').getByRole('button', { name: 'Вернуть' }).click();
    await toast.getByText('Сессия возвращена').waitFor();
    const after = await api.collection('sessions').getOne(annas);
    assert.deepEqual({ ...after, updated: before['updated'] }, before);
    assert.equal(await opened(), 'planned');
    await api.collection('sessions').update(annas, { description: '' }, { query: { silent: true } });
    await made('POST sessions/restore silent');
  });

  await step('SESSION-17 a session planned without a letter is taken back without one', async () => {
    await leadTo(annas);
    await silence(dialog).check();
    await press('Повторить через неделю');
    await toast.getByText(/^Запланировано на/).waitFor();
    await made('POST sessions silent');
    await toast.getByRole('button', { name: 'Отменить', exact: true }).click();
    await toast.getByText('Сессия удалена').last().waitFor();
    await made('DELETE sessions silent');
  });

  await step('SESSION-17 after a move in the calendar, the toast takes the letter back', async () => {
    await lead(page, `/dashboard/calendar?view=week&date=${DAY}`);
    // Not the card of the list that is left.
    const block = page.getByRole('table').getByRole('button', { name: /17:00.*Анна Ковальчук/ });
    await block.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await says(toast, /^Сессия перенесена: .*, 17:15\. Клиенту уйдёт письмо о\sновом времени: /);
    await made('PATCH sessions');
    await toast.getByRole('button', { name: /^Не\sписать клиенту$/ }).click();
    await toast.getByText(/^Сессия перенесена: .*, 17:15, без\sписьма/).waitFor();
    await made('PATCH sessions silent');
    assert.equal((await api.collection('sessions').getOne(annas))['date'], moscow(`${DAY}T17:15`));
  });

  await step('SESSION-17 a series is made, changed and ended without a letter', async () => {
    await leadTo(annas);
    await pressMore(dialog, 'Повторять эту сессию');
    await press('Проверить даты');
    await says(dialog, /^Клиенту уйдёт письмо с\sдатами: /);
    await silence(dialog).check();
    await dialog.getByRole('button', { name: /^Создать/ }).click();
    await toast.getByText(/^Серия создана/).waitFor();
    await made('POST series silent');

    await edit(dialog);
    await dialog.getByRole('combobox', { name: 'Время' }).click();
    await page.getByRole('option', { name: '16:00' }).click();
    await press('Далее');
    await press('Сохранить');
    await dialog.getByRole('radio', { name: /^Эту и\sследующие/ }).check();
    await says(dialog, /^Клиенту уйдёт письмо о\sпереносе встреч: /);
    await silence(dialog).check();
    await dialog.getByRole('button', { name: /^Изменить \d+/ }).click();
    await toast.getByText('Серия изменена').waitFor();
    await made('POST series/change silent');

    await leadTo(annas);
    // The question asks about the session as it was shown: of the series before its change nothing is left.
    await dialog.getByText(/16:00/).first().waitFor();
    await press('Удалить');
    await dialog.getByRole('radio', { name: /^Все будущие/ }).check();
    await says(dialog, /^Клиенту уйдёт письмо об\sотмене встреч: /);
    await silence(dialog).check();
    await dialog.getByRole('button', { name: /^Удалить \d+/ }).click();
    await toast.getByText('Серия завершена').waitFor();
    await made('POST series/end silent');
  });

  await step('SESSION-17 what no letter has named is called off without one, and it is said', async () => {
    const untold = /^Письмо не\sуйдёт: клиенту о\sвстрече ещё не\sписали$/;
    const wish = { client: anna, start: `${inDays(30)}T09:00`, every_weeks: 1, count: 4 };
    const { digest } = await api.send<{ digest: string }>('/api/series/preview', { method: 'POST', body: wish });
    await api.send('/api/series', { method: 'POST', body: { ...wish, digest }, query: { silent: true } });
    const filter = `client = "${anna}" && date >= "${inDays(29)} 00:00:00" && series != ""`;
    const { id } = await api.collection('sessions').getFirstListItem(filter, { sort: 'date' });
    await leadTo(id);
    await dialog.getByText(untold).waitFor();
    await pressMore(dialog, /^Завершить серию/);
    const ending = page.getByRole('dialog', { name: 'Завершить серию' });
    await ending.getByText(untold).waitFor();
    assert.equal(await silence(ending).count(), 0);
    await ending.getByRole('button', { name: 'Отмена', exact: true }).click();
    await press('Удалить');
    const question = page.getByRole('dialog', { name: 'Удалить сессию?' });
    await question.getByText(untold).waitFor();
    await page.keyboard.press('Escape');
    // Moved, it is no second meeting.
    await edit(dialog);
    await dialog.getByRole('combobox', { name: 'Время' }).click();
    await page.getByRole('option', { name: '11:00' }).click();
    await press('Далее');
    await says(dialog, /^Клиенту уйдёт письмо о\sновом времени: /);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Уйти без сохранения?' }).getByRole('button', { name: 'Уйти' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  await step('SESSION-17 a vacation cancels without a letter', async () => {
    const from = inDays(40);
    await session(elena, anna, moscow(`${from}T10:00`));
    const noon = await session(elena, anna, moscow(`${from}T12:00`));
    await session(elena, anna, moscow(`${from}T14:00`));
    server.change("update letters set not_before = created where state = 'due'");
    await becomes(
      async () => (await api.collection('letters').getList(1, 1, { filter: "state = 'due'" })).totalItems,
      0,
    );
    // Without the toasts of before, which leave no room.
    await page.goto('/dashboard/availability-settings');
    await page.getByRole('button', { name: 'Добавить дни' }).click();
    await page.getByLabel('Первый день').fill(shown(from));
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await says(dialog, /^Клиенту уйдёт письмо об\sотмене: /);
    changes();
    await silence(dialog).check();
    await dialog.getByRole('button', { name: /^Отменить: .*10:00/ }).click();
    await made('PATCH sessions silent');
    await dialog.getByRole('button', { name: /^Вернуть: .*10:00/ }).waitFor();
    await press('Отменить все');
    await toast.getByText('Отменено: 2 сессии').waitFor();
    await made('POST batch silent');
    // What another window changes meanwhile stays so, and the undo does not count it.
    await api.collection('sessions').update(noon, { status: 'completed' });
    await toast.getByRole('button', { name: 'Вернуть' }).click();
    await toast.getByText(/^Возвращено: 1\sсессия$/).waitFor();
    await toast.getByText('Сессию изменили в другом месте').waitFor();
    await made('POST batch silent,PATCH sessions silent,PATCH sessions silent');
  });

  await step('SESSION-17 a request is answered without a letter', async () => {
    const visitor = { name: 'Олег Журавлёв', phone: '+7 921 640-02-77', email: TO };
    await kabinet.ask(elena.link, `${DAY}T12:00`, visitor);
    await kabinet.ask(elena.link, `${DAY}T13:00`, { ...visitor, name: 'Инна Журавлёва' });
    await page.goto('/dashboard/online-booking');
    changes();
    const card = (name: string) => page.getByRole('article', { name: `Заявка: ${name}` });
    await says(card('Олег Журавлёв'), /^С\sответом клиенту уйдёт письмо: /);
    await silence(card('Олег Журавлёв')).check();
    await card('Олег Журавлёв').getByRole('button', { name: 'Отклонить', exact: true }).click();
    await toast.getByText('Заявка отклонена').waitFor();
    await made('POST booking/reject silent');
    await silence(card('Инна Журавлёва')).check();
    await card('Инна Журавлёва').getByRole('button', { name: 'Подтвердить' }).click();
    await toast.getByText('Заявка подтверждена').waitFor();
    await made('POST booking/approve silent');
  });
});
