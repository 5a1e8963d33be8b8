import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { axeFindings } from '#e2e/axe.ts';
import { becomes } from '#e2e/becomes.ts';
import { choose, send, times } from '#e2e/booking-form.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet, PHONE, practice } from '#e2e/kabinet.ts';
import { inDays, shown } from '#e2e/dates.ts';
import { lead } from '#e2e/lead.ts';
import { longLook, longSteps } from '#e2e/long-steps.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { narrowFindings } from '#e2e/narrow.ts';
import { loseAnswer } from '#e2e/network.ts';
import { failureToast } from '#e2e/toast.ts';
import { oneLine } from '#e2e/one-line.ts';

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

const DAY = inDays(3);
const NEEDED = /^Нужно согласие на\sобработку персональных данных$/;

test('a practitioner asks for agreement, a visitor gives it, and it is proven', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'consent');
  const longStep = longSteps(step);
  const { api, id: user } = elena;
  for (let day_of_week = 0; day_of_week < 7; day_of_week += 1) {
    const hours = { user, day_of_week, start_time: '09:00', end_time: '18:00', is_available: true };
    await api.collection('availability_settings').create(hours);
  }
  const section = page.getByRole('region', { name: 'Согласие на обработку данных' });
  const asks = section.getByRole('switch', { name: /Просить согласие/ });
  const text = section.getByLabel('Текст', { exact: true });
  const save = section.getByRole('button', { name: /^Сохранить/ });
  const saveAs = (version: number) =>
    section.getByRole('button', { name: new RegExp(`^Сохранить как версию\\s${version}$`) });
  const versions = page.getByRole('region', { name: 'Версии текста' });
  const documents = () => api.collection('consent_documents').getFullList({ sort: 'version' });
  const profile = () => api.collection('profiles').getFirstListItem(`user = '${user}'`);
  const ask = async (ask_consent: boolean) => api.collection('profiles').update((await profile()).id, { ask_consent });
  const write = (words: string) =>
    api.collection('consent_documents').create({ user, title: 'Согласие на обработку', text: words });
  const consents = () => api.collection('consents').getFullList({ sort: 'created', expand: 'document' });

  await step('CONSENT-01 a practice begins with a text to change, and a save that fails keeps it', async () => {
    await page.goto('/dashboard/profile');
    await page.getByRole('link', { name: 'Согласие на обработку данных' }).click();
    await page.waitForURL('/dashboard/profile?section=consent');
    await section.getByText(/а\sне\sюридическая консультация/).waitFor();
    assert.match(await text.inputValue(), /психолог: Елена Рудакова/);
    assert.ok(await save.isDisabled());
    assert.equal(await versions.count(), 0);
    await asks.check();
    await text.fill('Первый текст');
    server.refuseWrites('consent_documents');
    await saveAs(1).click();
    await failureToast(page, 'Не удалось сохранить согласие').waitFor();
    assert.deepEqual([await text.inputValue(), await documents()], ['Первый текст', []]);
    server.mend();
    await saveAs(1).click();
    await versions.getByText(/^Версия\s1, действует$/).waitFor();
    await versions.getByText(/^0\sсогласий$/).waitFor();
    await becomes(() => save.isDisabled(), true);
    assert.equal((await profile())['ask_consent'], true);
  });

  await step('CONSENT-01 a version from another window is shown, and both stay readable', async () => {
    await text.fill('Третий текст');
    await saveAs(2).waitFor();
    await write('Второй текст');
    await section.getByText('Изменено в другом месте: текст согласия.').waitFor();
    await section.getByText('Второй текст', { exact: true }).waitFor();
    await section.getByRole('button', { name: 'Оставить моё' }).click();
    await saveAs(3).click();
    await versions.getByText(/^Версия\s3, действует$/).waitFor();
    assert.deepEqual(
      (await documents()).map((one) => one['text']),
      ['Первый текст', 'Второй текст', 'Третий текст'],
    );
    await versions.getByRole('button', { name: /^Открыть версию\s1$/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Версия\s1$/ });
    await dialog.getByText('Первый текст', { exact: true }).waitFor();
    await dialog.getByText(sha256('Первый текст')).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await longLook(page, 'consent'), []);
  });

  const visitor = await kabinet.person({ viewport: PHONE });
  t.after(() => visitor.close());
  const form = await visitor.newPage();
  const box = form.getByRole('checkbox', { name: /^Даю согласие на\sобработку персональных данных$/ });
  const submit = form.getByRole('button', { name: 'Записаться на консультацию' });
  const sent = form.getByRole('status').filter({ hasText: 'Заявка отправлена!' });

  await step('CONSENT-02 nothing is sent without agreement, whose text opens in place', async () => {
    await form.goto(elena.link);
    assert.equal(await box.isChecked(), false);
    await choose(form, DAY);
    await times(form).first().click();
    await send(form, 'Марина Левченко', '+7 905 318-44-20');
    await form.getByText(NEEDED).waitFor();
    await box.and(form.locator(':focus')).waitFor();
    assert.equal(await form.getByText('Третий текст').isVisible(), false);
    await form.getByText('Прочитать текст согласия').click();
    await form.getByText('Третий текст').waitFor();
    if (LONG_FORM) {
      assert.deepEqual(await axeFindings(form, 'consent box', [PHONE]), []);
      assert.deepEqual(await narrowFindings(form, 'consent box'), []);
      await form.setViewportSize(PHONE);
    }
    await box.check();
    await form.getByText(NEEDED).waitFor({ state: 'detached' });
    assert.equal((await consents()).length, 0);
  });

  await step(
    'CONSENT-02 a text that changed meanwhile is shown and asked for, with everything typed kept',
    async () => {
      await write('Четвёртый текст');
      await submit.click();
      await form.getByText(/^Текст согласия изменился/).waitFor();
      await box.and(form.locator(':focus')).waitFor();
      await form.getByText('Четвёртый текст').waitFor();
      assert.equal(await form.getByText('Третий текст').count(), 0);
      assert.deepEqual([await box.isChecked(), await form.getByLabel('Имя').inputValue()], [false, 'Марина Левченко']);
      await form.getByRole('button', { name: /^\d\d:\d\d/, pressed: true }).waitFor();
      await submit.click();
      await form.getByText(NEEDED).waitFor();
      await box.check();
      await submit.click();
      await sent.waitFor();
      assert.deepEqual(await agreedTexts(), ['Четвёртый текст']);
    },
  );

  await longStep('CONSENT-02 agreement asked for from now on, and no longer, while a visitor types', async () => {
    await ask(false);
    await form.getByRole('button', { name: 'Создать еще одну заявку' }).click();
    await form.reload();
    await choose(form, DAY);
    await times(form).nth(2).click();
    assert.equal(await box.count(), 0);
    await ask(true);
    await send(form, 'Олег Журавлёв', '+7 921 640-02-77');
    await form.getByText(NEEDED).waitFor();
    await box.and(form.locator(':focus')).waitFor();
    await form.getByText('Четвёртый текст').waitFor();
    await form.reload();
    assert.deepEqual([await box.isChecked(), await form.getByLabel('Имя').inputValue()], [false, 'Олег Журавлёв']);
    await box.check();
    await ask(false);
    await submit.click();
    await sent.waitFor();
    assert.equal((await consents()).length, 1);
    await ask(true);
  });

  const dialog = page.getByRole('dialog').filter({ visible: true });
  const agreement = (words: RegExp) => dialog.getByRole('listitem').filter({ hasText: words });
  const [first] = await api.collection('booking').getFullList({ filter: "name ~ 'Марина'" });

  await step('CONSENT-03 an agreement is read and printed with everything that proves it', async () => {
    const { client } = await api.send(`/api/booking/${first?.id}/approve`, { method: 'POST' });
    for (const words of ['Пятый текст', 'Шестой текст']) await write(words);
    await lead(page, `/dashboard?client=${client.id}`);
    await agreement(/Версия\s4, на\sсайте/)
      .getByRole('button', { name: /^Открыть/ })
      .click();
    const [given] = await consents();
    const { address, device } = await api.collection('consents').getOne(String(given?.id));
    for (const proof of ['Четвёртый текст', sha256('Четвёртый текст'), String(address), String(device)]) {
      await dialog.getByText(proof, { exact: true }).waitFor();
    }
    await dialog
      .getByText(new RegExp(`^${shown(inDays(0))} \\d\\d:\\d\\d:\\d\\d, Москва, UTC\\+3`))
      .first()
      .waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.ok(await dialog.getByText('Четвёртый текст').isVisible());
    assert.equal(await page.getByRole('button', { name: 'Распечатать' }).isVisible(), false);
    await page.emulateMedia({ media: null });
    assert.deepEqual(await longLook(page, 'agreement'), []);
    await dialog.getByRole('button', { name: 'Назад' }).click();
  });

  await step(
    'CONSENT-03 one on paper is entered by hand, to a text of five versions ago, and printed as it was',
    async () => {
      await dialog.getByRole('button', { name: /^Добавить согласие на\sбумаге$/ }).click();
      await dialog.getByRole('combobox', { name: 'Какой текст подписан' }).click();
      await page.getByRole('option', { name: /^Версия\s1\s/ }).click();
      await dialog.getByLabel('Когда подписано').fill(shown(inDays(1)));
      await page.keyboard.press('Tab');
      await dialog.getByText(/^Этот день ещё не\sнаступил$/).waitFor();
      await dialog.getByLabel('Когда подписано').fill(shown(inDays(-1)));
      await page.keyboard.press('Tab');
      await dialog.getByText(`Этот текст появился в\u00A0программе ${shown(inDays(0))}:`).waitFor();
      if (LONG_FORM) {
        server.refuseWrites('consents');
        await dialog.getByRole('button', { name: 'Добавить' }).click();
        await failureToast(page, 'Не удалось сохранить согласие').waitFor();
        server.mend();
      }
      await loseAnswer(page, 'consents');
      await dialog.getByRole('button', { name: 'Добавить' }).click();
      await failureToast(page, 'Не удалось сохранить согласие').last().waitFor();
      await page.reload();
      await dialog.getByRole('button', { name: /^Добавить согласие на\sбумаге$/ }).click();
      await dialog.getByRole('combobox', { name: 'Какой текст подписан' }).click();
      await page.getByRole('option', { name: /^Версия\s1\s/ }).click();
      await dialog.getByLabel('Когда подписано').fill(shown(inDays(-1)));
      await dialog.getByRole('button', { name: 'Добавить' }).click();
      const paper = agreement(/Версия\s1, на\sбумаге/);
      await dialog.getByRole('button', { name: 'Добавить', exact: true }).waitFor({ state: 'detached' });
      // A second one would be in the way of the steps below.
      await paper.getByText(shown(inDays(-1))).waitFor();
      await paper.getByRole('button', { name: /^Открыть/ }).click();
      await dialog.getByText('Первый текст', { exact: true }).waitFor();
      await dialog.getByText(sha256('Первый текст')).waitFor();
      await dialog.getByText(/^Текст внесён в\sпрограмму$/).waitFor();
      await dialog.getByRole('button', { name: 'Назад' }).click();
    },
  );

  const without = page.getByRole('button', { name: /^Без согласия/ });
  const names = async () =>
    (
      await page
        .getByRole('list', { name: /^Клиенты/ })
        .getByRole('button')
        .allInnerTexts()
    ).map((words) => words.split('\n')[0]);

  await step(
    'CONSENT-03 CONSENT-04 a withdrawal is noted once, and without agreement the client is found',
    async () => {
      await api.collection('clients').create({ user, name: 'Олег Журавлёв', phone: '+7 921 640-02-77' });
      for (const words of [/Версия\s1, на\sбумаге/, /Версия\s4, на\sсайте/]) {
        const listed = agreement(words);
        await listed.getByRole('button', { name: /^Отметить отзыв/ }).click();
        await dialog.getByRole('button', { name: 'Отметить отзыв' }).click();
        await listed.getByText(`отозвано ${shown(inDays(0))}`).waitFor();
        assert.equal(await listed.getByRole('button', { name: /^Отметить отзыв/ }).count(), 0);
        if (words.source.includes('1')) {
          await becomes(
            async () => (await api.collection('clients').getFullList({ filter: 'agreed = true' })).length,
            1,
          );
        }
      }
      await page.keyboard.press('Escape');
      await becomes(async () => oneLine(await without.innerText()), 'Без согласия 2');
      const { id: marina } = await api.collection('clients').getFirstListItem("name ~ 'Марина'");
      const given_at = `${inDays(-1)} 09:00:00.000Z`;
      await api.collection('consents').create({ user, client: marina, document: (await documents())[5]?.id, given_at });
      await becomes(async () => oneLine(await without.innerText()), 'Без согласия 1');
      await without.click();
      await page.waitForURL('/dashboard?unagreed=1');
      await becomes(names, ['Олег Журавлёв']);
      if (LONG_FORM) await page.reload();
      await becomes(() => without.getAttribute('aria-pressed'), 'true');
      await becomes(names, ['Олег Журавлёв']);
      await without.click();
      await becomes(async () => (await names()).length, 2);
    },
  );

  async function agreedTexts(): Promise<unknown[]> {
    return (await consents()).map(({ expand }) => expand?.['document']['text']);
  }
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
