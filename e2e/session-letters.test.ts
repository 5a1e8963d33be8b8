import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet, type Practitioner } from '#e2e/kabinet.ts';
import { inDays, moscow, shown } from '#e2e/dates.ts';
import { lead } from '#e2e/lead.ts';
import { DAY, lettersPractice, linkTo, session, tokenIn } from '#e2e/letters-practice.ts';
import { longLook, longSteps } from '#e2e/long-steps.ts';
import { chooseStatus, edit, pressMore } from '#e2e/session-form.ts';
import { passingToast } from '#e2e/passing-toast.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);
const MOMENT = /\d\d\.\d\d\.\d{4} \d\d:\d\d/;

test('a practitioner sees what their client got and did', async (t) => {
  const opened = await lettersPractice(t, kabinet, 'session-letters', '10:00');
  const { elena, page, step, dialog, open, visit, pavel, annas, pavels, toast, message, copied } = opened;
  const letters = dialog.getByRole('region', { name: 'Письма клиенту' }).getByRole('listitem');
  const longStep = longSteps(opened.step);
  /** Leads to a session's dialog, which differs from the one before. */
  const leadTo = async (id: string, who: string) => {
    await lead(page, `/dashboard/sessions?session=${id}`);
    await dialog.getByRole('heading', { name: who }).waitFor();
  };
  let token = '';

  await step('LETTER-07 the dialog shows what was sent and what waits, as it happens', async () => {
    await open(annas, 'Анна Ковальчук');
    await letters.filter({ hasText: /^Письмо о\sзаписи: ждёт/ }).waitFor();
    // As after two minutes.
    server.change("update letters set not_before = created where kind = 'session-planned' and state = 'due'");
    await letters.filter({ hasText: /^Письмо о\sзаписи: положено в\sпапку, почтовый сервер не\sнастроен$/ }).waitFor();
    await letters.getByText(`Напоминание: ждёт ${shown(inDays(4))} 10:00`).waitFor();
    assert.doesNotMatch(await dialog.innerText(), /доставлен/i);
    await elena.api.collection('sessions').update(annas, { date: moscow(`${DAY}T11:00`) });
    await letters.filter({ hasText: /^Письмо о\sпереносе: ждёт/ }).waitFor();
    await letters.getByText(`Напоминание: ждёт ${shown(inDays(4))} 11:00`).waitFor();
    assert.equal(await letters.getByText(/^Напоминание/).count(), 1, 'the replaced reminder is left out');
  });

  await longStep(
    'LETTER-07 the dialog shows what the mail server took and refused, and who gets no letters',
    async () => {
      server.change("update letters set reason = '' where kind = 'session-planned'");
      await open(annas, 'Анна Ковальчук');
      await letters.filter({ hasText: /^Письмо о\sзаписи: принято почтовым сервером/ }).waitFor();
      await letters.filter({ hasText: MOMENT }).nth(1).waitFor();
      server.change("update letters set state = 'failed', reason = 'RCPT TO 550' where kind = 'session-moved'");
      server.breakTable('letters');
      await open(annas, 'Анна Ковальчук');
      await dialog
        .getByRole('alert')
        .getByText(/^Не\sудалось узнать, какие письма отправлены/)
        .waitFor();
      server.mend();
      await dialog.getByRole('button', { name: 'Повторить', exact: true }).click();
      await letters.filter({ hasText: /^Письмо о\sпереносе: не\sотправлено: адрес отвергнут$/ }).waitFor();
      await open(pavels, 'Павел Дёмин');
      await message.waitFor();
      await dialog.getByText('Загрузка писем').waitFor({ state: 'detached' });
      await becomes(() => letters.count(), 0);
      server.change("update clients set letters_off = 'stopped', reminders = 'none' where email = ''");
      await open(pavels, 'Павел Дёмин');
      const region = dialog.getByRole('region', { name: 'Письма клиенту' });
      await region.getByText(/^Клиенту письма не\sуходят: клиент отказался от\sписем, сообщите ему сами$/).waitFor();
      await becomes(() => letters.count(), 0);
    },
  );

  await step('VISIT-04 the link is copied, or shown where the browser refuses', async () => {
    await leadTo(pavels, 'Павел Дёмин');
    await pressMore(dialog, 'Ссылка для клиента');
    await toast
      .filter({ hasText: 'Ссылка скопирована' })
      .getByText(/^Павел Дёмин, [а-я]+, \d+\s[а-я]+, 15:00$/)
      .waitFor();
    token = tokenIn(await copied());
    const { status, start } = await visit('', { token });
    assert.deepEqual([status, start], ['planned', `${DAY}T12:00:00Z`]);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
    await pressMore(dialog, 'Ссылка для клиента');
    const byHand = page.getByRole('dialog', { name: /^Не\sудалось скопировать ссылку$/ });
    const field = byHand.getByLabel('Скопируйте отсюда');
    await field.waitFor();
    assert.notEqual(tokenIn(await field.inputValue()), token);
    await becomes(() => page.evaluate(() => getSelection()?.toString()), await field.inputValue());
    await page.keyboard.press('Escape');
    await byHand.waitFor({ state: 'detached' });
    assert.deepEqual(await longLook(page, 'session'), []);
  });

  await step('VISIT-04 links are revoked after a question that names the session', async () => {
    await pressMore(dialog, 'Отозвать ссылку');
    await dialog.getByText(/Павел Дёмин, [а-я]+, \d+\s[а-я]+, 15:00\. Все ссылки/).waitFor();
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    await dialog.getByRole('button', { name: 'Ещё' }).and(page.locator(':focus')).waitFor();
    assert.equal((await visit('', { token })).status, 'planned');
    await pressMore(dialog, 'Отозвать ссылку');
    await dialog.getByRole('button', { name: 'Отозвать', exact: true }).click();
    await toast.getByText('Ссылка отозвана').waitFor();
    await assert.rejects(visit('', { token }), { status: 404 });
    await dialog.getByRole('button', { name: 'Ещё' }).click();
    await dialog.getByRole('button', { name: 'Ссылка для клиента' }).waitFor();
    await becomes(() => dialog.getByRole('button', { name: 'Отозвать ссылку' }).count(), 0);
    // Esc folds up the items alone.
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Ещё', expanded: false }).and(page.locator(':focus')).waitFor();
  });

  await step('LETTER-02 that a letter goes is said before a session is moved or cancelled in its dialog', async () => {
    await leadTo(annas, 'Анна Ковальчук');
    await edit(dialog);
    await dialog.getByRole('combobox', { name: 'Время' }).click();
    await page.getByRole('option', { name: '17:00' }).click();
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByText(/^Клиенту уйдёт письмо о\sновом времени: anna@example\.org$/).waitFor();
    await dialog.getByRole('button', { name: 'Назад' }).click();
    await chooseStatus(dialog, 'Отмена');
    await dialog.getByRole('button', { name: 'Далее' }).click();
    await dialog.getByText(/^Клиенту уйдёт письмо об\sотмене: anna@example\.org$/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Уйти' }).click();
    await dialog.waitFor({ state: 'detached' });
    await leadTo(pavels, 'Павел Дёмин');
  });

  await step('SESSION-03 the question before a deletion names the client and the time', async () => {
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await dialog.getByText(/^Павел Дёмин, [а-я]+, \d+\s[а-я]+, 15:00\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    await dialog.getByRole('heading', { name: 'Павел Дёмин' }).waitFor();
  });

  await step('VISIT-03 a move and a cancellation by the client are told where a screen is open', async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    token = tokenIn(await linkTo(elena, pavels));
    const start = `${DAY}T13:00:00Z`;
    const where = `Павел Дёмин, теперь ${shown(DAY)} 16:00, было ${shown(DAY)} 15:00`;
    const moved = passingToast(page, 'Клиент перенёс сессию', where);
    await visit('/move', { token, seen: `${DAY}T12:00:00Z`, start });
    await moved;
    await leadTo(pavels, 'Павел Дёмин');
    await dialog.getByText(/^Перенёс клиент, \d\d\.\d\d\.\d{4} \d\d:\d\d\.$/).waitFor();
    const cancelled = passingToast(page, 'Клиент отменил сессию', `Павел Дёмин, ${shown(DAY)} 16:00`);
    await visit('/cancel', { token, seen: start });
    await cancelled;
    await dialog.getByText(/Отменил клиент, \d\d\.\d\d\.\d{4} \d\d:\d\d\.$/).waitFor();
    await dialog.getByText('Отмена', { exact: true }).waitFor();
    await message.waitFor({ state: 'detached' });
  });

  await longStep('VISIT-03 a late cancellation is called one', async () => {
    await elena.api.collection('profiles').update(await profileOf(elena), { late_cancel: 'note' });
    const soon = Temporal.Now.instant().add({ hours: 3 }).round('minute');
    const id = await session(elena, pavel, soon.toString({ smallestUnit: 'millisecond' }).replace('T', ' '));
    await open(id, 'Павел Дёмин');
    await visit('/cancel', { token: tokenIn(await linkTo(elena, id)), seen: soon.toString() });
    await toast
      .filter({ hasText: 'Поздняя отмена' })
      .getByText(/^Павел Дёмин, /)
      .waitFor();
    await dialog.getByText(/^Поздняя отмена: отменил клиент, /).waitFor();
  });

  await step('VISIT-03 SESSION-18 a client who did not come is marked so, and the mark is taken back', async () => {
    const id = await session(elena, pavel, moscow(`${inDays(-2)}T10:00`));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const waiting = page.getByRole('region', { name: 'Ждут отметки' });
    await waiting.getByRole('button').first().click();
    const missed = waiting.getByRole('button', { name: 'Неявка' });
    const outcome = async () => (await elena.api.collection('sessions').getOne(id))['outcome'];
    await missed.click();
    await toast.getByText(/^Неявка: 10:00, Павел Дёмин/).waitFor();
    await becomes(outcome, 'no_show');
    await page.getByRole('button', { name: 'Вернуть' }).click();
    await becomes(outcome, '');
    await leadTo(id, 'Павел Дёмин');
    await dialog.getByRole('button', { name: 'Неявка' }).click();
    await becomes(outcome, 'no_show');
    await dialog.getByText(/^Неявка\.$/).waitFor();
    await becomes(() => message.count(), 0);
    // In words on each screen, on the phone too, where other statuses are signs.
    await page.keyboard.press('Escape');
    const date = shown(inDays(-2));
    await page.getByRole('button', { name: new RegExp(`${date} 10:00.*Неявка`) }).waitFor();
    await lead(page, `/dashboard?client=${pavel}`);
    await dialog.getByRole('link', { name: new RegExp(`${date} 10:00.*Неявка`) }).waitFor();
    await lead(page, `/dashboard/calendar?view=day&date=${inDays(-2)}`);
    await page.getByRole('button', { name: /^10:00 Павел Дёмин, .*Неявка/ }).waitFor();
    await page.getByText('1 неявка').first().waitFor();
  });

  await step('VISIT-04 a withdrawn request is no rejected one', async () => {
    const visitor = { name: 'Олег Журавлёв', phone: '+7 921 640-02-77', email: 'oleg@example.org' };
    await kabinet.ask(elena.link, `${DAY}T12:00`, visitor);
    const link = /http\S+\/visit#token=\S+/.exec(await kabinet.letterText('oleg@example.org', /Заявка получена/))?.[0];
    await visit('/cancel', { token: tokenIn(link ?? ''), seen: `${DAY}T09:00:00Z` });
    await lead(page, '/dashboard/online-booking');
    await page.getByRole('listitem').filter({ hasText: 'Олег Журавлёв' }).getByText('Отозвана посетителем').waitFor();
    assert.equal(await page.getByText('Отклонена').count(), 0);
  });

  await step('LETTER-02 SESSION-17 one client with two addresses is written to as one', async () => {
    const visitor = { name: 'Инна Белая', phone: '+7 921 640-02-83', email: 'inna@example.org' };
    const request = await kabinet.ask(elena.link, `${DAY}T14:00`, visitor);
    // Its answer goes to the address of the request, all else to the client's.
    const made = await elena.api.send(`/api/booking/${request}/approve`, { method: 'POST', body: {} });
    await elena.api.collection('clients').update(made.client.id, { email: 'inna@example.com' });
    await leadTo(made.session.id, 'Инна Белая');
    await dialog
      .getByText(/^При повторе и\sотмене клиенту уйдёт письмо: inna@example\.com, inna@example\.org$/)
      .waitFor();
    await dialog.getByRole('switch', { name: 'Не писать клиенту', exact: true }).waitFor();
  });
});

async function profileOf({ api, id }: Practitioner): Promise<string> {
  return (await api.collection('profiles').getFirstListItem(api.filter('user = {:id}', { id }))).id;
}
