import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { agreeToLeave, copies, drafts } from '#e2e/leaving.ts';
import { onKabinet } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { inDays, moscow } from '#e2e/dates.ts';
import { lead } from '#e2e/lead.ts';
import { longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { chooseStatus, edit } from '#e2e/session-form.ts';

const kabinet = onKabinet();

const LONG = 'Отказ пока звучит как оправдание, и это новый шаг после долгого молчания.';

test('nothing typed is lost on the way out', async (t) => {
  const elena = await kabinet.practitioner('ways-out@kabinet.example');
  t.after(() => elena.browser.close());
  const client = await elena.api
    .collection('clients')
    .create({ user: elena.id, name: 'Мария Соловьёва', phone: '+7 925 118-66-07' });
  const session = await elena.api.collection('sessions').create({
    user: elena.id,
    client: client.id,
    date: moscow(`${inDays(-2)}T15:00`),
    duration: 60,
    status: 'completed',
  });
  const page = await elena.browser.newPage();
  const leaving = agreeToLeave(page);
  const step = journey(t, 'state', () => [elena.browser]);
  const longStep = longSteps(step);
  const dialog = page.getByRole('dialog');
  const question = dialog.filter({ hasText: 'Уйти без сохранения?' });
  const kept = page.getByRole('status').filter({ hasText: 'Черновик сохранён' });
  /** The way back in the message about the kept draft. */
  const comeBack = () => kept.getByRole('button', { name: 'Вернуться' }).last().click();
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name });

  await step('NOTE-01 a note is left without a question, and there is a way back to its draft', async () => {
    await page.goto('/dashboard/notes');
    await page.getByRole('link', { name: 'Новая заметка' }).click();
    const text = page.getByLabel('Текст', { exact: true });
    await text.click();
    await page.keyboard.insertText(LONG);
    await menu('Клиенты').click();
    await page.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
    await comeBack();
    await becomes(() => text.inputValue(), LONG);
    assert.match(page.url(), /note=new/);
    await page.reload();
    await becomes(() => text.inputValue(), LONG);
    await page.getByText('Черновик сохранён в').waitFor();
    assert.equal(leaving.asked, 1);
    await page.goBack();
    await page.getByRole('heading', { name: 'Клиенты', level: 1 }).waitFor();
    await kept.waitFor();
    assert.equal(await question.count(), 0);
  });

  await step('CLIENT-04 A11Y-01 Esc leaves a dialog at once, and the form comes back with its text', async () => {
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    const cancel = dialog.getByRole('button', { name: 'Отмена' });
    await dialog.getByLabel('Имя').fill('Анна');
    // Waits until the dialog has come in.
    await cancel.click({ trial: true });
    const place = await cancel.boundingBox();
    await dialog.getByText('Черновик сохранён').waitFor();
    assert.deepEqual(await cancel.boundingBox(), place, 'no button moves when the draft is stored');
    const about = dialog.getByLabel('Описание');
    await about.fill(LONG);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await comeBack();
    await becomes(() => about.inputValue(), LONG);
    await page.reload();
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await becomes(() => about.inputValue(), LONG);
  });

  await step('CLIENT-04 «Отмена» asks before it throws away a long text, and not for a few letters', async () => {
    await press('Отмена');
    await dialog.getByText('Удалить введённое?').waitFor();
    await press('Вернуться к форме');
    await dialog.getByRole('button', { name: 'Отмена' }).and(page.locator(':focus')).click();
    await press('Удалить');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await becomes(() => dialog.getByLabel('Описание').inputValue(), '');
    await dialog.getByLabel('Имя').fill('Пётр');
    await press('Отмена');
    await dialog.waitFor({ state: 'detached' });
  });

  await longStep('CLIENT-04 a form that was left by the way forward opens again', async () => {
    await page.getByRole('button', { name: /Мария Соловьёва/ }).click();
    await dialog.getByRole('heading', { name: 'Мария Соловьёва' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await dialog.getByLabel('Имя').fill('Пётр');
    await page.goForward();
    await dialog.getByRole('heading', { name: 'Мария Соловьёва' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await becomes(() => dialog.getByLabel('Имя').inputValue(), 'Пётр');
    await press('Отмена');
    await dialog.waitFor({ state: 'detached' });
  });

  await step('CLIENT-04 the way back leads from another screen to the form, with what was typed', async () => {
    await page.getByRole('button', { name: 'Добавить клиента' }).click();
    await dialog.getByLabel('Имя').fill('Пётр');
    await page.keyboard.press('Escape');
    await menu('Сессии').click();
    await page.getByRole('heading', { name: 'Сессии', level: 1 }).waitFor();
    await comeBack();
    await becomes(() => dialog.getByLabel('Имя').inputValue(), 'Пётр');
    await press('Отмена');
    await dialog.waitFor({ state: 'detached' });
  });

  await longStep('CLIENT-04 the way back leads from another screen to a client who is being changed', async () => {
    await page.getByRole('button', { name: /Мария Соловьёва/ }).click();
    await press('Редактировать');
    await dialog.getByLabel('Описание').fill('Тревога');
    await page.keyboard.press('Escape');
    await dialog.getByRole('heading', { name: 'Мария Соловьёва' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await menu('Сессии').click();
    await page.getByRole('heading', { name: 'Сессии', level: 1 }).waitFor();
    await comeBack();
    await becomes(() => dialog.getByLabel('Описание').inputValue(), 'Тревога');
    await press('Отмена');
    await dialog.getByRole('heading', { name: 'Мария Соловьёва' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await longStep('SESSION-04 a dialog opened by its link leaves nothing for Back to open again', async () => {
    const tab = await elena.browser.newPage();
    await tab.goto(`/dashboard/sessions?session=${session.id}`);
    await edit(tab.getByRole('dialog'));
    await tab.getByRole('button', { name: 'Далее' }).click();
    await tab.getByLabel('Мысли о сессии').waitFor();
    await tab.goBack();
    await tab.getByRole('button', { name: 'Далее' }).click();
    await tab.getByRole('button', { name: 'Сохранить' }).click();
    await tab.getByRole('dialog').waitFor({ state: 'detached' });
    await becomes(async () => new URL(tab.url()).search, '');
    await tab.goBack();
    await becomes(async () => tab.url(), 'about:blank');
    await tab.close();
  });

  await step('SESSION-04 a session keeps its texts in the dialog', async () => {
    await lead(page, `/dashboard/sessions?session=${session.id}`);
    await edit(dialog);
    await dialog.getByLabel('Продолжительность, мин').fill('90');
    await press('Далее');
    await dialog.getByLabel('Мысли о сессии').fill(LONG);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('paragraph')
      .filter({ hasText: 'Тексты остались черновиком' })
      .getByRole('button', { name: 'Вернуться' })
      .click();
    await becomes(() => dialog.getByLabel('Мысли о сессии').inputValue(), LONG);
    await press('Назад');
    await becomes(() => dialog.getByLabel('Продолжительность, мин').inputValue(), '60');
    // What is kept nowhere is asked about.
    await dialog.getByLabel('Продолжительность, мин').fill('50');
    await press('Далее');
    await dialog.getByLabel('Мысли о сессии').fill('');
    await page.keyboard.press('Escape');
    await question.getByText('Изменения не сохранятся.').waitFor();
    await dialog.getByRole('button', { name: 'Остаться' }).and(page.locator(':focus')).waitFor();
    await press('Остаться');
    await dialog.getByLabel('Мысли о сессии').and(page.locator(':focus')).fill(LONG);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await longStep('SESSION-07 a session keeps its texts on its page, those of its dialog too', async () => {
    await lead(page, `/dashboard/sessions/edit/${session.id}`);
    await becomes(() => page.getByLabel('Продолжительность, мин').inputValue(), '60');
    await page.getByRole('button', { name: 'Далее' }).click();
    await becomes(() => page.getByLabel('Мысли о сессии').inputValue(), LONG);
    await page.getByLabel('Новости клиента').fill('Сон лучше');
    await page.reload();
    await page.getByRole('button', { name: 'Далее' }).click();
    await becomes(() => page.getByLabel('Новости клиента').inputValue(), 'Сон лучше');
    await menu('Календарь').click();
    await page.getByLabel('Мысли о сессии').waitFor({ state: 'detached' });
    await comeBack();
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Сессия обновлена').waitFor();
    const stored = await elena.api.collection('sessions').getOne(session.id);
    assert.deepEqual([stored['news'], stored['thoughts'], stored['duration']], ['Сон лучше', LONG, 60]);
  });

  await step('SESSION-05 thoughts left with «Состоялась» come back with it, and a save takes them along', async () => {
    const planned = await elena.api.collection('sessions').create({
      user: elena.id,
      client: client.id,
      date: moscow(`${inDays(-1)}T15:00`),
      duration: 60,
      status: 'scheduled',
    });
    await lead(page, `/dashboard/sessions?session=${planned.id}`);
    await edit(dialog);
    await chooseStatus(dialog, 'Состоялась');
    await press('Далее');
    await dialog.getByLabel('Мысли о сессии').fill(LONG);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await kept.waitFor();
    assert.equal(await question.count(), 0);
    await lead(page, `/dashboard/sessions?session=${planned.id}`);
    await press('Назад');
    await dialog.getByLabel('Продолжительность, мин').fill('90');
    await press('Далее');
    await becomes(() => dialog.getByLabel('Мысли о сессии').inputValue(), LONG);
    // Text that this status does not save stays as a draft instead of being lost unnoticed.
    await press('Назад');
    await chooseStatus(dialog, 'Отмена');
    await press('Далее');
    await dialog.getByText('написанное здесь не сохранится').waitFor();
    await press('Сохранить');
    await dialog.waitFor({ state: 'detached' });
    await lead(page, `/dashboard/sessions?session=${planned.id}`);
    await chooseStatus(dialog, 'Состоялась');
    await press('Далее');
    await becomes(() => dialog.getByLabel('Мысли о сессии').inputValue(), LONG);
    await press('Сохранить');
    await dialog.waitFor({ state: 'detached' });
    const stored = await elena.api.collection('sessions').getOne(planned.id);
    assert.deepEqual([stored['thoughts'], stored['duration'], stored['status']], [LONG, 90, 'completed']);
  });

  await step('SESSION-04 a session opened again while its dialog closes is there, to be read first', async () => {
    const { id } = await elena.api.collection('sessions').getFirstListItem('duration = 90');
    const address = `/dashboard/sessions?session=${id}`;
    await lead(page, address);
    await edit(dialog);
    await press('Далее');
    await dialog.getByLabel('Мысли о сессии').waitFor();
    await dialog.getByRole('button', { name: 'Закрыть', exact: true }).evaluate(async (close: HTMLElement, to) => {
      close.click();
      // A timer would come after the router has followed the address.
      const { port1, port2 } = new MessageChannel();
      port1.start();
      while (location.search !== '') {
        await new Promise((resolve) => {
          port1.addEventListener('message', resolve, { once: true });
          port2.postMessage('');
        });
      }
      history.pushState({}, '', to);
    }, address);
    await dialog.getByRole('button', { name: 'Изменить', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  await longStep(
    'AVAIL-01 weekly hours and rules are there after a reload, and are left only after a question',
    async () => {
      await lead(page, '/dashboard/availability-settings');
      await page.getByRole('switch', { name: 'Понедельник' }).click();
      await page.getByLabel('Понедельник, начало').fill('10:30');
      await page.getByRole('combobox', { name: 'Перерыв между сессиями' }).click();
      await page.getByRole('option', { name: '15 минут' }).click();
      await page.getByText('Изменения ещё не\u00A0сохранены').waitFor();
      await page.reload();
      await becomes(() => page.getByLabel('Понедельник, начало').inputValue(), '10:30');
      assert.match(await page.getByRole('combobox', { name: 'Перерыв между сессиями' }).inputValue(), /^15.минут$/);
      await menu('Сессии').click();
      await question.getByText('Изменения не сохранятся.').waitFor();
      await press('Уйти');
      await lead(page, '/dashboard/availability-settings');
      await page.getByRole('switch', { name: 'Понедельник' }).waitFor();
      assert.equal(await page.getByLabel('Понедельник, начало').count(), 0);
    },
  );

  await step('AUTH-06 signing out asks where a draft would go, and takes the drafts of every tab along', async () => {
    const other = await elena.browser.newPage();
    await other.goto('/dashboard/notes?note=new');
    await other.getByLabel('Заголовок', { exact: true }).fill('В другой вкладке');
    if (LONG_FORM) {
      const third = await elena.browser.newPage();
      await third.goto('/dashboard/notes');
      await third.getByRole('button', { name: 'Выйти' }).click();
      await third.getByText('Есть черновик, который вы ещё не сохранили').waitFor();
      await third.getByRole('button', { name: 'Остаться' }).click();
    }
    await page.bringToFront();
    await page.getByRole('button', { name: 'Выйти' }).click();
    await dialog.getByText('Есть черновик, который вы ещё не сохранили').waitFor();
    assert.ok((await drafts(page)) > 0);
    await press('Выйти');
    await Promise.all([page.waitForURL('/'), other.waitForURL('/auth')]);
    assert.deepEqual(await Promise.all([drafts(page), drafts(other), copies(page)]), [0, 0, 0]);
  });
});
