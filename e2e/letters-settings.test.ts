import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { CLIENT_LETTER_KINDS, type ClientLetterKind, type LetterPreview } from '#domain/letters/letter.ts';
import { becomes } from '#e2e/becomes.ts';
import { moscow } from '#e2e/dates.ts';
import { FailingServer } from '#e2e/failing-server.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { listening } from '#e2e/network.ts';
import { longLook, longSteps } from '#e2e/long-steps.ts';
import { failureToast } from '#e2e/toast.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const NAMES: Record<ClientLetterKind, string> = {
  'session-reminder': 'Напоминание',
  'session-planned': 'Встреча назначена',
  'session-moved': 'Встреча перенесена',
  'session-changed': 'Изменилось место или длительность',
  'session-cancelled': 'Встреча отменена',
  'series-planned': 'Назначено несколько встреч',
  'series-moved': 'Перенесено несколько встреч',
  'request-received': 'Заявка получена',
  'request-approved': 'Заявка подтверждена',
  'request-rejected': 'Заявка отклонена',
};

const kabinet = onKabinet();
const server = new FailingServer(kabinet);

test('a practitioner chooses what letters say and when they go', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'letters-settings');
  const longStep = longSteps(step);
  const rules = page.getByRole('region', { name: 'Письма клиентам' });
  const samples = page.getByRole('region', { name: 'Как выглядят письма' });
  const save = rules.getByRole('button', { name: 'Сохранить' });
  const onOff = rules.getByRole('switch', { name: 'Отправлять письма клиентам' });
  const reminder = rules.getByRole('combobox', { name: 'Напоминание' });
  const quietFrom = rules.getByLabel('С', { exact: true });
  const quietTo = rules.getByLabel('До', { exact: true });
  const sender = rules.getByLabel('Имя отправителя');
  const letter = samples.getByRole('figure');
  const choose = async (kind: ClientLetterKind) => {
    await samples.getByRole('combobox', { name: 'Письмо' }).click();
    await page.getByRole('option', { name: NAMES[kind] }).click();
  };
  const saved = page.getByRole('status').getByText('Настройки писем сохранены');
  const stored = () => elena.api.collection('profiles').getFirstListItem(`user = '${elena.id}'`);
  const storedRules = async () => {
    const { client_letters, reminder_hours, quiet_from, quiet_to, sender_name } = await stored();
    return [client_letters, reminder_hours, quiet_from, quiet_to, sender_name];
  };

  await step('LETTER-03 the section is found in the profile, with what holds at first', async () => {
    await page.goto('/dashboard/profile');
    await page.getByRole('link', { name: 'Письма клиентам' }).click();
    await page.waitForURL('/dashboard/profile?section=letters');
    assert.ok(await onOff.isChecked());
    assert.match(await reminder.inputValue(), /^За\s24\sчаса до\sвстречи$/);
    assert.deepEqual([await quietFrom.inputValue(), await quietTo.inputValue()], ['21:00', '09:00']);
    await rules.getByText('По времени клиента, если оно известно').waitFor();
    await rules.getByText('Клиент увидит: Елена Рудакова').waitFor();
    await becomes(() => save.isDisabled(), true);
  });

  await step('LETTER-03 what is wrong stands under its field, a save that fails keeps what was typed', async () => {
    await reminder.click();
    await page.getByRole('option', { name: 'За 48 часов до встречи' }).click();
    await quietFrom.fill('2230');
    await quietTo.fill('25:00');
    await quietFrom.focus();
    await rules.getByText('Время в виде 21:00').waitFor();
    await sender.fill('Елена, психотерапевт');
    await save.click();
    await rules.getByText('Время в виде 21:00').waitFor();
    await rules.getByText('напишите его без названия занятия').waitFor();
    assert.deepEqual(await storedRules(), [true, 24, '21:00', '09:00', '']);
    await quietTo.fill('8');
    await sender.fill('Елена');
    await rules.getByText('Клиент увидит: Елена', { exact: true }).waitFor();
    server.refuseWrites('profiles');
    await save.click();
    await failureToast(page, 'Не удалось сохранить настройки писем').waitFor();
    assert.deepEqual([await quietFrom.inputValue(), await quietTo.inputValue()], ['22:30', '08:00']);
    server.mend();
    await save.click();
    await saved.waitFor();
    await becomes(() => save.isDisabled(), true);
    assert.deepEqual(await storedRules(), [true, 48, '22:30', '08:00', 'Елена']);
  });

  await longStep('LETTER-03 unsaved choices outlive a reload, and are asked about before they are left', async () => {
    await onOff.uncheck();
    await rules.getByText('Те, что ждут своего времени, не уйдут').waitFor();
    await rules.getByText('Изменения ещё не сохранены').waitFor();
    await Promise.all([listening(page), page.reload()]);
    await becomes(() => onOff.isChecked(), false);
    await page.getByRole('link', { name: 'Вход и безопасность' }).click();
    const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
    await question.getByRole('button', { name: 'Остаться' }).click();
    await question.waitFor({ state: 'detached' });
  });

  await step('LETTER-09 held letters are told where letters are seen to, until the operator lets them go', async () => {
    const notice = samples.getByText('Письма клиентам остановлены');
    await letter.waitFor();
    assert.equal(await notice.count(), 0);
    {
      using db = new DatabaseSync(kabinet.databaseFile, { timeout: 5000 });
      db.prepare('insert into letter_holds ("user", held) values (?, ?)').run(elena.id, moscow('2026-11-24T12:00'));
    }
    await page.reload();
    await notice.waitFor();
    await samples.getByText('напишите тем, кто ведёт этот Кабинет').waitFor();
    await kabinet.operate('users', 'allow-letters', elena.email, '--yes');
    await page.reload();
    await letter.waitFor();
    assert.equal(await notice.count(), 0);
  });

  await longStep('LETTER-03 what another tab changed meanwhile is shown, and the rest is kept', async () => {
    const { id } = await stored();
    await elena.api.collection('profiles').update(id, { client_letters: true, reminder_hours: 12 });
    await becomes(() => onOff.isChecked(), false);
    await becomes(async () => (await reminder.inputValue()).replaceAll('\u00A0', ' '), 'За 12 часов до встречи');
    await elena.api.collection('profiles').update(id, { sender_name: 'Елена Викторовна' });
    await becomes(() => sender.inputValue(), 'Елена Викторовна');
    await sender.fill('Е. Рудакова');
    await elena.api.collection('profiles').update(id, { sender_name: 'Елена В.' });
    await page.getByText('Изменено в другом месте: имя отправителя.').waitFor();
    await page.getByRole('button', { name: 'Оставить моё' }).click();
    await save.click();
    await saved.last().waitFor();
    await becomes(storedRules, [false, 12, '22:30', '08:00', 'Е. Рудакова']);
  });

  await step('LETTER-08 where answers go is chosen: nowhere, to the own address, or to another one', async () => {
    const answers = rules.getByRole('combobox', { name: 'Ответы на письма' });
    const address = rules.getByLabel('Email для ответов');
    const answer = async (name: string | RegExp) => {
      await answers.click();
      await page.getByRole('option', { name }).click();
    };
    await rules.getByText('В письме сказано, что на него не отвечают').waitFor();
    await samples.getByText('Ответы на это письмо не читаются.').waitFor();
    await answer('На другой адрес');
    await address.fill('ответы@');
    await save.click();
    await rules.getByText('похоже, в нём опечатка').waitFor();
    await address.fill('\u200Botvety@example.ru');
    await save.click();
    await becomes(async () => (await stored())['reply_to'], 'otvety@example.ru');
    await samples.getByText('Ответы на это письмо не читаются.').waitFor({ state: 'hidden' });
    await answer(elena.email);
    await becomes(() => address.count(), 0);
    await save.click();
    await becomes(async () => (await stored())['reply_to'], elena.email);
    await answer('Не приходят');
    await save.click();
    await becomes(async () => (await stored())['reply_to'], '');
  });

  /** Another tab has changed it. */
  const name = LONG_FORM ? 'Е. Рудакова' : 'Елена';
  const shownKinds: readonly ClientLetterKind[] = LONG_FORM ? CLIENT_LETTER_KINDS : ['session-moved', 'series-planned'];

  await step('LETTER-03 every letter is shown as it is sent, also as text', async () => {
    const coming = Promise.withResolvers<void>();
    await page.route('**/api/letters/preview', async (route) => {
      await coming.promise;
      await route.continue();
    });
    await choose('session-cancelled');
    await samples.getByText('Загрузка письма').waitFor();
    assert.equal(await letter.count(), 0, 'no letter stands under the name of another');
    coming.resolve();
    await samples.getByRole('figure', { name: NAMES['session-cancelled'] }).waitFor();
    await page.unroute('**/api/letters/preview');
    const words = async () => wordsOf(await letter.innerText());
    for (const kind of shownKinds) {
      await choose(kind);
      const { from, subject, html, text } = await preview(kind);
      await becomes(words, wordsOf(`${from} ${subject} ${textOf(html)}`));
      if (kind !== 'session-moved') continue;
      await samples.getByRole('radio', { name: 'Как текст' }).check();
      await becomes(words, wordsOf(`${from} ${subject} ${text}`));
      await samples.getByRole('radio', { name: 'Письмо', exact: true }).check();
    }
    assert.equal((await preview('session-reminder')).from, name);
    if (LONG_FORM) await choose('series-planned');
  });

  await step('LETTER-03 a letter to oneself is sent, and it is said where it goes without a mail server', async () => {
    await samples.getByText('Почтовый сервер не настроен: письма никому не уходят').waitFor();
    const send = samples.getByRole('button', { name: 'Отправить мне пробное письмо' });
    await page.route('**/api/letters/test', (route) => route.fulfill({ status: 500 }));
    await send.click();
    await failureToast(page, 'Не удалось отправить пробное письмо').waitFor();
    await page.unroute('**/api/letters/test');
    await send.click();
    const sent = samples.getByText('Пробное письмо положено в папку mail');
    await sent.waitFor();
    assert.match(await kabinet.letterText(elena.email, /Встречи назначены/), /Это пробное письмо/);
    await choose('session-reminder');
    await letter.getByText(name).first().waitFor();
    assert.equal(await sent.count(), 0, 'another letter was sent');
  });

  await longStep('LETTER-03 letters that cannot be shown are asked for again', async () => {
    await page.route('**/api/letters/preview', (route) => route.fulfill({ status: 500 }));
    await page.reload();
    await samples.getByRole('heading', { name: 'Не удалось показать письмо' }).waitFor();
    assert.ok(await onOff.isVisible());
    await page.unroute('**/api/letters/preview');
    await samples.getByRole('button', { name: 'Повторить' }).click();
    await letter.getByText(name).first().waitFor();
  });

  await longStep('LETTER-03 it is used by eye, by ear and on a narrow phone', async () => {
    assert.deepEqual(await longLook(page, 'letters'), []);
  });

  function preview(kind: ClientLetterKind): Promise<LetterPreview> {
    return elena.api.send<LetterPreview>('/api/letters/preview', { method: 'POST', body: { kind } });
  }
});

function wordsOf(text: string): string {
  return text.split(/\s+/).filter(Boolean).join(' ');
}

/** What a mail program shows of a letter. */
function textOf(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', ' ');
}
