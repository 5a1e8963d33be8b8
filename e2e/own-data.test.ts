import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { journey } from '#e2e/journey.ts';
import { lead } from '#e2e/lead.ts';
import { longLook, longSteps } from '#e2e/long-steps.ts';
import { chooseStatus, edit, pressMore } from '#e2e/session-form.ts';
import { failureToast } from '#e2e/toast.ts';
import { oneLine } from '#e2e/one-line.ts';
import { exported, filesOf, zipOf } from '#proofs/support/archive.ts';
import { MOST_MENTIONS } from '#domain/erasures/erasure.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';

const source = onKabinet('demo/demo.ts');
const target = onKabinet();
const PASSPHRASE = 'семь белых журавлей';
/** The demo's archive, as the browser saves it first with a passphrase and then without. */
const SEALED = 'sealed.zip.age';
const OPEN = 'open.zip';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabinet-own-data-'));
});
after(() => rm(folder, { recursive: true }));

/** Returns the file that a press saves. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 30_000 }), press()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return { name: download.suggestedFilename(), bytes: await readFile(path) };
}

test('a practitioner takes everything along', async (t) => {
  const elena = await source.enter(DEMO_PRACTITIONER.email, source.demoPassword);
  t.after(() => elena.browser.close());
  const page = await elena.browser.newPage();
  const step = journey(t, 'own-data', () => [elena.browser]);
  const longStep = longSteps(step);
  const { api } = elena;
  const section = page.getByRole('region', { name: 'Мои данные' });
  const exportAll = section.getByRole('button', { name: 'Выгрузить всё' });
  const stop = page.getByRole('button', { name: 'Остановить' });
  const passphrase = page.getByLabel('Пароль архива', { exact: false }).first();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  const act = page.getByRole('dialog', { name: /^Акт об\sудалении данных клиента$/ });
  const erase = dialog.getByRole('button', { name: 'Удалить без следа' });
  const reason = dialog.getByRole('combobox', { name: 'Причина' });
  let erased = { id: '', name: '' };
  let past = 0;
  const total = async (collection: string) => (await api.collection(collection).getList(1, 1)).totalItems;

  await step('OWN-01 the profile says what will be inside, how far it has come, and can be stopped', async () => {
    await page.goto('/dashboard/profile');
    await page.getByRole('link', { name: 'Мои данные' }).click();
    await page.waitForURL('/dashboard/profile?section=data');
    const inside = section.getByRole('list', { name: 'Что внутри' }).getByRole('listitem');
    for (const [name, collection] of [['Клиенты', 'clients'] as const, ['Сессии', 'sessions'] as const]) {
      const row = inside.filter({ hasText: name });
      await becomes(async () => oneLine(await row.innerText()), `${name} ${await total(collection)}`);
    }
    await section.getByText(/Тексты лежат в\sархиве открыто/).waitFor();
    await section.getByText(/^Записи занимают [\d,]+\s[КМ]Б из\s2\sГБ\.$/).waitFor();
    source.freeze();
    await exportAll.click();
    await section.getByRole('progressbar', { name: 'Собираем архив' }).waitFor();
    assert.ok(await section.getByRole('button', { name: 'Выгружаем...' }).isDisabled());
    await stop.click();
    await exportAll.waitFor();
    source.thaw();
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  await step('OWN-01 an export that fails says so once and keeps the passphrase, the next one is sealed', async () => {
    await passphrase.fill('семь');
    await exportAll.click();
    await page.getByText(/^Не\sкороче 8\sсимволов$/).waitFor();
    await passphrase.fill(PASSPHRASE);
    assert.equal(await section.getByText(/Тексты лежат в\sархиве открыто/).count(), 0);
    await page.route('**/api/export', (route) => route.abort());
    await exportAll.click();
    await failureToast(page, 'Не удалось выгрузить данные').waitFor();
    assert.equal(await passphrase.inputValue(), PASSPHRASE);
    await page.unroute('**/api/export');
    const { name, bytes } = await saved(page, () => exportAll.click());
    assert.match(name, /^kabinet-\d{4}-\d\d-\d\d\.zip\.age$/);
    assert.equal(bytes.subarray(0, 19).toString(), 'age-encryption.org/');
    await writeFile(join(folder, SEALED), bytes);
    await section.getByText(`сохранён в загрузки: ${name}, `).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  await step('OWN-01 without a passphrase the file is an archive that everybody can open', async () => {
    await passphrase.fill('');
    const { name, bytes } = await saved(page, () => exportAll.click());
    assert.match(name, /^kabinet-\d{4}-\d\d-\d\d\.zip$/);
    const files = await filesOf(bytes);
    assert.equal(JSON.parse(files.get('manifest.json') ?? '').counts.clients, await total('clients'));
    assert.ok(bytes.equals(await exported(api)));
    await writeFile(join(folder, OPEN), bytes);
    assert.deepEqual(await longLook(page, 'own data'), []);
  });

  await step('OWN-04 a client’s details give the archive of that person alone', async () => {
    const client = await api.collection('clients').getFirstListItem('archived = false');
    await lead(page, `/dashboard?client=${client.id}`);
    await pressMore(dialog, /^Выгрузка по\sклиенту$/);
    await dialog.getByText(/прежде чем отдать архив, прочитайте/).waitFor();
    assert.deepEqual(await longLook(page, 'client export'), []);
    const { name, bytes } = await saved(page, () => dialog.getByRole('button', { name: 'Выгрузить' }).click());
    assert.match(name, /^kabinet-client-\d{4}-\d\d-\d\d\.zip$/);
    const pages = [...(await filesOf(bytes)).keys()].filter((file) => file.startsWith('html/clients/'));
    assert.deepEqual(pages, [`html/clients/${client.id}.html`]);
    await dialog.getByRole('button', { name: 'Назад' }).click();
    await dialog.getByRole('button', { name: 'Редактировать' }).waitFor();
  });

  await step('OWN-06 who deletes the account is offered the export first', async () => {
    await lead(page, '/dashboard/profile?section=deletion');
    await page.getByRole('link', { name: 'Сначала выгрузить всё' }).click();
    await page.waitForURL('/dashboard/profile?section=data');
    await exportAll.waitFor();
  });

  await step('OWN-05 what goes and what stays is shown before, with the notes that name the person', async () => {
    const { items } = await api.collection('sessions').getList(1, 1, { filter: 'date > @now', sort: 'date' });
    const { id, name } = await api.collection('clients').getOne(String(items[0]?.['client']));
    erased = { id, name: String(name) };
    await api
      .collection('blog_posts')
      .create({ user: elena.id, title: 'О случае', content: erased.name, date: '2026-11-20' });
    past = await total('sessions');
    await lead(page, `/dashboard?client=${id}`);
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
    await dialog.getByRole('button', { name: 'Удалить данные клиента без следа' }).click();
    const goes = dialog.getByRole('list', { name: 'Удалится' }).getByRole('listitem');
    await goes.filter({ hasText: /^Карточка клиента\s1$/ }).waitFor();
    await goes.filter({ hasText: 'Будущие сессии' }).waitFor();
    await dialog.getByRole('list', { name: 'Останется' }).getByText('Прошедшие сессии').waitFor();
    const note = dialog.getByRole('link', { name: 'О случае' });
    assert.match((await note.getAttribute('href')) ?? '', /^\/dashboard\/notes\?note=\w{15}$/);
    await dialog.getByText(/в\sжурнале останутся строки без имени\./).waitFor();
    await dialog.getByText(/^В\sскачанных раньше архивах/).waitFor();
    assert.deepEqual(await longLook(page, 'erasure'), []);
  });

  await step('OWN-05 of more notes than are named the person learns how to find the rest', async () => {
    const rest = 'Показаны 200 самых новых';
    assert.equal(await dialog.getByText(rest).count(), 0);
    for (let at = 0; at < MOST_MENTIONS; at += 40) {
      const batch = api.createBatch();
      for (let one = 0; one < 40; one += 1) {
        const note = { user: elena.id, title: 'О ней же', content: erased.name, date: '2026-11-19' };
        batch.collection('blog_posts').create(note);
      }
      await batch.send();
    }
    await page.reload();
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
    await dialog.getByRole('button', { name: 'Удалить данные клиента без следа' }).click();
    await dialog.getByText(rest).waitFor();
    assert.equal(await dialog.getByRole('link', { name: /^О/ }).count(), MOST_MENTIONS);
  });

  await step('OWN-05 the reason is asked for, a failure keeps it, and the act is there to print', async () => {
    await erase.click();
    await dialog.getByText('Выберите причину', { exact: true }).waitFor();
    await reason.click();
    await page.getByRole('option', { name: 'Попросил клиент' }).click();
    await page.route('**/erase', (route) => route.abort());
    await erase.click();
    await failureToast(page, 'Не удалось удалить данные').waitFor();
    await page.unroute('**/erase');
    assert.equal(await reason.inputValue(), 'Попросил клиент');
    await erase.click();
    await act.getByText('Попросил клиент').waitFor();
    await act.getByText(DEMO_PRACTITIONER.name).waitFor();
    await act.getByText(erased.id, { exact: true }).waitFor();
    await act
      .getByRole('list', { name: /^Выписка из\sжурнала$/ })
      .getByText('Удалён клиент')
      .waitFor();
    assert.equal(await act.getByText(erased.name).count(), 0);
    assert.deepEqual(await longLook(page, 'act'), []);
    await page.emulateMedia({ media: 'print' });
    assert.ok(await act.getByText(/^Подпись/).isVisible());
    const place = act.getByText(/^Акт останется в\sразделе «Мои данные»\.$/);
    assert.equal(await place.isVisible(), false);
    assert.equal(await page.getByRole('button', { name: 'Распечатать' }).isVisible(), false);
    await page.emulateMedia({ media: null });
    await place.waitFor();
    await act.getByRole('button', { name: 'Готово' }).click();
    await page.waitForURL('/dashboard');
    await act.waitFor({ state: 'detached' });
    assert.equal((await api.collection('clients').getList(1, 1, { filter: `id = '${erased.id}'` })).totalItems, 0);
    assert.ok((await total('sessions')) < past);
  });

  await longStep(
    'OWN-05 past sessions stay without a person, the act can be opened again, an older archive adds none of it',
    async () => {
      const session = await api.collection('sessions').getFirstListItem("client = '' && status = 'completed'");
      await lead(page, `/dashboard/calendar?date=${session['date'].slice(0, 10)}&session=${session.id}`);
      await page.getByRole('dialog', { name: 'Клиент удален' }).waitFor();
      await edit(dialog);
      await chooseStatus(dialog, 'Отмена');
      await dialog.getByRole('button', { name: 'Далее' }).click();
      await dialog.getByRole('button', { name: 'Сохранить' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal((await api.collection('sessions').getOne(session.id))['status'], 'canceled');
      await lead(page, '/dashboard/profile?section=data');
      await page.getByRole('button', { name: /^Открыть акт от/ }).click();
      await act.getByText(erased.id, { exact: true }).waitFor();
      await act.getByRole('button', { name: 'Готово' }).click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Выбрать файл' }).click();
      await (await chooser).setFiles(join(folder, OPEN));
      await dialog.getByText(/^Записи удалённых без следа не\sзагружаются\. Остальное из\sэтого архива/).waitFor();
      await dialog
        .getByRole('list', { name: /^Не\sзагрузится$/ })
        .getByText('Записи удалённых без следа')
        .waitFor();
    },
  );
});

test('a practitioner brings everything along', async (t) => {
  const { elena, page, step } = await practice(t, target, 'arrival');
  const longStep = longSteps(step);
  const total = async () => (await elena.api.collection('clients').getList(1, 1)).totalItems;
  const dialog = page.getByRole('dialog', { name: 'Загрузка архива' });
  const choose = async (file: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Выбрать файл' }).click();
    await (await chooser).setFiles(join(folder, file));
  };
  const list = (name: string) => dialog.getByRole('list', { name });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).first().click();
  const passphrase = dialog.getByLabel('Пароль архива');

  await page.goto('/dashboard/profile?section=data');
  await page.getByText(/^Клиентов, сессий, заметок и\sзаявок пока нет\.$/).waitFor();

  await longStep(
    'OWN-02 a damaged archive is shown with file, line, field and reason, and cannot be loaded',
    async () => {
      const files = await filesOf(await readFile(join(folder, OPEN)));
      const [first = '', ...rest] = (files.get('data/clients.jsonl') ?? '').split('\n');
      const broken = JSON.stringify({ ...JSON.parse(first), time_zone: 'Луна' });
      files.set('data/clients.jsonl', [broken, ...rest].join('\n'));
      files.delete('manifest.json');
      await writeFile(join(folder, 'broken.zip'), await zipOf(files));
      await choose('broken.zip');
      const wrong = list('Что не так').getByRole('listitem').filter({ hasText: 'Неверное значение.' });
      await wrong.getByText(/^data\/clients\.jsonl, строка\s1, часовой пояс$/).waitFor();
      assert.equal(await dialog.getByRole('button', { name: 'Загрузить' }).count(), 0);
      assert.deepEqual(await longLook(page, 'damaged archive'), []);
      await press('Закрыть');
      assert.equal(await total(), 0);
    },
  );

  await step('OWN-02 a sealed archive asks for its passphrase until it fits, and is previewed', async () => {
    await choose(SEALED);
    await passphrase.fill('не тот');
    await page.keyboard.press('Enter');
    await dialog.getByText(/^Пароль не\sподходит$/).waitFor();
    await passphrase.fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await list('Добавится').getByRole('listitem').filter({ hasText: 'Сессии' }).waitFor();
    await dialog.getByText(/^Ошибок нет/).waitFor();
    await dialog.getByText(/^Без лицензии новых клиентов потом не\sдобавить\.$/).waitFor();
    await dialog.getByText(/^Имя и\sнастройки профиля станут такими, как в\sархиве\.$/).waitFor();
    assert.deepEqual(await longLook(page, 'preview of an archive'), []);
    assert.equal(await total(), 0);
  });

  await longStep('OWN-02 a load shows its progress, and stopped or broken off it leaves nothing', async () => {
    const line = await page.context().newCDPSession(page);
    const throttle = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await throttle(20_000);
    await press('Загрузить');
    await dialog.getByText(/^\d+\sКБ из\s\d+\sКБ$/).waitFor();
    await dialog.getByRole('progressbar', { name: 'Отправляем архив' }).waitFor();
    await page.keyboard.press('Escape');
    await press('Остановить');
    await dialog.getByText(/^Загрузка прервана/).waitFor();
    await throttle(-1);
    await page.route('**/api/import/preview', (route) => route.abort());
    await press('Проверить ещё раз');
    await failureToast(page, 'Не удалось проверить архив').waitFor();
    await page.unroute('**/api/import/preview');
    assert.equal(await total(), 0);
    await press('Проверить ещё раз');
    await list('Добавится').waitFor();
  });

  await step('OWN-02 an archive is loaded whole', async () => {
    await press('Загрузить');
    await dialog.getByText('Архив загружен целиком.').waitFor();
    const added = oneLine(await list('Добавлено').innerText());
    assert.match(added, new RegExp(`Клиенты ${await total()} Сессии`));
    const letters = async () => (await elena.api.collection('letters').getList(1, 1)).totalItems;
    assert.equal(await letters(), 0);
    await dialog.getByText(/^Напоминания о\sзагруженных сессиях/).waitFor();
    await press('Отправлять напоминания');
    await page.getByRole('status').getByText('Напоминания включены').waitFor();
    await press('Готово');
    await dialog.waitFor({ state: 'detached' });
    const inside = page.getByRole('list', { name: 'Что внутри' }).getByRole('listitem').filter({ hasText: 'Клиенты' });
    await becomes(async () => (await inside.innerText()).replace(/\D+/g, ''), String(await total()));
    const loaded = await exported(elena.api);
    assert.ok(loaded.equals(await readFile(join(folder, OPEN))));
  });

  await longStep('OWN-02 the same archive again changes nothing', async () => {
    await choose(OPEN);
    await dialog.getByText(/^Загружать нечего/).waitFor();
    await list('Останется как есть').waitFor();
    await press('Закрыть');
    await page.getByRole('button', { name: 'Выбрать файл' }).and(page.locator(':focus')).waitFor();
  });
});
