import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { onKabinet, practice } from '#e2e/kabinet.ts';
import { lead } from '#e2e/lead.ts';
import { longLook, longSteps } from '#e2e/long-steps.ts';
import { failureToast } from '#e2e/toast.ts';
import { oneLine } from '#e2e/one-line.ts';
import { encoded } from '#proofs/support/encoded.ts';

const kabinet = onKabinet();

const TABLE = [
  'Фамилия;Имя;Телефон;Комментарий;Город;E-mail',
  'Иванова;Анна;+7 916 200-00-01;"тревога; сон";Москва;anna@example.ru',
  'Смирнов;Олег;+7 916 200-00-02;;Тверь',
  ';;+7 916 200-00-03;без имени;',
  'Ли;Вера;+7 916 200-00-04;;;vera.ru',
  'Иванова;Анна;8 (916) 200-00-01;;',
  'Ким;Яна;+7 916 200-00-05;;',
].join('\r\n');

const CONTACTS = `BEGIN:VCARD
VERSION:3.0
FN:Анна Ли
TEL;TYPE=CELL:+7 916 204-18-35
BDAY:1987-05-12
END:VCARD
BEGIN:VCARD
VERSION:3.0
FN:Без телефона
END:VCARD
`;

test('a practitioner brings clients along in a table', async (t) => {
  const { elena, page, step } = await practice(t, kabinet, 'csv-import');
  const longStep = longSteps(step);
  const dialog = page.getByRole('dialog', { name: 'Клиенты из таблицы' });
  const open = page.getByRole('button', { name: 'Загрузить из таблицы' });
  const choice = (name: string) => dialog.getByRole('combobox', { name, exact: true });
  const rows = async (name: RegExp) =>
    (await dialog.getByRole('list', { name }).getByRole('listitem').allInnerTexts()).map(oneLine);
  const choose = async (press: string, name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: press }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
  };
  const pick = async (name: string, option: string) => {
    await choice(name).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const names = async () =>
    (await elena.api.collection('clients').getFullList({ sort: 'search_text' })).map(({ name }) => String(name));

  await step('OWN-03 the empty list of clients leads there, and a workbook is refused with what to do', async () => {
    await page.goto('/dashboard');
    await open.click();
    await dialog.getByText(/Сохраните клиентов из\sExcel/).waitFor();
    assert.deepEqual(await longLook(page, 'choice of a table'), []);
    await choose('Выбрать файл', 'клиенты.xlsx', Buffer.from('PK\u0003\u0004', 'latin1'));
    await dialog
      .getByRole('alert')
      .filter({ hasText: /Это не\sтаблица CSV/ })
      .waitFor();
    await choose('Выбрать файл', 'клиенты.csv', Buffer.from('Имя;Телефон\n"Анна;123456\n'));
    await dialog
      .getByRole('alert')
      .filter({ hasText: /Строка\s2: открытая кавычка/ })
      .waitFor();
  });

  await step('OWN-03 contacts of a phone, dropped onto the dialog, are shown as a table is', async () => {
    const dropped = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'Контакты.vcf'));
      return transfer;
    }, CONTACTS);
    await dialog.locator('form').dispatchEvent('drop', { dataTransfer: dropped });
    await dialog.getByText(/^Добавится 1\sклиент из\s2\sстрок\.$/).waitFor();
    assert.equal(await choice('Разделитель').count(), 0);
    assert.deepEqual(await rows(/^Первые строки$/), [
      'Анна Ли +7 916 204-18-35 День рождения: 12.05.1987',
      'Нет телефона Без телефона',
    ]);
  });

  await step('OWN-03 a table is read as it was saved, with what would be added and what would not', async () => {
    await choose('Другой файл', 'клиенты.csv', encoded(TABLE, 'windows-1251'));
    await dialog
      .getByText(/^Добавятся 3\sклиента из\s6\sстрок\. Ещё 1\sстрока без лицензии не\sпомещается\.$/)
      .waitFor();
    assert.equal(await dialog.getByRole('alert').filter({ hasText: 'кавычка' }).count(), 0);
    assert.equal(await choice('Кодировка').inputValue(), 'Windows-1251');
    assert.match(await choice('Разделитель').inputValue(), /^Точка с\sзапятой$/);
    assert.equal(await choice('Первая строка').inputValue(), 'Названия столбцов');
    await dialog.getByText(/^Не\sзагрузится столбец: Город\.$/).waitFor();
    assert.equal(await choice('Имя: столбец').inputValue(), 'Фамилия');
    assert.equal(await choice('Телефон: столбец').inputValue(), 'Телефон');
    assert.equal(await choice('Email: столбец').inputValue(), 'E-mail');
    assert.deepEqual((await rows(/^Первые строки$/)).slice(0, 3), [
      'Иванова Анна +7 916 200-00-01 anna@example.ru тревога; сон',
      'Смирнов Олег +7 916 200-00-02',
      'Нет имени +7 916 200-00-03 · без имени',
    ]);
    assert.deepEqual(await rows(/^Не\sдобавятся: 3\sстроки$/), [
      'Нет имени строка 4',
      'Такой клиент уже есть выше в таблице строка 6',
      'Не помещается без лицензии строка 7',
    ]);
    assert.deepEqual(await rows(/^Добавятся, но\sпроверьте: 1\sстрока$/), [
      'Email с ошибкой: он останется в описании строка 5',
    ]);
    assert.deepEqual(await longLook(page, 'preview of a table'), []);
  });

  await longStep('OWN-03 a wrong choice changes nothing', async () => {
    await pick('Кодировка', 'UTF-8');
    await dialog.getByText(/^Выберите, где имя и\sгде телефон\.$/).waitFor();
    assert.equal(await choice('Кодировка').inputValue(), 'UTF-8');
    await pick('Кодировка', 'Windows-1251');
    await dialog.getByText(/^Добавятся 3\sклиента/).waitFor();
    await pick('Разделитель', 'Запятая');
    await dialog.getByText(/^Выберите, где имя и\sгде телефон\.$/).waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Добавить' }).isDisabled());
    await pick('Разделитель', 'Точка с\u00A0запятой');
    await dialog.getByText(/^Добавятся 3\sклиента/).waitFor();
    await pick('Первая строка', 'Уже клиент');
    await becomes(() => choice('Первая строка').inputValue(), 'Уже клиент');
    await pick('Первая строка', 'Названия столбцов');
    await becomes(() => choice('Имя: столбец').inputValue(), 'Фамилия');
  });

  await step('OWN-03 what is chosen is read anew', async () => {
    await pick('Телефон: столбец 2', 'Комментарий');
    await dialog.getByText(/^Первый номер строки\s— телефон клиента, остальные попадут в\sописание\.$/).waitFor();
    await becomes(
      async () => (await rows(/^Первые строки$/))[0],
      'Иванова Анна +7 916 200-00-01 anna@example.ru тревога; сон К телефону: тревога К телефону: сон',
    );
    await pick('Телефон: столбец 2', 'Не\u00A0загружать');
    await pick('Описание: столбец 2', 'Город');
    await becomes(
      async () => (await rows(/^Первые строки$/))[0],
      'Иванова Анна +7 916 200-00-01 anna@example.ru тревога; сон Москва',
    );
    assert.equal(await dialog.getByText(/^Не\sзагрузится столбец/).count(), 0);
  });

  await step('OWN-03 a failed import keeps the form, the next one says what was added and what was not', async () => {
    await page.route('**/api/import/csv?*', (route) => route.abort());
    // Disabled while the server counts by the changed column.
    const add = dialog.getByRole('button', { name: /^Добавить 3\sклиентов$/, disabled: false });
    await add.focus();
    await page.keyboard.press('Enter');
    await failureToast(page, 'Не удалось загрузить клиентов').waitFor();
    await becomes(() => choice('Описание: столбец 2').inputValue(), 'Город');
    assert.deepEqual(await names(), []);
    await page.unroute('**/api/import/csv?*');
    // The second press would meet the next screen where the first is done before it.
    const pressed = Promise.withResolvers<void>();
    await page.route('**/api/import/csv?*', (route) => pressed.promise.then(() => route.continue()), { times: 1 });
    await add.dblclick();
    pressed.resolve();
    await dialog.getByRole('button', { name: 'Готово' }).and(page.locator(':focus')).waitFor();
    await dialog.getByText(/^Добавлены 3\sклиента\. Загрузку можно отменить/).waitFor();
    assert.deepEqual(await names(), ['Иванова Анна', 'Ли Вера', 'Смирнов Олег']);
    const [anna] = await elena.api.collection('clients').getFullList({ filter: 'name = "Иванова Анна"' });
    assert.deepEqual([anna?.['description'], anna?.['email']], ['тревога; сон\nМосква', 'anna@example.ru']);
    assert.deepEqual(await longLook(page, 'imported table'), []);
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Скачать список', exact: true }).click();
    const list = await readFile(await (await saved).path(), 'utf8');
    assert.match(list, /^\uFEFFСтрока;Причина\r\n4;Нет имени\r\n6;Такой клиент уже есть выше в\sтаблице\r\n7;/);
    await dialog.getByRole('button', { name: 'Готово' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Смирнов Олег').waitFor();
    assert.equal(await open.count(), 0);
  });

  await step(
    'OWN-03 «Отменить загрузку» in the profile takes back what nobody has changed, and names the others',
    async () => {
      const [anna] = await elena.api.collection('clients').getFullList({ filter: 'name = "Иванова Анна"' });
      await elena.api.collection('clients').update(anna?.id ?? '', { description: 'Звонила' });
      await lead(page, '/dashboard/profile?section=data');
      await open.click();
      await dialog.getByRole('list', { name: /^Загрузки за\sсутки$/ }).waitFor();
      const [item = ''] = await rows(/^Загрузки за\sсутки$/);
      assert.match(item, /^\d\d\.\d\d\.\d{4} \d\d:\d\d, 3 клиента Отменить загрузку$/);
      assert.deepEqual(await longLook(page, 'imports of a day'), []);
      await dialog.getByRole('button', { name: 'Отменить загрузку' }).click();
      await dialog.getByText(/^Загрузка отменена\. Убраны 2\sклиента\.$/).waitFor();
      assert.deepEqual(await rows(/^Остались/), ['Иванова Анна']);
      assert.deepEqual(await longLook(page, 'an import taken back'), []);
      await dialog.getByRole('button', { name: 'Готово', disabled: false }).focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await open.and(page.locator(':focus')).waitFor();
      assert.deepEqual(await names(), ['Иванова Анна']);
      await lead(page, '/dashboard/profile/journal');
      await page.getByText(/Добавлены 3\sклиента из\sтаблицы/).waitFor();
      await page.getByText(/Удалены 2\sклиента из\sтаблицы/).waitFor();
    },
  );
});
